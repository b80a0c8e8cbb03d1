import type { Id } from '#shared/kernel/ids.ts';
import type { Amount, Decimal, Rate } from '#shared/kernel/money.ts';
import type { OrderInstruction } from '#shared/orders/orders.contract.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';

/** Everything an order is made of; terms are copied into it, so that nothing later moves them. */
export type OrderDraft = {
  reference: string;
  userId: Id<'user'>;
  /** The quote it was made of. */
  quoteId: Id<'quote'> | null;
  /** The customer gives coins for a sale, units of a currency for an exchange. */
  gives: { type: 'sell'; coin: SoldCoin } | { type: 'fiat'; currency: string };
  amount: Amount<'coin'> | Amount<'sent'>;
  /** Payout units for one unit given, from where and when. */
  rate: Rate<'coin', 'payout'> | Rate<'sent', 'payout'>;
  rateAt: Date;
  rateSource: string;
  payoutCurrency: string;
  grossAmount: Amount<'payout'>;
  feePercent: Decimal;
  feeAmount: Amount<'payout'>;
  payoutAmount: Amount<'payout'>;
  valueUsd: Amount<'usd'>;
  paymentDetails: (PaymentDetails & { routingNumber?: string }) | null;
  deposit: { address: string; memo: string | null; network: string } | null;
  /** For an exchange: where the customer was asked to pay. */
  paymentInstructions?: readonly OrderInstruction[];
  transactionHash: string | null;
  /** Time by which the proof of an exchange must be there. */
  proofDueAt?: Date;
  /** True where the proof of the payment is stored. */
  hasProof: boolean;
  /** The member who opens it for its customer. */
  openedBy?: Id<'user'>;
  /** True if it has an address of its own, whose coins prove it. */
  isOwn?: boolean;
};

export type SoldCoin = { id: string; name: string; symbol: string; color: string };
