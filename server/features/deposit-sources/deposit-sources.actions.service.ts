import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord, recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { callOf, type ApprovalRequest, type Call, type PendingApproval } from '#server/http/guards/four-eyes.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import * as contract from '#shared/deposit-sources/deposit-sources.contract.ts';
import type { DepositSourceView, NewSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { readChanged } from './deposit-sources.admin.service.ts';
import {
  assertCoins,
  assertLength,
  assertNoSecret,
  checkedLines,
  checkInput,
  insertChecked,
  insertLines,
} from './deposit-sources.creation.ts';
import { listShown } from './deposit-sources.leases.queries.ts';
import type { DepositSourcesDeps, DepositSourcesPorts } from './deposit-sources.ports.ts';
import { sourceStateOf } from './deposit-sources.present.ts';
import * as queries from './deposit-sources.queries.ts';
import type { SourceRow } from './deposit-sources.queries.ts';
import { requireLockedSource, sourceChanged, detailsOf, notifyOfSource } from './deposit-sources.rows.ts';

type Change = z.output<typeof contract.sourceChange>;

type ActingDeps = DepositSourcesDeps & DepositSourcesPorts;

const sourceRow: ActionRow<ActingDeps, SourceRow, DepositSourceView, { id: Id<'depositSource'> }> = {
  lock: (tx, { id }) => queries.lockSource(tx, { id }),
  missing: 'source_not_found',
  version: { of: ({ version }) => version, changed: 'source_changed' },
  present: ({ id }, { tx, deps }) => readChanged(tx, deps, id),
};

/**
 * Stores a source, which serves its coins after the cool-off and, if the rule requires it, after a second member has
 * agreed.
 */
export async function createSource(
  deps: DepositSourcesDeps,
  actor: Actor,
  input: NewSource,
  idempotency: Idempotency<DepositSourceView | PendingApproval>,
): Promise<Outcome<DepositSourceView | PendingApproval>> {
  // Before anything of the request is stored anywhere.
  const checkedInput = checkInput(deps, input);
  return idempotency.run(async (tx) => {
    const id = await insertChecked(tx, deps, actor, input, checkedInput);
    const row = await requireLockedSource(tx, id);
    const subject = { type: 'deposit_source', id } as const;
    await recordAudit(tx, actor, 'source.added', subject, detailsOf(row));
    await notifyOfSource(tx, deps, row, 'added');
    const body = { isActive: true, version: row.version };
    const request = {
      kind: 'address',
      subjectId: id,
      details: shownOf(row, body),
      state: String(row.version),
    } as const;
    const call = callOf(contract.changeSource, { params: { id }, body });
    const pendingApproval = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.addressChange);
    if (pendingApproval) return pendingApproval;
    await recordAudit(tx, actor, 'source.changed', subject, await writeChange(tx, deps, row, body));
    return readChanged(tx, deps, id);
  });
}

const isSwitchedOn = (row: SourceRow, { isActive }: Change) => isActive === true && !row.isActive;
const isOfOtherCoins = (row: SourceRow, { coinIds }: Change) =>
  coinIds !== undefined && [...coinIds].toSorted().join() !== row.coinIds.join();

/** True for a change that needs the cool-off and a second member: a source that is switched on, or other coins. */
const isGuarded = (row: SourceRow, change: Change) => isSwitchedOn(row, change) || isOfOtherCoins(row, change);

const shownOf = (row: SourceRow, { isActive, coinIds = row.coinIds }: Change) => ({
  ...detailsOf(row),
  isActive: isActive ?? null,
  coins: coinIds.join(', '),
});

function assertNotStopped({ stoppedAt }: SourceRow): void {
  if (stoppedAt) throw new Conflict('conflict', 'source_stopped');
}

/**
 * Changes given fields of a source. Switching on and other coins wait for a second member where the rule asks for one.
 */
const changeSource = act(contract.changeSource, sourceRow, {
  check: ({ row, body: { coinIds } }) => {
    assertNotStopped(row);
    if (coinIds) assertCoins(row.chain, coinIds);
  },
  second: {
    isNeeded: ({ deps, row, body }) => deps.fourEyes.rules.addressChange && isGuarded(row, body),
    details: ({ row, body }) => shownOf(row, body),
  },
  apply: async ({ tx, deps, row, body }) => {
    const details = await writeChange(tx, deps, row, body);
    if (row.version > 1) await notifyOfSource(tx, deps, row, 'changed');
    return { row, details };
  },
});

/** Writes the changes of a source. Returns the details of the audit entry. */
async function writeChange(tx: Tx, deps: DepositSourcesDeps, row: SourceRow, change: Change) {
  const { isActive = row.isActive, whenEmpty = row.whenEmpty, gapLimit = row.gapLimit, coinIds } = change;
  const waitsMs = deps.env.walletCooloffHours * hourMs;
  const nextRow = {
    ...row,
    isActive,
    whenEmpty,
    gapLimit: row.kind === 'xpub' ? gapLimit : null,
    liveAt: isGuarded(row, change) ? new Date(deps.now().getTime() + waitsMs) : row.liveAt,
    version: row.version + 1,
  };
  await queries.writeSource(tx, { ...nextRow, signature: signRow(signedTables.depositSource, nextRow) });
  if (coinIds && isOfOtherCoins(row, change)) await queries.replaceCoins(tx, row.id, coinIds);
  if (!isActive) await queries.releaseCoins(tx, { sourceId: row.id });
  await publish(tx, { kind: 'wallets_changed' });
  return { isActive, whenEmpty, gapLimit: nextRow.gapLimit };
}

