import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { assertAllowance, reserveReference } from '#server/features/orders/open/orders.opening.service.ts';
import { instructionsFor, payableCurrencies } from '#server/features/payment-methods/payment-methods.service.ts';
import { railFor } from '#server/features/payout-accounts/payout-accounts.rails.service.ts';
import { currentUnits, rateUnavailable, type CurrentUnits } from '#server/features/rates/rates.service.ts';
import { notOffered, assertBank, assertRoomToday } from '#server/features/sell/sell.offer.service.ts';
import { openQuotesOf } from '#server/features/sell/sell.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { newId } from '#server/lib/new-id.ts';
import { Invalid, assertWhole } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type {
  ExchangeEstimate,
  ExchangeEstimateTerms,
  ExchangeInstructions,
  ExchangeTerms,
  FiatCurrencyView,
} from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { amountToBuy, convertAmount, defaultCurrencies } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import type { Id } from '#shared/kernel/ids.ts';
import {
  amountOf,
  convertBack,
  decimal,
  none,
  rateOf,
  round,
  toText,
  toWire,
  unitOf,
  unnamedAmount,
  usdCents,
  type Amount,
  type Rate,
} from '#shared/kernel/money.ts';
import { reasonWith, type Reason } from '#shared/kernel/reason.ts';
import { proofHours } from '#shared/orders/orders.lifecycle.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';
import { minorUnitsOf, payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { hourMs, minuteMs } from '#shared/reference/units-of-time.ts';
import { currencyRuleOf, exchangeProblem } from '#shared/settings/settings.offer.ts';
import type { FiatExchangeDeps } from './fiat-exchange.ports.ts';
import {
  insertCurrency,
  insertRate,
  listCurrencies,
  lockQuoteOf,
  replaceQuote,
  seedAlone,
  type CurrencyRow,
  type ExchangeQuote,
} from './fiat-exchange.queries.ts';
import { pairOf, presentCurrency, type PairRate } from './fiat-exchange.rates.ts';

export { openExchangeRates } from './fiat-exchange.rates.ts';

/** An exchange in exact amounts. */
export type PricedExchange = {
  pair: PairRate;
  amount: Amount<'sent'>;
  rate: Rate<'sent', 'payout'>;
  output: Amount<'payout'>;
  /** Decimals of the currency received. */
  minorUnits: number;
  valueUsd: Amount<'usd'>;
};

/** Above this amount a JSON number would lose its last digits, and no operator pays it. */
const maxAmount = '1000000000000';
const maxSent = amountOf('sent', maxAmount);
const maxOutput = unnamedAmount('payout', maxAmount);

/** Prices an amount now. Refuses with rate_unavailable, and with invalid_input for one that is too small or large. */
export async function estimateExchange(
  deps: FiatExchangeDeps,
  terms: ExchangeEstimateTerms,
): Promise<ExchangeEstimate> {
  return presentEstimate(await priceNow(deps, terms));
}

/**
 * Locks the rate of an exchange and shows the accounts and the reference to pay with; the reference is reserved for the
 * next exchange. Refuses with not_offered, rate_unavailable, invalid_input, above_maximum, below_minimum, kyc_required.
 */
export async function createQuote(
  deps: FiatExchangeDeps,
  actor: Actor,
  terms: ExchangeTerms,
): Promise<ExchangeInstructions> {
  assertInstallation(deps);
  const { userId } = actor;
  const now = deps.now();
  const units = await currentUnits(deps, terms.fromCurrency);
  const pair = (await deps.exchange()).pair(terms.fromCurrency, terms.toCurrency);
  const instructions = await instructionsFor(deps, terms.fromCurrency);
  const { valueUsd: openQuotesUsd } = await openQuotesOf(deps.db, userId, now);
  return deps.inTx(async (tx) => {
    const openQuote = await findOpenQuote(tx, userId, terms, now);
    if (!openQuote) assertExchangeOffered(deps, terms);
    const rate = openQuote ? pairOf(openQuote) : pair;
    if (!rate) throw rateUnavailable('exchange_rate_unavailable');
    const pricedExchange = priceExchange(rate, amountOf('sent', terms.amount), units);
    assertPayable(pricedExchange, 'amount');
    if (!openQuote) assertBankFor(deps, pricedExchange, 'amount');
    await assertAllowance(deps, tx, userId, pricedExchange.valueUsd, openQuotesUsd);
    if (!openQuote) await assertRoomToday(tx, deps, terms.toCurrency, pricedExchange.output);
    const { lockedUntil, proofDueAt } = openQuote ?? (await lockRate(tx, deps, userId, pricedExchange, now));
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

/** Returns the bank rail of the currency that an exchange pays out. */
export const bankOf = (deps: SettingsPorts, toCurrency: string): string => railFor(deps, toCurrency, 'bank');

const paysBanks = (deps: SettingsPorts, currency: string): boolean =>
  currencyRuleOf(settingsOf(deps).offer, currency).methods.includes(bankOf(deps, currency));

/** Refuses with above_maximum or below_minimum what that bank does not take in one payment. */
export function assertBankFor(
  deps: SettingsPorts,
  { pair: { to: currency }, output }: Pick<PricedExchange, 'pair' | 'output'>,
  field: 'amount' | 'inputAmount',
): void {
  assertBank(deps, { method: bankOf(deps, currency), currency }, output, field);
}

/**
 * Refuses with not_offered while exchanges, or one of the two currencies, are paused, and a currency that no bank is
 * paid in.
 */
export function assertExchangeOffered(deps: SettingsPorts, pair: Pick<ExchangeTerms, 'fromCurrency' | 'toCurrency'>) {
  const reason = exchangeProblem(settingsOf(deps), pair.fromCurrency, pair.toCurrency);
  if (reason) throw notOffered(reason);
  const { toCurrency: currency } = pair;
  if (!paysBanks(deps, currency)) throw notOffered(reasonWith('currency_not_offered', { currency }));
}

/**
 * Returns the quote that is locked for exactly these terms; it is valid until it expires, even if the pair is turned
 * off.
 */
export async function findOpenQuote(
  tx: Tx,
  userId: Id<'user'>,
  { fromCurrency, toCurrency, amount }: ExchangeTerms,
  now: Date,
): Promise<ExchangeQuote | undefined> {
  const quote = await lockQuoteOf(tx, userId);
  const isSame =
    quote?.fromCurrency === fromCurrency &&
    quote.toCurrency === toCurrency &&
    amountOf('sent', quote.amount).eq(amountOf('sent', amount));
  return isSame && now < quote.lockedUntil ? quote : undefined;
}

async function lockRate(
  tx: Tx,
  deps: SettingsPorts,
  userId: Id<'user'>,
  { pair, amount }: PricedExchange,
  now: Date,
): Promise<ExchangeQuote> {
  const quote = {
    id: newId('quote'),
    userId,
    fromCurrency: pair.from,
    toCurrency: pair.to,
    amount: amount.toFixed(),
    exchangeRate: pair.rate.toFixed(),
    isSample: pair.isSample,
    updatedAt: pair.updatedAt,
    lockedUntil: new Date(now.getTime() + settingsOf(deps).limits.quoteMinutes * minuteMs),
    proofDueAt: new Date(now.getTime() + proofHours * hourMs),
  };
  await replaceQuote(tx, quote);
  return quote;
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

async function priceNow(
  deps: FiatExchangeDeps,
  { fromCurrency, toCurrency, amount, outputAmount }: ExchangeEstimateTerms,
): Promise<PricedExchange> {
  assertExchangeOffered(deps, { fromCurrency, toCurrency });
  const pair = (await deps.exchange()).pair(fromCurrency, toCurrency);
  if (!pair) throw rateUnavailable('exchange_rate_unavailable');
  const sentAmount =
    amount === undefined
      ? amountBuying(pair, amountOf('payout', outputAmount ?? '0', toCurrency))
      : amountOf('sent', amount);
  return priceExchange(pair, sentAmount, await currentUnits(deps, fromCurrency));
}

function amountBuying({ from, to, rate }: PairRate, output: Amount<'payout'>): Amount<'sent'> {
  return amountToBuy(output, rateOf('sent', 'payout', rate), unitOf('sent', minorUnitsOf(from)), minorUnitsOf(to));
}

/**
 * Prices an amount at the rate of a pair. Refuses with rate_unavailable without `units`, because the limit needs its
 * value in dollars, and invalid_input for an amount that is too small or too large.
 */
export function priceExchange(pair: PairRate, amount: Amount<'sent'>, units: CurrentUnits | undefined): PricedExchange {
  const minorUnits = minorUnitsOf(pair.to);
  const rate = rateOf('sent', 'payout', pair.rate);
  const output = convertAmount(amount, rate, minorUnits);
  if (output.gt(maxOutput) || amount.gt(maxSent)) throw refusedAmount('amount_too_large');
  if (output.eq(none.payout)) throw refusedAmount('amount_too_small');
  if (!units) throw rateUnavailable('exchange_rate_unavailable');
  const valueUsd = round(convertBack(amount, rateOf('usd', 'sent', units.unitsPerUsd)), usdCents, 'half-up');
  return { pair, amount, rate, output, minorUnits, valueUsd };
}

/** Refuses with invalid_input an amount finer than the smallest unit of its currency: it cannot be sent. */
export function assertPayable({ pair, amount }: PricedExchange, field: 'amount' | 'inputAmount'): void {
  assertWhole(amount, unitOf('sent', minorUnitsOf(pair.from)), { symbol: pair.from, field });
}

/** Presents the estimate of an exchange, with amounts as numbers of the wire. */
export function presentEstimate({ pair, amount, rate, output, valueUsd }: PricedExchange): ExchangeEstimate {
  return {
    fromCurrency: pair.from,
    toCurrency: pair.to,
    inputAmount: toWire(amount),
    exchangeRate: toWire(rate),
    outputAmount: toWire(output),
    valueUsd: toWire(valueUsd),
    rateUpdatedAt: pair.updatedAt.toISOString(),
    source: pair.isSample ? 'sample' : 'manual',
  };
}

function refusedAmount(reason: Reason): Invalid {
  return new Invalid('invalid_input', reason, { fields: { amount: reason } });
}

/** Adds the default currencies that are missing, after the existing ones; returns the added ones. */
export async function addDefaultCurrencies(tx: Tx): Promise<CurrencyRow[]> {
  const storedCurrencies = await listCurrencies(tx);
  const lastSortOrder = Math.max(0, ...storedCurrencies.map(({ sortOrder }) => sortOrder));
  const missingCodes = defaultCurrencies.filter((code) => !storedCurrencies.some((row) => row.code === code));
  const addedCurrencies: CurrencyRow[] = [];
  for (const code of missingCodes) {
    const { name = code, symbol = code } = payoutCurrency(code) ?? {};
    addedCurrencies.push(
      await insertCurrency(tx, { code, name, symbol, sortOrder: lastSortOrder + addedCurrencies.length + 1 }),
    );
  }
  if (addedCurrencies.length > 0) await publish(tx, { kind: 'rates_changed' });
  return addedCurrencies;
}

/** Seeds an installation without a currency; outside production also sample rates, to try an exchange. */
export async function seedExchange({ inTx, env }: Pick<Platform, 'inTx' | 'env'>): Promise<void> {
  await inTx(async (tx) => {
    await seedAlone(tx);
    if ((await listCurrencies(tx)).length > 0) return;
    const addedCurrencies = await addDefaultCurrencies(tx);
    for (const { id, code } of addedCurrencies)
      await recordAudit(tx, 'system', 'fiat_currency.seeded', { type: 'fiat_currency', id }, { code });
    if (env.production || !env.fx.sources.includes('sample')) return;
    for (const from of addedCurrencies) {
      for (const to of addedCurrencies) if (from !== to) await addSampleRate(tx, from.code, to.code);
    }
  });
}

async function addSampleRate(tx: Tx, from: string, to: string): Promise<void> {
  const fromUnits = fxSample[from];
  const toUnits = fxSample[to];
  if (!fromUnits || !toUnits) return;
  // Rounds down, so that nobody gains by exchanging there and back.
  const exchangeRate = toText(round(decimal(toUnits).div(decimal(fromUnits)), { decimals: 8 }, 'down'));
  await insertRate(tx, { fromCurrency: from, toCurrency: to, exchangeRate, isActive: true, isSample: true });
}
