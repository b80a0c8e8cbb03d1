import { expiredQuoteSource } from '#server/features/orders/orders.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { currentRate, rateUnavailable, type CoinRate } from '#server/features/rates/rates.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Conflict, wrongField } from '#server/lib/refusal.ts';
import { remembered } from '#server/lib/remembered.ts';
import { toWireRow } from '#server/lib/wire.ts';
import { decimal, none, rateOf, toText, toWire, unnamedAmount, type Amount } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import type { SellEstimate, SellQuoteView } from '#shared/sell/sell.contract.ts';
import { paymentUri } from '#shared/sell/sell.payment-uri.ts';
import { amountForPayout, feeTiers, priceSell, type FeeTier } from '#shared/sell/sell.rules.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { saleProblem } from '#shared/settings/settings.offer.ts';
import { xAddressOf } from '#shared/wallets/wallets.x-address.ts';
import type { Quote, Terms } from './sell.queries.ts';

/** A coin, its amount in decimals and the payout currency. */
export type SellInput = { cryptoId: string; amount: Amount<'coin'>; currency: string };

/** The price of a sale now; `terms` is absent while nothing can be quoted ('Rate not available'). */
export type Priced = { coin: CoinRate; terms?: Terms; updatedAt: Date | null; source: string };

/** Equals the limit of an amount on the wire. */
const maxCoinDecimals = 8;
/** Above this a JSON number would lose its last digits, and no operator pays it. */
const maxGross = unnamedAmount('payout', '1000000000000');

const hundred = decimal('100');
const hundredth = decimal('0.01');

/**
 * Prices a sale without a query, at the market's rate less `spreadPercent` per cent; a negative one adds to it.
 * The fee tier is that of the market's value. Refuses with invalid_input an unknown coin or currency, and payouts
 * beyond a million million.
 */
export async function priceNow(
  deps: RatesPorts & SettingsPorts,
  { cryptoId, amount, currency }: SellInput,
  spreadPercent = 0,
): Promise<Priced> {
  const rate = await currentRate(deps, cryptoId, currency);
  if (!rate.coin) throw wrongField('cryptoId', 'coin_invalid');
  if (!rate.currency) throw wrongField('targetCurrency', 'payout_currency_required');
  const { coin, source, updatedAt } = rate;
  if (!rate.available || saleProblem(settingsOf(deps), cryptoId, currency)) return { coin, source, updatedAt };
  const { priceUsd } = rate;
  const share = hundred.minus(decimal(String(spreadPercent))).times(hundredth);
  const unitsPerUsd = rateOf('usd', 'payout', decimal(toText(rate.unitsPerUsd)).times(share));
  const { minorUnits } = rate.currency;
  const price = priceSell({ amount, priceUsd, unitsPerUsd, minorUnits, tiers: tiersOf(settingsOf(deps).fees.tiers) });
  if (price.grossAmount.gt(maxGross)) {
    const aboveMaximum = reasonWith('sale_too_large', { max: maxGross.toFixed(), currency });
    throw wrongField('cryptoAmount', aboveMaximum);
  }
  return { coin, source, updatedAt, terms: { ...price, currency, rateAt: rate.updatedAt, rateSource: source } };
}

/**
 * The least amount of a coin that pays out the wanted amount now; 0 while nothing can be quoted. Refuses with
 * invalid_input an amount that no sale pays.
 */
export async function amountPaying(
  deps: RatesPorts & SettingsPorts,
  { cryptoId, currency }: Omit<SellInput, 'amount'>,
  payout: Amount<'payout'>,
): Promise<Amount<'coin'>> {
  const rate = await currentRate(deps, cryptoId, currency);
  if (!rate.available) return none.coin;
  const { priceUsd, unitsPerUsd } = rate;
  const { minorUnits } = rate.currency;
  const pricing = { priceUsd, unitsPerUsd, minorUnits, tiers: tiersOf(settingsOf(deps).fees.tiers) };
  const coinDecimals = Math.min(maxCoinDecimals, rate.coin.decimals);
  const amount = payout.gt(maxGross) ? undefined : amountForPayout(payout, coinDecimals, pricing);
  if (amount) return amount;
  throw wrongField('payoutAmount', reasonWith('sale_too_large', { max: maxGross.toFixed(), currency }));
}

/** Presents the amounts of a price. */
export function presentTerms(terms: Terms): SellEstimate {
  return {
    grossAmount: toWire(terms.grossAmount),
    marginAmount: toWire(terms.feeAmount),
    netAmount: toWire(terms.netAmount),
    buyingRate: toWire(terms.buyingRate),
    currency: terms.currency,
    feePercent: toWire(terms.feePercent),
    valueUsd: toWire(terms.valueUsd),
    rateUpdatedAt: terms.rateAt.toISOString(),
    source: terms.rateSource,
  };
}