/** Adds addresses to a list; they are given out after the cool-off. */
const addAddresses = act(contract.addAddresses, sourceRow, {
  check: async ({ tx, deps, row, body }) => {
    const { addresses } = body;
    assertNoSecret(addresses);
    if (row.kind !== 'pool') throw new NotFound('source_not_found');
    assertNotStopped(row);
    assertLength((await queries.highestIndex(tx, { sourceId: row.id })).index + 1 + addresses.length);
    return checkedLines(tx, deps, row.chain, body);
  },
  second: {
    isNeeded: ({ deps }) => deps.fourEyes.rules.addressChange,
    details: ({ row, checked: lines }) => ({
      ...detailsOf(row),
      count: lines.length,
      first: lines[0] ?? '',
      last: lines.at(-1) ?? '',
    }),
  },
  apply: async ({ tx, deps, row, now, checked: lines }) => {
    const liveAt = new Date(now.getTime() + deps.env.walletCooloffHours * hourMs);
    await insertLines(tx, row, lines, liveAt);
    await notifyOfSource(tx, deps, row, 'changed');
    return { row, details: { count: lines.length, liveAt: liveAt.toISOString() } };
  },
});

/** Withdraws what waits for its hour: the source itself, or addresses that were added. Refuses with not_found. */
const withdrawSourceChange = act(contract.withdrawSourceChange, sourceRow, {
  apply: async ({ tx, deps, row, now }) => {
    const isWaiting = sourceStateOf(row, now) === 'waiting';
    const removedCount = isWaiting ? 0 : (await queries.deleteWaiting(tx, { sourceId: row.id, now })).length;
    if (!isWaiting && removedCount === 0) throw new NotFound('source_change_not_found');
    if (isWaiting) {
      const nextRow = { ...row, isActive: false, version: row.version + 1 };
      await queries.writeSource(tx, { ...nextRow, signature: signRow(signedTables.depositSource, nextRow) });
    }
    await notifyOfSource(tx, deps, row, 'withdrawn');
    await publish(tx, { kind: 'wallets_changed' });
    return { row, details: { addresses: removedCount } };
  },
});

/**
 * Stops every address of a source at once. Where the rule asks for it, a second member confirms or lifts that:
 * approved, this call confirms it.
 */
const stopSource = act(contract.stopSource, sourceRow, {
  apply: async ({ tx, deps, actor, row, params, body, now, approved }) => {
    const call = { ...callOf(contract.stopSource, { params, body }), approved };
    if (approved) {
      await confirmStop(tx, deps, actor, row, call);
      return { row, entries: [] };
    }
    const { reason } = body;
    if (row.stopConfirmed) assertNotStopped(row);
    const isConfirmed = !deps.fourEyes.rules.addressChange;
    const stopped = { ...row, stoppedAt: row.stoppedAt ?? now, stopReason: row.stopReason ?? reason };
    await queries.writeSource(tx, { ...stopped, stopConfirmed: isConfirmed });
    if (!row.stoppedAt) await notifyOfSource(tx, deps, row, 'stopped');
    for (const shownAddress of await listShown(tx, { sourceId: row.id }))
      await deps.informOfStop(tx, shownAddress, stopped.stoppedAt);
    await publishStop(tx, row.id);
    if (!isConfirmed) await deps.fourEyes.pass(tx, actor, confirmation(stopped), confirming(call, stopped));
    return { row, entries: row.stoppedAt ? [] : [{ record: auditRecord('source.stopped', { reason }) }] };
  },
});

/** The action is done: the decision of the second member confirms or lifts it. */
function confirmation(row: SourceRow): ApprovalRequest {
  const details = { ...detailsOf(row), stops: true, reason: row.stopReason };
  return { kind: 'address', subjectId: row.id, details };
}

/** A second stop, for another reason, asks for the confirmation of the existing stop. */
const confirming = (call: Call, { stopReason: reason }: SourceRow): Call => ({ ...call, body: { reason } });

/** Makes the stop of a source final; the audit log names the second member who confirmed it. */
async function confirmStop(
  tx: Tx,
  deps: Pick<DepositSourcesDeps, 'fourEyes'>,
  actor: Actor,
  row: SourceRow,
  call: Call,
): Promise<void> {
  if (!row.stoppedAt || row.stopConfirmed) throw sourceChanged();
  await deps.fourEyes.pass(tx, actor, confirmation(row), confirming(call, row));
  await queries.writeSource(tx, { ...row, stopConfirmed: true });
  const by = call.approved?.by ?? actor;
  await recordAudit(tx, by, 'source.stopped', { type: 'deposit_source', id: row.id }, { confirmed: true });
}

/** Lifts a stop that a second member did not confirm. */
export async function liftSourceStop(tx: Tx, actor: Actor, id: Id<'depositSource'>): Promise<void> {
  const row = await requireLockedSource(tx, id);
  if (!row.stoppedAt || row.stopConfirmed) throw sourceChanged();
  await queries.writeSource(tx, { ...row, stoppedAt: null, stopReason: null, stopConfirmed: true });
  await recordAudit(tx, actor, 'source.changed', { type: 'deposit_source', id }, { stopLifted: true });
  await publishStop(tx, id);
}

async function publishStop(tx: Tx, id: Id<'depositSource'>): Promise<void> {
  await publish(tx, { kind: 'wallets_changed' });
  await publish(tx, { kind: 'deposit_address_stopped', id });
}

/** Each action of the team on a source of own addresses. */
export const sourceActions: ActionsOf<ActingDeps, 'wallets.write'> = [
  changeSource,
  addAddresses,
  withdrawSourceChange,
  stopSource,
];
