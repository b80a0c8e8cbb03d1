import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { callOf, type ApprovalRequest, type Call, type PendingApproval } from '#server/http/guards/four-eyes.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { hourMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import {
  changeSource as changeCall,
  type addAddresses,
  type DepositSourceView,
  type NewSource,
  type previewSource,
  type sourceChange,
} from '#shared/deposit-sources/deposit-sources.contract.ts';
import {
  assertCoins,
  assertKey,
  assertLength,
  assertNoSecret,
  checkedLines,
  checkInput,
  insertChecked,
  insertLines,
  provenIndex,
} from './deposit-sources.creation.ts';
import { deriveAddress } from './deposit-sources.keys.ts';
import { listShown } from './deposit-sources.leases.queries.ts';
import type { DepositSourcesPorts } from './deposit-sources.ports.ts';
import { sourceStateOf } from './deposit-sources.present.ts';
import * as queries from './deposit-sources.queries.ts';
import { assertSource, changed, detailsOf, keyCoinOf, networkOf, notifyOfSource } from './deposit-sources.rows.ts';
import { applyDueSources, presentSources } from './deposit-sources.service.ts';

export type SourceDeps = Platform & ChainsPorts & DepositSourcesPorts & SettingsPorts;

type Change = z.output<typeof sourceChange>;
type Lines = z.output<typeof addAddresses.body>;

/** Every source, newest first. */
export async function listForAdmin(deps: SourceDeps): Promise<DepositSourceView[]> {
  await applyDueSources(deps);
  return presentSources(deps, deps.db);
}

/** One of them. Refuses with not_found. */
export async function readSource(deps: SourceDeps, id: string, tx?: Tx): Promise<DepositSourceView> {
  const found = (await (tx ? presentSources(deps, tx) : listForAdmin(deps))).find((source) => source.id === id);
  if (!found) throw new NotFound('source_not_found');
  return found;
}

/** The first five addresses of an account key; the fourth is kept back, so that it is read from the operator's wallet. */
export function preview(
  deps: SourceDeps,
  { cryptoId, ...typed }: z.output<(typeof previewSource)['body']>,
): z.input<(typeof previewSource)['response']> {
  const coin = keyCoinOf(cryptoId);
  if (!coin) throw new NotFound('coin_not_found');
  const key = assertKey(deps, coin, typed);
  const at = { coin, network: networkOf(deps, coin) };
  const addresses = [0, 1, 2, 3, 4].map((index) => ({
    index,
    address: index === provenIndex ? null : deriveAddress(key, at, index),
  }));
  return { scriptType: key.scriptType, fingerprint: key.fingerprint, addresses };
}

/** Stores a source, which serves its coins after the cool-off, and where the rule asks for it after a second member agreed. */
export async function createSource(
  deps: SourceDeps,
  actor: Actor,
  input: NewSource,
  idempotency: Idempotency<DepositSourceView | PendingApproval>,
): Promise<Outcome<DepositSourceView | PendingApproval>> {
  // Before anything of the request is stored anywhere.
  const checked = checkInput(deps, input);
  return idempotency.run(async (tx) => {
    const id = await insertChecked(tx, deps, actor, input, checked);
    const row = await assertSource(tx, id);
    await recordAudit(tx, actor, 'source.added', { type: 'deposit_source', id }, detailsOf(row));
    const change = { isActive: true, version: row.version };
    const pending = await applyChange(tx, deps, actor, row, {
      change,
      call: callOf(changeCall, { params: { id }, body: change }),
    });
    await notifyOfSource(tx, deps, row, 'added');
    return pending ?? readSource(deps, id, tx);
  });
}

/** Changes given fields of a source. Switching on and other coins wait for a second member where the rule asks for one. */
export async function changeSource(
  deps: SourceDeps,
  actor: Actor,
  id: string,
  change: Change,
  call: Call,
): Promise<DepositSourceView | PendingApproval> {
  const pending = await deps.inTx(async (tx) => {
    const row = await assertSource(tx, id);
    if (change.version !== row.version) throw changed();
    return applyChange(tx, deps, actor, row, { change, call });
  });
  return pending ?? readSource(deps, id);
}

