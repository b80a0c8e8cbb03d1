import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { addressRulesOf } from '#server/env/env.chains.ts';
import { publish } from '#server/events/publish.ts';
import { reportForged } from '#server/features/alarms/alarms.service.ts';
import type { ActionEntry } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord, writeAudit, type AuditRecord } from '#server/features/audit/audit.service.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { newId } from '#server/lib/new-id.ts';
import { wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { addressRefusal, checkAddress, checkMemo, memoRefusal } from '#shared/wallets/wallets.addresses.ts';
import * as queries from './wallets.queries.ts';
import { findStop } from './wallets.stops.queries.ts';

/** The new address of a coin with its memo, checked. */
export type Target = { address: string; memo: string | null };

/** Enough changes to find the last address of the product's own among cancelled ones. */
const historyRead = 100;
const maxVersion = 2_000_000_000;

/**
 * The address and memo that were typed, in their stored spelling. Refuses with invalid_input an address that the coin's
 * chain cannot have, and an uncheckable one unless the administrator confirms it.
 */
export function requireTarget(
  { cryptoId, name, requiresMemo }: queries.CoinDetails,
  input: { address: string; memo: string; uncheckedAccepted: boolean },
  { chains }: Pick<Platform['env'], 'chains'>,
): Target {
  const check = checkAddress(cryptoId, input.address, addressRulesOf(chains));
  if (!check.ok) throw wrongField('address', addressRefusal(check.problem, name));
  if (check.unchecked && !input.uncheckedAccepted) {
    throw wrongField('address', 'deposit_address_unchecked');
  }
  const memo = checkMemo({ id: cryptoId, requiresMemo }, input.memo, check.tag);
  if (!memo.ok) throw wrongField('memo', memoRefusal(memo.problem));
  return { address: check.address, memo: memo.memo };
}

/** Refuses with invalid_input the address that is live, waits already or was stopped. */
export async function assertNewTarget(tx: Tx, { coin, wallet }: queries.CoinWallet, target: Target): Promise<void> {
  if (await findStop(tx, target)) throw wrongField('address', 'deposit_address_stopped');
  if (queries.isOwnWallet(wallet) && isSame(wallet, target)) throw wrongField('address', 'deposit_address_current');
  const pendingChange = await queries.findWaiting(tx, coin);
  if (pendingChange && isSame({ address: pendingChange.toAddress, memo: pendingChange.toMemo }, target)) {
    throw wrongField('address', 'deposit_address_awaited');
  }
}

/**
 * Requests another address of a coin, for new quotes after the cool-off; a change that waits is cancelled. Without a
 * cool-off: a forged address replaced by our last one, a sample by the first own one. Returns the details of the audit
 * entry.
 */
export async function requestChange(
  tx: Tx,
  deps: Platform,
  actor: Actor,
  { coin, wallet }: queries.CoinWallet,
  target: Target,
): Promise<ActionEntry[]> {
  const now = deps.now();
  const isOurs = queries.isOwnWallet(wallet);
  const pendingChange = await queries.findWaiting(tx, coin);
  const base = pendingChange ? await cancelPending(tx, deps, actor.userId, { coin, wallet }, pendingChange) : wallet;
  const restores = wallet !== undefined && !isOurs && (await isLastOwn(tx, coin.cryptoId, target));
  const isFirst = isOurs && wallet !== undefined && queries.isUnusedSample(wallet);
  const liveAt = restores || isFirst ? now : new Date(now.getTime() + deps.env.walletCooloffHours * hourMs);
  const signedFields = {
    id: newId('walletChange'),
    cryptoId: coin.cryptoId,
    fromVersion: base?.version ?? 0,
    toAddress: target.address,
    toMemo: target.memo,
    changedBy: actor.userId,
    changedAt: now,
    liveAt,
  };
  const from = {
    fromAddress: isOurs ? (wallet?.address ?? null) : null,
    fromMemo: isOurs ? (wallet?.memo ?? null) : null,
  };
  const change = { ...signedFields, ...from, signature: signRow(signedTables.walletChange, signedFields) };
  await queries.insertChange(tx, change);
  const audited = { from: from.fromAddress, to: target.address, memo: target.memo, liveAt: liveAt.toISOString() };
  const entry = { record: auditRecord('wallet.change_asked', audited) };
  if (liveAt <= now) return [entry, { record: await activateChange(tx, deps, { coin, wallet: base }, change) }];
  await notifyAdministrator(tx, deps, coin, { kind: 'asked', address: target.address, memo: target.memo, liveAt });
  const { cryptoId } = coin;
  await enqueue(tx, 'wallets.activate-change', { cryptoId }, { runAt: liveAt, key: `wallet ${cryptoId}` });
  await publish(tx, { kind: 'wallets_changed' });
  return [entry];
}

/** Activates the addresses that are due: all of them, or the one of a coin. */
export async function applyDueChanges(deps: Platform, onlyCoinId?: string): Promise<void> {
  const dueCoins = await queries.listDueCoins(deps.db, { at: deps.now() });
  for (const { cryptoId } of dueCoins) {
    if (onlyCoinId !== undefined && cryptoId !== onlyCoinId) continue;
    const forgedChange = await deps.inTx((tx) => applyDue(tx, deps, cryptoId));
    if (forgedChange) await reportForged(deps, 'walletChange', forgedChange);
  }
}

/** Returns the change when the product did not write it: then nothing was done. */
async function applyDue(
  tx: Tx,
  deps: Platform,
  cryptoId: string,
): Promise<(queries.ChangeRow & { name: string }) | undefined> {
  const coinWallet = await queries.lockCoinWallet(tx, cryptoId);
  const change = coinWallet && (await queries.findWaiting(tx, { cryptoId }));
  // Another process, or the administrator, has changed the row first.
  if (!change || change.liveAt > deps.now()) return undefined;
  if (!isSignedRow(signedTables.walletChange, change)) return { ...change, name: coinWallet.coin.name };
  const isStopped = (await findStop(tx, { address: change.toAddress, memo: change.toMemo })) !== undefined;
  const isCurrent = change.fromVersion === (coinWallet.wallet?.version ?? 0);
  if (isCurrent && !isStopped) {
    const record = await activateChange(tx, deps, coinWallet, change);
    await writeAudit(tx, 'system', record, { type: 'wallet', id: cryptoId });
  } else await queries.markCancelled(tx, { id: change.id, by: null, at: deps.now() });
  return undefined;
}

type LiveChange = Pick<
  queries.ChangeRow,
  'id' | 'cryptoId' | 'fromAddress' | 'toAddress' | 'toMemo' | 'fromVersion' | 'changedBy'
>;

/**
 * Activates an address for new quotes; earlier quotes and orders keep theirs. Returns the details of the audit entry.
 */
async function activateChange(
  tx: Tx,
  deps: Platform,
  { coin, wallet }: queries.CoinWallet,
  change: LiveChange,
): Promise<AuditRecord> {
  const now = deps.now();
  const { cryptoId, toAddress: address, toMemo: memo, fromAddress } = change;
  // A sample may have been switched off only because it was one.
  const isActive = !wallet || wallet.isSample || wallet.isActive;
  // A forged row may have the highest possible number, and one that was put back an old one.
  const version = Math.min(Math.max(change.fromVersion, wallet?.replacedVersion ?? 0), maxVersion) + 1;
  const signedFields = { cryptoId, network: coin.network, address, memo, version, isActive };
  const signature = signRow(signedTables.wallet, signedFields);
  await queries.writeWallet(tx, { ...signedFields, signature, isSample: false }, now);
  await queries.markApplied(tx, { id: change.id, at: now });
  await notifyAdministrator(tx, deps, coin, { kind: 'live', address, memo });
  await publish(tx, { kind: 'wallets_changed' });
  const audited = { changeId: change.id, from: fromAddress, to: address, requestedBy: change.changedBy };
  return auditRecord('wallet.changed', audited);
}

/** Cancels a change for good: the wallet's version is raised, so that the row cannot be applied to it again. */
export async function cancelPending(
  tx: Tx,
  deps: Platform,
  by: string,
  { wallet }: queries.CoinWallet,
  waitingChange: queries.ChangeRow,
): Promise<queries.WalletRow | undefined> {
  await queries.markCancelled(tx, { id: waitingChange.id, by, at: deps.now() });
  if (!queries.isOwnWallet(wallet)) return wallet;
  const nextWallet = { ...wallet, version: wallet.version + 1 };
  const signedRow = { ...nextWallet, signature: signRow(signedTables.wallet, nextWallet) };
  await queries.writeWallet(tx, signedRow, wallet.updatedAt);
  return signedRow;
}

async function isLastOwn(tx: Tx, cryptoId: string, target: Target): Promise<boolean> {
  const changes = await queries.listChanges(tx, cryptoId, historyRead);
  const lastChange = changes.find((change) => change.appliedAt && isSignedRow(signedTables.walletChange, change));
  return lastChange !== undefined && isSame({ address: lastChange.toAddress, memo: lastChange.toMemo }, target);
}

/** True if two targets are one address: an address with another memo is another one. */
export function isSame(item: Target, otherTarget: Target): boolean {
  return item.address === otherTarget.address && item.memo === otherTarget.memo;
}

type WalletNotice = {
  kind: 'asked' | 'live' | 'cancelled' | 'stopped';
  address: string;
  memo: string | null;
  liveAt?: Date;
};

/** Mails the administrator about an address change, so that an unauthorized one is noticed. */
export async function notifyAdministrator(
  tx: Tx,
  { env }: Pick<Platform, 'env'>,
  { name, network }: queries.CoinDetails,
  { kind, address, memo, liveAt }: WalletNotice,
): Promise<void> {
  const to = { userId: null, email: env.admin.email, language: 'en' };
  const data = { kind, coin: `${name} (${network})`, address, memo: memo ?? '', liveAt: liveAt?.toISOString() ?? '' };
  await sendMail(tx, { template: 'wallet_notice', to, data });
}
