import type { OrderDraft, SoldCoin } from '#server/features/orders/open/orders.opening.service.ts';
import type { DepositAddress } from '#server/features/wallets/wallets.service.ts';
import type { SellInput } from './sell.pricing.ts';
import type { Terms } from './sell.queries.ts';

export type AgreedTerms = { terms: Terms; deposit: DepositAddress };

/** Values of an order beside its terms. */
export type SaleDetails = Pick<OrderDraft, 'userId' | 'quoteId' | 'paymentDetails'> & {
  sale: SellInput;
  coin: SoldCoin;
  /** Hash that the customer typed. */
  hash: string | null;
};

/** Returns the values that an order copies from its quote, its terms and its customer. */
export function orderDraft(
  { userId, quoteId, paymentDetails, sale, hash, coin }: SaleDetails,
  { terms, deposit, reference }: AgreedTerms & { reference: string },
): OrderDraft {
  const { id, name, symbol, color } = coin;
  return {
    reference,
    userId,
    quoteId,
    gives: { type: 'sell', coin: { id, name, symbol, color } },
    amount: sale.amount,
    rate: terms.buyingRate,
    rateAt: terms.rateAt,
    rateSource: terms.rateSource,
    payoutCurrency: terms.currency,
    grossAmount: terms.grossAmount,
    feePercent: terms.feePercent,
    feeAmount: terms.feeAmount,
    payoutAmount: terms.netAmount,
    valueUsd: terms.valueUsd,
    paymentDetails,
    deposit,
    transactionHash: hash,
    hasProof: true,
  };
}
