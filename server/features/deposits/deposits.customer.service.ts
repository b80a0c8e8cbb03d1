import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { nameTransaction, requireHash } from '#server/features/orders/decide/orders.hash.service.ts';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { DepositView } from '#shared/deposits/deposits.contract.ts';
import { decimal, toWire, zero } from '#shared/kernel/money.ts';
import { tryTransactionSearch } from './deposits.outputs.service.ts';
import { findSale, type SaleRow } from './deposits.verdict.queries.ts';
import { verdictOn, type SaleVerdict } from './deposits.verdict.service.ts';

type Deps = Pick<Platform, 'db' | 'now' | 'inTx' | 'log'> &
  Pick<ChainsPorts, 'chainReaders'> &
  OrdersPorts &
  SettingsPorts;

/** The deposit of one's own sale, as seen so far. Refuses with not_found for another user's and for an exchange. */
export async function ownDeposit(deps: Deps, actor: Actor, orderId: string): Promise<DepositView> {
  const found = await verdictOn(deps, deps.db, orderId);
  if (found?.sale.userId !== actor.userId) throw new NotFound('order_not_found');
  return presentDeposit(found);
}

/** Stores a sale's hash and looks it up. Refuses with not_found, invalid_input, already_decided and hash_used. */
export async function nameHash(deps: Deps, actor: Actor, orderId: string, text: string): Promise<DepositView> {
  const sale = await requireOwnSale(deps, actor, orderId);
  const hash = requireHash(sale.coinId, text);
  const { coinId, address, tag } = sale;
  // Before it is stored: that another order names it matters only as long as no output is seen for this one.
  await tryTransactionSearch(deps, { coinId, addresses: [address] }, hash);
  const [amount, valueUsd] = [decimal(sale.amount), decimal(sale.valueUsd)];
  const named = { orderId, userId: actor.userId, coinId, hash, address, tag, amount, valueUsd };
  await deps.inTx((tx) => nameTransaction(deps, tx, actor, named));
  deps.orders.bump(actor.userId);
  return ownDeposit(deps, actor, orderId);
}

async function requireOwnSale({ db }: Deps, actor: Actor, orderId: string): Promise<SaleRow> {
  const sale = await findSale(db, orderId);
  if (sale?.userId !== actor.userId) throw new NotFound('order_not_found');
  return sale;
}

/** Only what the customer named or what is bound to the sale: others are paid at the same address. */
function presentDeposit({ sale, verdict, candidates }: SaleVerdict): DepositView {
  const isRead = verdict.findings.every(({ code }) => code !== 'by_hand');
  const own = candidates.filter(
    ({ coinId, txHash, claimedBy, state }) =>
      coinId === sale.coinId &&
      (claimedBy ? claimedBy.orderId === sale.id : txHash === sale.transactionHash) &&
      state !== 'failed' &&
      state !== 'replaced',
  );
  const shown = verdict.transfers.flatMap((transfer) => {
    const found = own.find(({ txHash, outIndex }) => txHash === transfer.txHash && outIndex === transfer.outIndex);
    return found ? [{ ...transfer, exact: found.amount }] : [];
  });
  const [least] = shown.toSorted((one, other) => one.confirmations - other.confirmations);
  const { transactionHash } = sale;
  const read = { isRead, isSimulated: verdict.source === 'simulated', transactionHash };
  if (!least) return { ...read, seen: null };
  const amount = toWire(shown.reduce((sum, { exact }) => sum.plus(exact), zero));
  const { required } = least;
  return {
    ...read,
    seen: { amount, confirmations: Math.min(least.confirmations, required), required },
  };
}
