import { z } from 'zod';
import { idOf, percentBetween } from '#shared/kernel/fields.ts';
import { amountOf, decimal, type Amount, type Decimal } from '#shared/kernel/money.ts';
import { reasonWith, reason, type FilledReason, type Reason } from '#shared/kernel/reason.ts';
import { boundsOf, brandOf, paysCurrency, railIds, railOf, usualRails } from '#shared/reference/rails.ts';

const amount = z.number(reason('number_out_of_range')).positive().max(1e12).multipleOf(0.01).nullable();
const percent = percentBetween(0, 20);
const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/** A payout currency on offer: its bounds, each null for none; the spread is the margin on the market rate. */
export const currencyRule = z.object({
  isOn: z.boolean().default(true),
  min: amount.default(null),
  max: amount.default(null),
  dailyCap: amount.default(null),
  /** The rails that a payout can go by, as a form offers them. */
  methods: z
    .array(z.enum(railIds))
    .min(1)
    .refine((ids) => new Set(ids).size === ids.length, reason('rail_twice'))
    .default([...usualRails]),
  spreadPercent: percent.default(0),
});
export type CurrencyRule = z.output<typeof currencyRule>;

const apartPercent = z.number(reason('number_out_of_range')).min(0.5).max(20).multipleOf(0.01);
const fewSources = z.int(reason('number_out_of_range')).min(1).max(3);

const currencyRules = z.record(currencyCode, currencyRule).superRefine((rules, context) => {
  for (const [currency, { methods }] of Object.entries(rules))
    for (const [at, id] of methods.entries()) {
      const rail = railOf(id);
      if (rail && paysCurrency(rail, currency)) continue;
      const { reason: message, params } = reasonWith('rail_of_other_currency', { rail: rail?.name ?? id, currency });
      context.addIssue({ code: 'custom', message, params, path: [currency, 'methods', at] });
    }
});

/** The rules by which the prices of several sources become one: see shared/rates/market.ts. */
export const sourceRules = z.object({
  /** A source further than this many per cent from the median of all is not counted. */
  maxApartPercent: apartPercent,
  /** Number of sources that a price needs. */
  quorum: fewSources,
});

/** The currencies and coins on offer with their spreads. One without a rule of its own has the usual rule. */
export const offerSettings = z.object({
  /** True where currencies without a rule of their own are paid out. */
  others: z.boolean(),
  currencies: currencyRules,
  coins: z.record(z.string().max(40), z.object({ spreadPercent: percent })),
  /** The overview shows its totals in this currency; prices do not depend on it. */
  baseCurrency: currencyCode,
  sources: sourceRules,
  /** An offer by which the customer gets more than this many per cent above the market needs a second member. */
  maxSpreadPercent: percent,
});
export type OfferSettings = z.output<typeof offerSettings>;

/** A pause stops everything, exchanges, or the coin or currency that `subject` names. */
export const pauseSubject = z.object({
  what: z.enum(['desk', 'exchanges', 'coin', 'currency']),
  subject: z.string().max(40).default(''),
});
export type PauseSubject = z.output<typeof pauseSubject>;

export const pauseSettings = z.object({
  active: z.array(
    pauseSubject.extend({
      reason: z.string(),
      since: z.iso.datetime(),
      /** The member who paused it; earlier versions did not store it. */
      by: idOf('user').optional(),
    }),
  ),
});

type PausedOffer = { active: readonly PauseSubject[] };
/** The two parts of the settings that decide which orders are taken. */
export type Offer = { offer: OfferSettings; pauses: PausedOffer };

const defaultRule: CurrencyRule = currencyRule.parse({});

/** The rule of a payout currency, by its code. */
export function currencyRuleOf({ others, currencies }: OfferSettings, code: string): CurrencyRule {
  return currencies[code] ?? { ...defaultRule, isOn: others };
}

/** The names of the enabled rails of all currencies, each once; null is a bank transfer, which each language names. */
export function railNames({ others, currencies }: OfferSettings): (string | null)[] {
  const enabledCurrencies = Object.values(currencies).filter(({ isOn }) => isOn);
  const methods = [...(others ? defaultRule.methods : []), ...enabledCurrencies.flatMap((rule) => rule.methods)];
  return [...new Set(methods.map(brandOf))];
}

/** True where the subject is paused, alone or with everything. */
export function isPaused({ active }: PausedOffer, kind: PauseSubject['what'], subject = ''): boolean {
  return active.some((pause) => pause.what === 'desk' || (pause.what === kind && pause.subject === subject));
}

/** The reason why no sale of a coin is paid out in a currency now; undefined if it is possible. */
export function saleProblem(
  { offer, pauses }: Offer,
  coinId: string,
  currency: string,
): FilledReason | Reason | undefined {
  if (isPaused(pauses, 'coin', coinId) || isPaused(pauses, 'currency', currency)) return 'offer_paused';
  return currencyRuleOf(offer, currency).isOn ? undefined : reasonWith('currency_not_offered', { currency });
}