/** Returns terms of zeros, which the screens show as 'Rate not available'. */
export function presentNoTerms(currency: string, { updatedAt, source }: Priced, now: Date): SellEstimate {
  const noAmounts = { grossAmount: 0, marginAmount: 0, netAmount: 0, buyingRate: 0, feePercent: 0, valueUsd: 0 };
  return { ...noAmounts, currency, rateUpdatedAt: (updatedAt ?? now).toISOString(), source };
}

const tierCache = new WeakMap<object, readonly FeeTier[]>();

/** Settings are replaced as a whole, so their tiers are turned into decimals once and not per quote. */
function tiersOf(tiers: PublicSettings['fees']['tiers']): readonly FeeTier[] {
  return remembered(tierCache, tiers, () => feeTiers(tiers));
}

export type QuotedTerms = {
  cryptoId: string;
  amount: Amount<'coin'>;
  terms: Terms;
  expiresAt: Date;
  reofferedAt: Date | null;
};

export type Offer = {
  sale: SellInput;
  /** The net payout the customer saw. */
  expectedNet: Amount<'payout'>;
  /** The quote named, if one was. */
  quote?: QuotedTerms;
  /** The terms at this moment's price; absent while nothing can be quoted. */
  today?: Terms;
  now: Date;
};

const tolerance = decimal('0.005');

/**
 * The terms of an order. An unexpired quote of the same sale is honoured to the cent; otherwise today's terms apply if
 * the customer saw them (0.5 %), else quote_changed. An expired quote is confirmed once, even if nothing changed.
 */
export function resolveTerms({ sale, expectedNet, quote, today, now }: Offer): Terms {
  if (quote && isSameSell(quote, sale) && now < quote.expiresAt) {
    if (isNear(expectedNet, quote.terms.netAmount)) return quote.terms;
    throw quoteChanged(quote.terms);
  }
  if (!today) throw rateUnavailable('sell_rate_unavailable');
  if (!isNear(expectedNet, today.netAmount)) throw quoteChanged(today);
  if (quote && !(isSameSell(quote, sale) && hasSeenToday(quote, expectedNet))) throw quoteChanged(today);
  return today;
}

/**
 * The terms of an expired quote where nothing can be quoted instead: the coins are on their way, so the proof is taken.
 * The order is marked, and paid out only when an admin has accepted the price. Undefined where another rule decides.
 */
export function expiredTerms({ sale, expectedNet, quote, today, now }: Offer): Terms | undefined {
  if (today || !quote || now < quote.expiresAt || !isSameSell(quote, sale)) return undefined;
  if (!isNear(expectedNet, quote.terms.netAmount)) return undefined;
  return { ...quote.terms, rateSource: expiredQuoteSource };
}

/** True when the amount cannot be the quote's, or when the customer was asked before. */
function hasSeenToday(quote: QuotedTerms, expectedNet: Amount<'payout'>): boolean {
  return quote.reofferedAt !== null || !expectedNet.eq(quote.terms.netAmount);
}

function isSameSell(quote: QuotedTerms, sale: SellInput): boolean {
  return quote.cryptoId === sale.cryptoId && quote.amount.eq(sale.amount) && quote.terms.currency === sale.currency;
}

function isNear(expectedNet: Amount<'payout'>, net: Amount<'payout'>): boolean {
  return expectedNet.minus(net).abs().lte(net.times(tolerance));
}

/** The refusal (409) of outdated terms, with the current amounts. */
export function quoteChanged(terms: Terms): Conflict {
  const reason = 'sell_rate_changed';
  return new Conflict('quote_changed', reason, { quote: presentTerms(terms) });
}

/** A quote as its customer sees it at this moment: without its address once that was stopped. */
export function presentQuote(quote: Quote, now: Date): SellQuoteView {
  const view = presentForTeam(quote, now);
  return quote.stoppedAt ? { ...view, deposit: withoutAddress(view.deposit) } : view;
}

/** Returns the deposit of a quote without its address, which was stopped. */
export function withoutAddress(deposit: SellQuoteView['deposit']): SellQuoteView['deposit'] {
  return { ...deposit, address: '', memo: null, uri: '', xAddress: null };
}

/** Presents a quote to the team with its address, even a stopped one: they may have to search for coins there. */
export function presentForTeam(quote: Quote, now: Date): SellQuoteView {
  const { cryptoId, amount, deposit } = quote;
  const { address, memo, network, isSample } = deposit;
  return {
    ...toWireRow(quote),
    ...presentTerms(quote.terms),
    quoteId: quote.id,
    amount: toWire(amount),
    expired: quote.expiresAt <= now,
    serverTime: now.toISOString(),
    rules: quote.isOwn ? quote.rules : null,
    deposit: {
      address,
      memo,
      network,
      networkHint: quote.networkHint,
      uri: address === '' ? '' : paymentUri({ cryptoId, address, memo, amount }),
      xAddress: quote.leaseId && memo !== null ? (xAddressOf(address, Number(memo)) ?? null) : null,
      isSample,
      stoppedAt: quote.stoppedAt?.toISOString() ?? null,
    },
  };
}
