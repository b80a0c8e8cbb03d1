import type { DepositAddress } from '#server/features/wallets/wallets.service.ts';
import { isSignedRow, signRow } from '#server/lib/row-signature.ts';
import { toText, type Amount } from '#shared/kernel/money.ts';
import type { Terms } from './sell.pricing.ts';

/** A quote as it is written: whose it is, where the coins go, and what it promises. */
export type NewQuote = {
  userId: string;
  reference: string;
  cryptoId: string;
  amount: Amount<'coin'>;
  terms: Terms;
  deposit: DepositAddress;
  createdAt: Date;
  expiresAt: Date;
};

const purpose = 'sell quote';

/** The keyed signature of a quote: whose it is, where the coins go, and all that it promises for them. */
export function signQuote(id: string, quote: NewQuote): Buffer {
  return signRow(purpose, fieldsOf(id, quote));
}

/** Whether the product itself wrote this quote. */
export function isSignedQuote(id: string, quote: NewQuote, signature: Buffer | null): boolean {
  return isSignedRow(purpose, fieldsOf(id, quote), signature);
}

function fieldsOf(id: string, { userId, reference, cryptoId, amount, terms, deposit, ...times }: NewQuote): unknown[] {
  const { address, memo, network, isSample } = deposit;
  const { buyingRate, grossAmount, feePercent, marginAmount, netAmount, valueUsd } = terms;
  return [
    id,
    userId,
    reference,
    cryptoId,
    network,
    address,
    memo,
    isSample,
    terms.currency,
    ...[amount, buyingRate, grossAmount, feePercent, marginAmount, netAmount, valueUsd].map(toText),
    times.createdAt.toISOString(),
    times.expiresAt.toISOString(),
  ];
}