async function applyChange(
  tx: Tx,
  deps: SourceDeps,
  actor: Actor,
  row: queries.SourceRow,
  { change: { isActive, whenEmpty, gapLimit, coinIds }, call }: { change: Change; call: Call },
): Promise<PendingApproval | undefined> {
  if (row.stoppedAt) throw new Conflict('conflict', 'source_stopped');
  if (coinIds) assertCoins(row.chain, coinIds);
  const isOther = coinIds !== undefined && [...coinIds].toSorted().join() !== row.coinIds.join();
  const isOn = isActive === true && !row.isActive;
  if (isOn || isOther) {
    const request = {
      kind: 'address' as const,
      subjectId: row.id,
      facts: { ...detailsOf(row), isActive: isActive ?? null, coins: (coinIds ?? row.coinIds).join(', ') },
      state: String(row.version),
    };
    const waits = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.addressChange);
    if (waits) return waits;
  }
  const waitsMs = deps.env.walletCooloffHours * hourMs;
  const liveAt = isOn || isOther ? new Date(deps.now().getTime() + waitsMs) : row.liveAt;
  const next = {
    ...row,
    isActive: isActive ?? row.isActive,
    whenEmpty: whenEmpty ?? row.whenEmpty,
    gapLimit: row.kind === 'xpub' ? (gapLimit ?? row.gapLimit) : null,
    liveAt,
    version: row.version + 1,
  };
  await queries.writeSource(tx, { ...next, signature: signRow(signedTables.depositSource, next) });
  if (isOther) await queries.replaceCoins(tx, row.id, coinIds);
  if (!next.isActive) await queries.releaseCoins(tx, { sourceId: row.id });
  const audited = { isActive: next.isActive, whenEmpty: next.whenEmpty, gapLimit: next.gapLimit };
  await recordAudit(tx, actor, 'source.changed', { type: 'deposit_source', id: row.id }, audited);
  if (row.version > 1) await notifyOfSource(tx, deps, row, 'changed');
  await publish(tx, { kind: 'wallets_changed' });
  return undefined;
}

/** Adds addresses to a list; they are given out after the cool-off. */
export async function addToPool(
  deps: SourceDeps,
  actor: Actor,
  id: string,
  input: Lines,
  call: Call,
): Promise<DepositSourceView | PendingApproval> {
  assertNoSecret(input.addresses);
  const pending = await deps.inTx(async (tx) => {
    const row = await assertSource(tx, id);
    if (row.kind !== 'pool') throw new NotFound('source_not_found');
    if (row.stoppedAt) throw new Conflict('conflict', 'source_stopped');
    assertLength((await queries.highestIndex(tx, { sourceId: id })).index + 1 + input.addresses.length);
    const lines = await checkedLines(tx, deps, row.chain, input);
    const facts = { ...detailsOf(row), count: lines.length, first: lines[0] ?? '', last: lines.at(-1) ?? '' };
    const request = { kind: 'address' as const, subjectId: id, facts, state: String(row.version) };
    const waits = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.addressChange);
    if (waits) return waits;
    const liveAt = new Date(deps.now().getTime() + deps.env.walletCooloffHours * hourMs);
    await insertLines(tx, row, lines, liveAt);
    const audited = { count: lines.length, liveAt: liveAt.toISOString() };
    await recordAudit(tx, actor, 'source.addresses_added', { type: 'deposit_source', id }, audited);
    await notifyOfSource(tx, deps, row, 'changed');
    return undefined;
  });
  return pending ?? readSource(deps, id);
}

