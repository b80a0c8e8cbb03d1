import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Approval, PendingApproval } from '#server/http/four-eyes.ts';
import { Conflict, NotFound } from '#server/http/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { listChanges, waitingOf } from './wallets.changes.queries.ts';
import { cancelPending, isSame, type Target } from './wallets.changes.service.ts';
import { notifyAdministrator } from './wallets.mail.ts';
import { lockCoinWallet, type CoinWallet } from './wallets.queries.ts';
import { findStop, insertStop, lockAddress, type StopRow } from './wallets.stops.queries.ts';

export { addressInUse, holdAddress } from './wallets.stops.queries.ts';

type StopDeps = Pick<Platform, 'db' | 'env' | 'fourEyes' | 'inTx' | 'log' | 'now'>;

/** The address to stop, and why. */
export type StopInput = Target & { reason: string };

/** How many changes of a coin are searched for the address: a coin has a few at most. */
const historyRead = 1000;

/**
 * Stops an address that a coin has or had: from this transaction on no customer is shown it, and it never comes back.
 * Returns the stop, or the request where a second member has to approve it. Refuses with not_found what the coin never
 * had, and with conflict what was stopped before.
 */
export async function stopAddress(
  tx: Tx,
  deps: StopDeps,
  actor: Actor,
  { cryptoId, input, approval }: { cryptoId: string; input: StopInput; approval?: Approval | undefined },
): Promise<StopRow | PendingApproval> {
  const { address, memo, reason } = input;
  const found = await lockCoinWallet(tx, cryptoId);
  if (!found) throw new NotFound('coin_not_found');
  if (!(await hasHad(tx, found, input))) throw new NotFound('deposit_address_not_found');
  if (await findStop(tx, input)) throw alreadyStopped();
  if (approval || deps.fourEyes.rules.addressChange) {
    const facts = { coin: found.coin.name, stops: true, address, memo, reason };
    const request = { kind: 'address' as const, subjectId: cryptoId, facts, input: { stop: input } };
    const waits = await deps.fourEyes.pass(tx, actor, request, approval);
    if (waits) return waits;
  }
  const now = deps.now();
  const signed = { id: randomUUID(), address, memo: memo ?? '', reason, stoppedBy: actor.userId, stoppedAt: now };
  await lockAddress(tx, address);
  const stop = { ...signed, cryptoId, signature: signRow(signedTables.addressStop, signed) };
  // At another coin that has the same address, at the same time.
  if (!(await insertStop(tx, stop))) throw alreadyStopped();
  const waiting = await waitingOf(tx, cryptoId);
  if (waiting && isSame(targetOf(waiting), input)) await cancelPending(tx, deps, actor.userId, found, waiting);
  await recordAudit(tx, actor, 'wallet.address_stopped', { type: 'wallet', id: cryptoId }, { address, memo, reason });
  await notifyAdministrator(tx, deps, found.coin, { kind: 'stopped', address, memo });
  await publish(tx, { kind: 'wallets_changed' });
  await publish(tx, { kind: 'deposit_address_stopped', id: stop.id });
  return stop;
}

/** Whether a request that a second member approved is about a stop. */
export function isAboutStop({ input }: Pick<Approval, 'input'>): boolean {
  return 'stop' in input;
}

async function hasHad(tx: Tx, { coin, wallet }: CoinWallet, target: Target): Promise<boolean> {
  if (wallet && isSame(wallet, target)) return true;
  const changes = await listChanges(tx, coin.cryptoId, historyRead);
  return changes.some(
    (change) =>
      isSame(targetOf(change), target) ||
      (change.fromAddress !== null && isSame({ address: change.fromAddress, memo: change.fromMemo }, target)),
  );
}

function targetOf({ toAddress, toMemo }: { toAddress: string; toMemo: string | null }): Target {
  return { address: toAddress, memo: toMemo };
}

function alreadyStopped(): Conflict {
  return new Conflict('conflict', 'deposit_address_stopped');
}
