import { createBalances } from './features/chains/chains.balances.service.ts';
import type { ChainsPorts } from './features/chains/chains.ports.ts';
import { createRereads } from './features/chains/chains.reread.service.ts';
import { bookRemoved } from './features/deposits/deposits.claims.service.ts';
import { claimAwaited, reportRemoved } from './features/deposits/deposits.decisions.service.ts';
import { ownDeposit } from './features/deposits/deposits.following.service.ts';
import { notifyOfGreen } from './features/deposits/deposits.green.service.ts';
import type { DepositsDeps, DepositsPorts } from './features/deposits/deposits.ports.ts';
import { openClaimed, openPaidSales, saleDeposits } from './features/deposits/deposits.service.ts';
import type { OrdersPorts } from './features/orders/orders.ports.ts';
import { confirmRefunds } from './features/refunds/refunds.confirmation.service.ts';
import { refillRefunds } from './features/refunds/refunds.refill.service.ts';
import { depositChoicesOf } from './features/settlements/settlements.choices.service.ts';
import type { PayoutsOfSettlements, SettlementsPorts } from './features/settlements/settlements.ports.ts';
import { settleChains, voidReorganised } from './features/settlements/settlements.service.ts';
import { notifyOfArrivals } from './features/settlements/unmatched.list.service.ts';

type Ports = Pick<ChainsPorts, 'onTransfersRemoved' | 'onChainRead' | 'rereads' | 'balances'> &
  Pick<OrdersPorts, 'deposits'> &
  DepositsPorts &
  Omit<SettlementsPorts, keyof PayoutsOfSettlements>;

/**
 * Wires the features about deposits: the steps after a chain was read, what its node is asked again, and calls between
 * them.
 */
export function depositPortsOf(
  { chainReaders, log }: Pick<DepositsDeps, 'chainReaders' | 'log'>,
  deps: () => DepositsDeps & SettlementsPorts,
): Ports {
  return {
    deposits: saleDeposits(deps),
    rereads: createRereads({ chainReaders, log, now: () => deps().now() }),
    balances: createBalances({ chainReaders, log, now: () => deps().now() }),
    onTransfersRemoved: async (tx, removedTransfers) => {
      await voidReorganised(tx, deps(), removedTransfers);
      const lostTransferIds = await bookRemoved(tx, removedTransfers, deps().now());
      await reportRemoved(tx, deps(), removedTransfers, lostTransferIds);
    },
    onChainRead: async (chain) => {
      await refillRefunds(deps(), chain);
      await openPaidSales(deps(), chain);
      await claimAwaited(deps(), chain);
      await settleChains(deps(), [chain]);
      await notifyOfGreen(deps(), chain);
      await confirmRefunds(deps(), chain);
      await notifyOfArrivals(deps(), chain);
    },
    openOrderOfQuote: async (tx, quoteId) => (await openClaimed(tx, deps(), quoteId))?.orderId,
    ownDepositOf: (tx, actor, orderId) => ownDeposit({ ...deps(), db: tx, inTx: (work) => work(tx) }, actor, orderId),
    depositChoicesOf: (overrides, orderId) => depositChoicesOf({ ...deps(), ...overrides }, orderId),
  };
}
