import { Conflict, Unprocessable } from '#server/http/refusal.ts';
import { decimal, type Amount } from '#shared/kernel/money.ts';
import { presentTerms, type Terms } from './sell.pricing.ts';

/** Of a hold, what its price depends on. */
export type QuotedTerms = {
  cryptoId: string;
  amount: Amount<'coin'>;
  terms: Terms;
  expiresAt: Date;
  reofferedAt: Date | null;
};

export type Offer = {
  sale: { cryptoId: string; amount: Amount<'coin'>; currency: string };
  /** The net payout the customer saw. */
  expectedNet: Amount<'payout'>;
  /** The hold named, if one was. */
  quote?: QuotedTerms;
  /** What the sale is worth now; absent while nothing can be quoted. */
  today?: Terms;
  now: Date;
};

const tolerance = decimal('0.005');

/**
 * The terms of an order, whatever the browser sends. An unexpired quote with the same terms is honoured to the cent.
 * Otherwise the current terms apply, if the customer has seen them: within 0.5 %, else quote_changed with the current
 * amounts. An expired quote always needs that confirmation once, even if the amount is unchanged.
 */
export function resolveTerms({ sale, expectedNet, quote, today, now }: Offer): Terms {
  if (quote && isSameSell(quote, sale) && now < quote.expiresAt) {
    if (isNear(expectedNet, quote.terms.netAmount)) return quote.terms;
    throw quoteChanged(quote.terms);
  }
  if (!today) throw rateUnavailable();
  if (!isNear(expectedNet, today.netAmount)) throw quoteChanged(today);
  if (quote && !(isSameSell(quote, sale) && knowsToday(quote, expectedNet))) throw quoteChanged(today);
  return today;
}

/** True when the amount cannot be the quote's, or when the customer was asked before. */
function knowsToday(quote: QuotedTerms, expectedNet: Amount<'payout'>): boolean {
  return quote.reofferedAt !== null || !expectedNet.eq(quote.terms.netAmount);
}

function isSameSell(quote: QuotedTerms, sale: Offer['sale']): boolean {
  return quote.cryptoId === sale.cryptoId && quote.amount.eq(sale.amount) && quote.terms.currency === sale.currency;
}

function isNear(expected: Amount<'payout'>, net: Amount<'payout'>): boolean {
  return expected.minus(net).abs().lte(net.times(tolerance));
}

/** 409 with the current amounts. */
function quoteChanged(terms: Terms): Conflict {
  const reason = 'sell_rate_changed';
  return new Conflict('quote_changed', reason, { quote: presentTerms(terms) });
}

/** 422: there is nothing to quote at. */
export function rateUnavailable(): Unprocessable {
  return new Unprocessable('rate_unavailable', 'sell_rate_unavailable');
}
