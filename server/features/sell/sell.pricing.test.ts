import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '#server/lib/refusal.ts';
import { decimal, rateOf, round, unitOf, unnamedAmount, type Amount, type Rate } from '#shared/kernel/money.ts';
import { paymentUri } from '#shared/sell/sell.payment-uri.ts';
import { feeTiers, priceSell } from '#shared/sell/sell.rules.ts';
import { resolveTerms, type Offer, type QuotedTerms } from './sell.pricing.ts';
import type { Terms } from './sell.queries.ts';

const tiers = feeTiers([
  { overUsd: 0, percent: 5 },
  { overUsd: 5_000, percent: 4 },
  { overUsd: 10_000, percent: 3 },
]);
const cents = (value: number) => rateOf('coin', 'usd', decimal(String(value)).times('0.01'));
const amounts = fc
  .integer({ min: 1_000, max: 500_000_000 })
  .map((value) => unnamedAmount('coin', decimal(String(value)).times('0.00001')));
const prices = fc.integer({ min: 100, max: 9_000_000 }).map(cents);

const termsAt = (amount: Amount<'coin'>, priceUsd: Rate<'coin', 'usd'>): Terms => ({
  ...priceSell({ amount, priceUsd, unitsPerUsd: rateOf('usd', 'payout', '1'), minorUnits: 2, tiers }),
  currency: 'USD',
  rateAt: new Date(0),
  rateSource: 'sample',
});

const heldAt = new Date('2026-11-21T10:00:00Z');
const minutes = (count: number) => new Date(heldAt.getTime() + count * 60_000);

const cases = fc.record({
  amount: amounts,
  heldPrice: prices,
  todayPrice: fc.option(prices, { nil: undefined }),
  offset: fc.integer({ min: -20_000, max: 20_000 }),
  near: fc.constantFrom('held', 'today'),
  hasQuote: fc.boolean(),
  reoffered: fc.boolean(),
  minutesAfter: fc.integer({ min: 0, max: 30 }),
  otherSale: fc.constantFrom('same', 'amount', 'currency', 'coin'),
});

/** An offer close to one of the two net amounts, and the values that it was made of. */
function offerOf(made: typeof cases extends fc.Arbitrary<infer Case> ? Case : never) {
  const { amount, heldPrice, todayPrice, offset, near, hasQuote, reoffered, minutesAfter, otherSale } = made;
  const sale = {
    cryptoId: otherSale === 'coin' ? 'litecoin' : 'bitcoin',
    amount: otherSale === 'amount' ? amount.plus(unnamedAmount('coin', '1')) : amount,
    currency: otherSale === 'currency' ? 'EUR' : 'USD',
  };
  const heldTerms = termsAt(amount, heldPrice);
  const today = todayPrice && { ...termsAt(sale.amount, todayPrice), currency: sale.currency };
  const base = near === 'today' && today ? today.netAmount : heldTerms.netAmount;
  const factor = decimal(String(offset)).times('0.000001').plus('1');
  const expectedNet = round(base.times(factor), unitOf('payout', 2), 'half-up');
  const quote: QuotedTerms | undefined = hasQuote
    ? { cryptoId: 'bitcoin', amount, terms: heldTerms, expiresAt: minutes(15), reofferedAt: reoffered ? heldAt : null }
    : undefined;
  const offer: Offer = { sale, expectedNet, quote, today, now: minutes(minutesAfter) };
  return { offer, held: heldTerms, today, expectedNet, runs: minutesAfter < 15, isSame: otherSale === 'same' };
}

/** The terms of an offer, or its refusal. */
function outcome(offer: Offer): Terms | Refusal {
  try {
    return resolveTerms(offer);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const whatever = (holds: (made: ReturnType<typeof offerOf>, result: Terms | Refusal) => boolean) => {
  const property = fc.property(cases, (made) => {
    const triedOffer = offerOf(made);
    return holds(triedOffer, outcome(triedOffer.offer));
  });
  return () => fc.assert(property, { numRuns: 5_000 });
};

describe('a browser’s own net amount', () => {
  test('makes an order on the terms of its quote or today’s, at most half a per cent below', () => {
    const holds = whatever(({ offer, held, today, runs, isSame, expectedNet }, result) => {
      if (result instanceof Refusal) return true;
      const isHonoured = Boolean(offer.quote) && runs && isSame;
      const gap = result.netAmount.minus(expectedNet).abs();
      return result === (isHonoured ? held : today) && gap.lte(result.netAmount.times(decimal('0.005')));
    });
    expect(holds).not.toThrow();
  });

  test('is refused with the accepted amounts, and accepting them makes the order', () => {
    const holds = whatever(({ offer, isSame }, refused) => {
      if (!(refused instanceof Refusal) || refused.code !== 'quote_changed') return true;
      const { quote } = refused.extra as { quote: { netAmount: number } };
      const reoffered = offer.quote && { ...offer.quote, reofferedAt: offer.now };
      const expectedNet = unnamedAmount('payout', String(quote.netAmount));
      return !(outcome({ ...offer, quote: isSame ? reoffered : undefined, expectedNet }) instanceof Refusal);
    });
    expect(holds).not.toThrow();
  });
});

test('a sale without an open quote is refused while its rate cannot be quoted', () => {
  const amount = unnamedAmount('coin', '1');
  const terms = termsAt(amount, rateOf('coin', 'usd', '100'));
  const quote = { cryptoId: 'bitcoin', amount, terms, expiresAt: minutes(15), reofferedAt: null };
  const offer = { sale: { cryptoId: 'bitcoin', amount, currency: 'USD' }, expectedNet: terms.netAmount, quote };
  expect(resolveTerms({ ...offer, now: minutes(14) })).toBe(terms);
  expect(() => resolveTerms({ ...offer, now: minutes(15) })).toThrow('Rate not available');
  expect(() => resolveTerms({ ...offer, quote: undefined, now: heldAt })).toThrow('Rate not available');
});

describe('the payment link', () => {
  const link = (cryptoId: string, amount: string, memo: string | null = null) =>
    paymentUri({ cryptoId, address: 'ADDR', memo, amount: unnamedAmount('coin', amount) });

  test('has no exponent, and whole units on chains that count in them', () => {
    expect(link('bitcoin', '0.00000001')).toBe('bitcoin:ADDR?amount=0.00000001');
    expect(link('bitcoin-cash', '1')).toBe('bitcoincash:ADDR?amount=1');
    expect(link('ethereum', '0.12345678')).toBe('ethereum:ADDR@1?value=123456780000000000');
    expect(link('binancecoin', '2')).toBe('ethereum:ADDR@56?value=2000000000000000000');
    expect(link('usdt-erc20', '20.5')).toMatch(/\/transfer\?address=ADDR&uint256=20500000$/);
  });

  test('has the destination tag, and is a plain address if wallets agree on no form', () => {
    expect(link('ripple', '20', '7 & 8')).toBe('ripple:ADDR?amount=20&dt=7%20%26%208');
    expect(link('usdt-trc20', '10')).toBe('ADDR');
    expect(link('some-new-coin', '1')).toBe('ADDR');
  });
});
