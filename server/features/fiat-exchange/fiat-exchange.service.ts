import { assertAllowance, reserveReference } from '#server/features/orders/open/orders.opening.service.ts';
import { instructionsFor, payableCurrencies } from '#server/features/payment-methods/payment-methods.service.ts';
import { currentUnits, rateUnavailable } from '#server/features/rates/rates.service.ts';
import { assertRoomToday, openQuotesOf } from '#server/features/sell/sell.promised.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import type {
  ExchangeEstimate,
  ExchangeEstimateTerms,
  ExchangeQuoteView,
  ExchangeTerms,
  FiatCurrencyView,
} from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { assertBankFor, assertOffered, assertSendable, paysBanks } from './fiat-exchange.offer.service.ts';
import type { FiatExchangeDeps } from './fiat-exchange.ports.ts';
import { presentEstimate, priceExchange, priceNow } from './fiat-exchange.pricing.ts';
import { findOpenQuote, storeQuote } from './fiat-exchange.quotes.service.ts';
import { pairOf, presentCurrency } from './fiat-exchange.rates.ts';

export { openExchangeRates } from './fiat-exchange.rates.ts';

/**
 * Prices an amount now. Refuses with not_offered, rate_unavailable, and with invalid_input for one that is too small or
 * large.
 */
export async function estimateExchange(
  deps: FiatExchangeDeps,
  terms: ExchangeEstimateTerms,
): Promise<ExchangeEstimate> {
  assertOffered(deps, terms);
  return presentEstimate(await priceNow(deps, terms));
}

/**
 * Locks the rate of an exchange and shows the accounts and the reference to pay with; the reference is reserved for the
 * next exchange. Unlike a sale it takes no key: a customer has one quote, which the same terms find again. Refuses with
 * not_offered, rate_unavailable, invalid_input, above_maximum, below_minimum, kyc_required.
 */
export async function createExchangeQuote(
  deps: FiatExchangeDeps,
  actor: Actor,
  terms: ExchangeTerms,
): Promise<ExchangeQuoteView> {
  assertInstallation(deps);
  const { userId } = actor;
  const now = deps.now();
  const units = await currentUnits(deps, terms.fromCurrency);
  const pair = (await deps.exchange()).pair(terms.fromCurrency, terms.toCurrency);
  const instructions = await instructionsFor(deps, terms.fromCurrency);
  const { valueUsd: openQuotesUsd } = await openQuotesOf(deps.db, userId, now);
  return deps.inTx(async (tx) => {
    const openQuote = await findOpenQuote(tx, userId, terms, now);
    if (!openQuote) assertOffered(deps, terms);
    const rate = openQuote ? pairOf(openQuote) : pair;
    if (!rate) throw rateUnavailable('exchange_rate_unavailable');
    const pricedExchange = priceExchange(rate, amountOf('sent', terms.amount), units);
    assertSendable(pricedExchange, 'amount');
    if (!openQuote) assertBankFor(deps, pricedExchange, 'amount');
    await assertAllowance(deps, tx, userId, pricedExchange.valueUsd, openQuotesUsd);
    if (!openQuote) await assertRoomToday(tx, deps, terms.toCurrency, pricedExchange.output);
    const { lockedUntil, proofDueAt } = openQuote ?? (await storeQuote(tx, deps, userId, pricedExchange, now));
    return {
      estimate: presentEstimate(pricedExchange),
      reference: await reserveReference(tx, userId),
      instructions,
      lockedUntil: lockedUntil.toISOString(),
      proofDueAt: proofDueAt.toISOString(),
      serverTime: now.toISOString(),
    };
  });
}

/**
 * The currencies that can be exchanged, into which each can go (those that banks are paid in), and whether it can be
 * paid in.
 */
export async function listExchangeCurrencies(
  deps: FiatExchangeDeps,
): Promise<(FiatCurrencyView & { exchangesInto: string[]; canBePaidIn: boolean })[]> {
  const [{ currencies, pairs }, payableCodes] = await Promise.all([deps.exchange(), payableCurrencies(deps)]);
  return currencies.map((row) => ({
    ...presentCurrency(row),
    exchangesInto: pairs.filter(({ from, to }) => from === row.code && paysBanks(deps, to)).map(({ to }) => to),
    canBePaidIn: payableCodes.has(row.code),
  }));
}