/** Withdraws what waits for its hour: the source itself, or addresses that were added. Refuses with not_found. */
export async function withdrawChange(deps: SourceDeps, actor: Actor, id: string): Promise<DepositSourceView> {
  await deps.inTx(async (tx) => {
    const row = await assertSource(tx, id);
    const isWaiting = sourceStateOf(row, deps.now()) === 'waiting';
    const removed = isWaiting ? 0 : (await queries.deleteWaiting(tx, { sourceId: id, now: deps.now() })).length;
    if (!isWaiting && removed === 0) throw new NotFound('source_change_not_found');
    if (isWaiting) {
      const next = { ...row, isActive: false, version: row.version + 1 };
      await queries.writeSource(tx, { ...next, signature: signRow(signedTables.depositSource, next) });
    }
    await recordAudit(tx, actor, 'source.change_withdrawn', { type: 'deposit_source', id }, { addresses: removed });
    await notifyOfSource(tx, deps, row, 'withdrawn');
    await publish(tx, { kind: 'wallets_changed' });
  });
  return readSource(deps, id);
}

/**
 * Stops every address of a source at once. Where the rule asks for it, a second member confirms or lifts that: approved, this
 * call confirms it.
 */
export async function stopSource(
  deps: SourceDeps,
  actor: Actor,
  id: string,
  { reason, call }: { reason: string; call: Call },
): Promise<DepositSourceView> {
  await deps.inTx(async (tx) => {
    const row = await assertSource(tx, id);
    if (call.approved) return confirm(tx, deps, actor, row, call);
    if (row.stoppedAt && row.stopConfirmed) throw new Conflict('conflict', 'source_stopped');
    const isConfirmed = !deps.fourEyes.rules.addressChange;
    const stopped = { ...row, stoppedAt: row.stoppedAt ?? deps.now(), stopReason: row.stopReason ?? reason };
    await queries.writeSource(tx, { ...stopped, stopConfirmed: isConfirmed });
    if (!row.stoppedAt) {
      await recordAudit(tx, actor, 'source.stopped', { type: 'deposit_source', id }, { reason });
      await notifyOfSource(tx, deps, row, 'stopped');
    }
    for (const shown of await listShown(tx, { sourceId: id })) await deps.informOfStop(tx, shown, stopped.stoppedAt);
    await publishStop(tx, id);
    if (!isConfirmed) await deps.fourEyes.pass(tx, actor, confirmation(stopped), confirming(call, stopped));
  });
  return readSource(deps, id);
}

/** The action is done: the decision of the second member confirms or lifts it. */
function confirmation(row: queries.SourceRow): ApprovalRequest {
  const facts = { ...detailsOf(row), stops: true, reason: row.stopReason };
  return { kind: 'address', subjectId: row.id, facts };
}

/** Whoever stops it once more, for another reason, asks for the confirmation of the stop that stands. */
const confirming = (call: Call, { stopReason: reason }: queries.SourceRow): Call => ({ ...call, body: { reason } });

/** Makes the stop of a source final, as a second member has confirmed it. */
async function confirm(
  tx: Tx,
  deps: Pick<SourceDeps, 'fourEyes'>,
  actor: Actor,
  row: queries.SourceRow,
  call: Call,
): Promise<void> {
  if (!row.stoppedAt || row.stopConfirmed) throw changed();
  await deps.fourEyes.pass(tx, actor, confirmation(row), confirming(call, row));
  await queries.writeSource(tx, { ...row, stopConfirmed: true });
  const by = call.approved?.by ?? actor;
  await recordAudit(tx, by, 'source.stopped', { type: 'deposit_source', id: row.id }, { confirmed: true });
}

/** Lifts a stop that a second member did not confirm. */
export async function liftSourceStop(tx: Tx, actor: Actor, id: string): Promise<void> {
  const row = await assertSource(tx, id);
  if (!row.stoppedAt || row.stopConfirmed) throw changed();
  await queries.writeSource(tx, { ...row, stoppedAt: null, stopReason: null, stopConfirmed: true });
  await recordAudit(tx, actor, 'source.changed', { type: 'deposit_source', id }, { stopLifted: true });
  await publishStop(tx, id);
}

async function publishStop(tx: Tx, id: string): Promise<void> {
  await publish(tx, { kind: 'wallets_changed' });
  await publish(tx, { kind: 'deposit_address_stopped', id });
}