/** The reason why an exchange between two currencies is not taken now. */
export function exchangeProblem({ pauses }: Pick<Offer, 'pauses'>, from: string, to: string): Reason | undefined {
  const isExchangePaused =
    isPaused(pauses, 'exchanges') || [from, to].some((code) => isPaused(pauses, 'currency', code));
  return isExchangePaused ? 'offer_paused' : undefined;
}

type Limits = Pick<CurrencyRule, 'min' | 'max'>;

/** The reason why an amount is not paid out in a currency: below its minimum or above its maximum. */
export function payoutProblem({ min, max }: Limits, currency: string, net: Amount<'payout'>): FilledReason | undefined {
  if (min !== null && net.lt(amountOf('payout', String(min), currency)))
    return reasonWith('payout_below_minimum', { min, currency });
  if (max !== null && net.gt(amountOf('payout', String(max), currency)))
    return reasonWith('payout_above_maximum', { max, currency });
  return undefined;
}

/** The reason why a rail does not pay out an amount, and the code of the refusal; the reason names a rail that does. */
export type RailProblem = { code: 'above_maximum' | 'below_minimum'; because: FilledReason };

/** Returns why a rail does not take the net of a payout in one payment; undefined if it does. */
export function railProblem(
  { min, max, methods }: Pick<CurrencyRule, 'min' | 'max' | 'methods'>,
  { method, currency }: { method: string; currency: string },
  net: Amount<'payout'>,
): RailProblem | undefined {
  const boundOf = (id: string): { upper: number } | { lower: number } | undefined => {
    const bounds = boundsOf(railOf(id) ?? {}, { min, max });
    if (bounds.max !== null && net.gt(amountOf('payout', String(bounds.max), currency))) return { upper: bounds.max };
    if (bounds.min !== null && net.lt(amountOf('payout', String(bounds.min), currency))) return { lower: bounds.min };
    return undefined;
  };
  const railBound = boundOf(method);
  if (!railBound) return undefined;
  const name = railOf(method)?.name ?? method;
  const rail = methods.find((id) => id !== method && !boundOf(id)) ?? null;
  if ('upper' in railBound) {
    const { upper } = railBound;
    if (upper === max) return aboveMaximum(reasonWith('payout_above_maximum', { max: upper, currency, rail }));
    if (rail === null) return aboveMaximum(reasonWith('rail_above_maximum', { max: upper, name, currency, rail }));
    return aboveMaximum(reasonWith('rail_above_maximum_choose', { max: upper, name, currency, rail }));
  }
  const { lower } = railBound;
  if (lower === min) return belowMinimum(reasonWith('payout_below_minimum', { min: lower, currency, rail }));
  if (rail === null) return belowMinimum(reasonWith('rail_below_minimum', { min: lower, name, currency, rail }));
  return belowMinimum(reasonWith('rail_below_minimum_choose', { min: lower, name, currency, rail }));
}

const aboveMaximum = (filledReason: FilledReason): RailProblem => ({ code: 'above_maximum', because: filledReason });
const belowMinimum = (filledReason: FilledReason): RailProblem => ({ code: 'below_minimum', because: filledReason });

const hundred = decimal('100');
const hundredth = decimal('0.01');
/** Returns the factor of one spread: 0.98 for two per cent. */
export const shareLeft = (spread: number): Decimal => hundred.minus(decimal(String(spread))).times(hundredth);

/** Returns the factor of both spreads together: 0.98 for two per cent. */
export function spreadFactor(offer: OfferSettings, coinId: string, currency: string): Decimal {
  const coinShare = shareLeft(offer.coins[coinId]?.spreadPercent ?? 0);
  return coinShare.times(shareLeft(currencyRuleOf(offer, currency).spreadPercent));
}

/**
 * True if a change pays out more, or at less reliable prices: by a smaller spread, a higher maximum or cap, another
 * currency or method, fewer sources or ones further apart, or offers further above the market.
 */
export function isOfferLooser(before: OfferSettings, after: OfferSettings): boolean {
  const isAbove = (bound: number | null, previousBound: number | null) =>
    previousBound !== null && (bound === null || bound > previousBound);
  const codes = [...Object.keys(before.currencies), ...Object.keys(after.currencies)];
  const isLooser = (previousRule: CurrencyRule, rule: CurrencyRule) =>
    (rule.isOn && !previousRule.isOn) ||
    rule.spreadPercent < previousRule.spreadPercent ||
    isAbove(rule.max, previousRule.max) ||
    isAbove(rule.dailyCap, previousRule.dailyCap) ||
    rule.methods.some((method) => !previousRule.methods.includes(method));
  return (
    (after.others && !before.others) ||
    after.sources.maxApartPercent > before.sources.maxApartPercent ||
    after.sources.quorum < before.sources.quorum ||
    after.maxSpreadPercent > before.maxSpreadPercent ||
    codes.some((code) => isLooser(currencyRuleOf(before, code), currencyRuleOf(after, code))) ||
    Object.entries(before.coins).some(
      ([id, { spreadPercent }]) => (after.coins[id]?.spreadPercent ?? 0) < spreadPercent,
    )
  );
}
