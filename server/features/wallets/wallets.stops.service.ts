import type { Tx } from '#server/db/connection.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { ApprovalRequest, Call } from '#server/http/guards/four-eyes.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { cancelPending, isSame, notifyAdministrator, type Target } from './wallets.changes.service.ts';
import type { WalletsDeps } from './wallets.ports.ts';
import * as queries from './wallets.queries.ts';
import {
  confirmStop,
  deleteStop,
  findStop,
  findStoppedCoin,
  insertStop,
  lockAddress,
  lockUnconfirmed,
  type StopRow,
} from './wallets.stops.queries.ts';

export { addressInUse, lockAddressShared } from './wallets.stops.queries.ts';

/** The address to stop, and why. */
type StopInput = Target & { reason: string };

/** Number of changes of a coin that are searched for the address: a coin has a few at most. */
const historyRead = 1000;

/**
 * Stops an address of a coin whose row is locked: no customer is shown it any more. Under the rule a second member
 * confirms or lifts the stop afterwards. `undefined` where it was stopped before. Refuses with not_found, conflict.
 */
export async function stopAddress(
  tx: Tx,
  deps: WalletsDeps,
  actor: Actor,
  { found, input, call }: { found: queries.CoinWallet; input: StopInput; call: Call },
): Promise<StopRow | undefined> {
  if (call.approved) return confirm(tx, deps, actor, { id: call.approved.approval.subjectId, call });
  const { address, memo, reason } = input;
  const { cryptoId } = found.coin;
  const isOurs = (await hasHad(tx, found, input)) || (await deps.isOwnAddressOf(tx, { cryptoId, address, memo }));
  if (!isOurs) throw new NotFound('deposit_address_not_found');
  const existingStop = await findStop(tx, input);
  if (existingStop?.isConfirmed) throw alreadyStopped();
  const isConfirmed = !deps.fourEyes.rules.addressChange;
  const unconfirmedStop = existingStop && (await lockUnconfirmed(tx, { id: existingStop.id }));
  if (unconfirmedStop) {
    if (isConfirmed) await confirmStop(tx, { id: unconfirmedStop.id });
    else
      await deps.fourEyes.pass(
        tx,
        actor,
        confirmation(unconfirmedStop, found.coin),
        confirmingCall(call, unconfirmedStop),
      );
    return undefined;
  }
  const now = deps.now();
  const signedStop = {
    id: newId('addressStop'),
    address,
    memo: memo ?? '',
    reason,
    stoppedBy: actor.userId,
    stoppedAt: now,
  };
  await lockAddress(tx, address);
  const stop = { ...signedStop, cryptoId, isConfirmed, signature: signRow(signedTables.addressStop, signedStop) };
  // The address was stopped at the same time for another coin.
  if (!(await insertStop(tx, stop))) throw alreadyStopped();
  const pendingChange = await queries.findWaiting(tx, { cryptoId });
  if (pendingChange && isSame(targetOf(pendingChange), input))
    await cancelPending(tx, deps, actor.userId, found, pendingChange);
  await notifyAdministrator(tx, deps, found.coin, { kind: 'stopped', address, memo });
  await publishStop(tx, stop);
  if (!isConfirmed) await deps.fourEyes.pass(tx, actor, confirmation(stop, found.coin), confirmingCall(call, stop));
  return stop;
}

/** Request to the second member, made after the action: the decision confirms or lifts the stop. */
function confirmation(
  { id, cryptoId, address, memo, reason }: StopRow,
  { name }: queries.CoinWallet['coin'],
): ApprovalRequest {
  const details = { coin: name, cryptoId, stops: true, address, memo: memo || null, reason };
  return { kind: 'address', subjectId: id, details };
}

/** A second stop, for another reason, asks for the confirmation of the existing stop. */
function confirmingCall(call: Call, { address, memo, reason }: StopRow): Call {
  return { ...call, body: { address, memo: memo || null, reason } };
}

/** Makes a stop final, as a second member has confirmed it. Refuses with conflict one that is final or lifted. */
async function confirm(
  tx: Tx,
  deps: Pick<WalletsDeps, 'fourEyes'>,
  actor: Actor,
  { id, call }: { id: Id<'addressStop'>; call: Call },
): Promise<undefined> {
  const { stop, coin } = await lockStopOf(tx, id);
  await deps.fourEyes.pass(tx, actor, confirmation(stop, coin), confirmingCall(call, stop));
  await confirmStop(tx, { id: stop.id });
  await recordStep(tx, call.approved?.by ?? actor, 'wallet.stop_confirmed', stop);
}

/** Lifts a stop that a second member did not confirm: customers are shown the address again. */
export async function liftStop(tx: Tx, actor: Actor, id: Id<'addressStop'>): Promise<void> {
  const { stop } = await lockStopOf(tx, id);
  await lockAddress(tx, stop.address);
  await deleteStop(tx, { id });
  await recordStep(tx, actor, 'wallet.stop_lifted', stop);
  await publishStop(tx, stop);
}

/** Locks first the coin, then the stop, in the order of a stop. */
async function lockStopOf(tx: Tx, id: Id<'addressStop'>): Promise<{ stop: StopRow; coin: queries.CoinWallet['coin'] }> {
  const stoppedCoin = await findStoppedCoin(tx, { id });
  const coinWallet = stoppedCoin && (await queries.lockCoinWallet(tx, stoppedCoin.cryptoId));
  const stop = coinWallet && (await lockUnconfirmed(tx, { id }));
  if (!stop) throw alreadyStopped();
  return { stop, coin: coinWallet.coin };
}

async function recordStep(
  tx: Tx,
  actor: Actor,
  action: 'wallet.stop_confirmed' | 'wallet.stop_lifted',
  { cryptoId, address, memo }: StopRow,
): Promise<void> {
  await recordAudit(tx, actor, action, { type: 'wallet', id: cryptoId }, { address, memo: memo || null });
}

async function publishStop(tx: Tx, { id }: StopRow): Promise<void> {
  await publish(tx, { kind: 'wallets_changed' });
  await publish(tx, { kind: 'deposit_address_stopped', id });
}

async function hasHad(tx: Tx, { coin, wallet }: queries.CoinWallet, target: Target): Promise<boolean> {
  if (wallet && isSame(wallet, target)) return true;
  const changes = await queries.listChanges(tx, coin.cryptoId, historyRead);
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
