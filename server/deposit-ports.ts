import type { Composition } from './compose.ts';
import { claimAwaited } from './features/deposits/deposits.decisions.service.ts';
import { openClaimed, openPaidSales } from './features/deposits/deposits.opening.service.ts';
import { reportRemoved } from './features/deposits/deposits.reorganised.service.ts';
import { confirmRefunds } from './features/refunds/refunds.confirmation.service.ts';
import { depositChoicesOf } from './features/settlements/settlements.choices.service.ts';
import { settleChain, voidReorganised } from './features/settlements/settlements.service.ts';

type DepositCalls = 'onTransfersRemoved' | 'onChainRead' | 'openOrderOfQuote' | 'depositChoicesOf';

/** What follows when a chain was read, and what deposits and settlements ask each other. */
export function depositPortsOf(deps: () => Composition): Pick<Composition, DepositCalls> {
  return {
    onTransfersRemoved: async (tx, removed) => {
      await reportRemoved(deps(), tx, removed);
      await voidReorganised(deps(), tx, removed);
    },
    onChainRead: async (chain) => {
      await openPaidSales(deps(), chain);
      await claimAwaited(deps(), chain);
      await settleChain(deps(), chain);
      await confirmRefunds(deps(), chain);
    },
    openOrderOfQuote: async (tx, quoteId) => (await openClaimed(tx, deps(), quoteId))?.orderId,
    depositChoicesOf: (db, orderId) => depositChoicesOf(deps(), db, orderId),
  };
}
