import { z } from 'zod';
import { amountOf, decimal, type Amount, type Decimal } from '#shared/kernel/money.ts';
import { filled, reason, type FilledReason, type Reason } from '#shared/kernel/reason.ts';
import { payoutMethods } from '#shared/reference/payout-currencies.ts';

const amount = z.number(reason('number_out_of_range')).positive().max(1e12).multipleOf(0.01).nullable();
const percent = z.number(reason('rate_percent_invalid')).min(0).max(20).multipleOf(0.01);
const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/** A payout currency on offer: amounts in it, each null for none; the spread is what is earned on the market's rate. */
export const currencyRule = z.object({
  isOn: z.boolean().default(true),
  min: amount.default(null),
  max: amount.default(null),
  dailyCap: amount.default(null),
  methods: z
    .array(z.enum(payoutMethods))
    .min(1)
    .default([...payoutMethods]),
  spreadPercent: percent.default(0),
});
export type CurrencyRule = z.output<typeof currencyRule>;

/** The currencies and coins on offer with their spreads. One without a rule of its own has the usual rule. */
export const offerSettings = z.object({
  /** True where currencies without a rule of their own are paid out. */
  others: z.boolean().default(true),
  currencies: z.record(currencyCode, currencyRule),
  coins: z.record(z.string().max(40), z.object({ spreadPercent: percent })),
  /** The overview shows its totals in this currency; prices do not depend on it. */
  baseCurrency: currencyCode.default('USD'),
});
export type OfferSettings = z.output<typeof offerSettings>;

/** A pause stops everything, exchanges, or the coin or currency that `subject` names. */
export const pauseSubject = z.object({
  what: z.enum(['desk', 'exchanges', 'coin', 'currency']),
  subject: z.string().max(40).default(''),
});
export type PauseSubject = z.output<typeof pauseSubject>;

export const pauseSettings = z.object({
  active: z.array(pauseSubject.extend({ reason: z.string(), since: z.iso.datetime() })),
});

type Paused = { active: readonly PauseSubject[] };
/** The two parts of the settings that decide which orders are taken. */
export type Offer = { offer: OfferSettings; pauses: Paused };

const usual: CurrencyRule = currencyRule.parse({});

/** The rule of a payout currency, by its code. */
export function currencyRuleOf({ others, currencies }: OfferSettings, code: string): CurrencyRule {
  return currencies[code] ?? { ...usual, isOn: others };
}

/** True where the subject is paused, alone or with everything. */
export function isPaused({ active }: Paused, what: PauseSubject['what'], subject = ''): boolean {
  return active.some((pause) => pause.what === 'desk' || (pause.what === what && pause.subject === subject));
}

/** Why no sale of a coin is paid out in a currency now; undefined where it is. */
export function saleProblem(
  { offer, pauses }: Offer,
  coinId: string,
  currency: string,
): FilledReason | Reason | undefined {
  if (isPaused(pauses, 'coin', coinId) || isPaused(pauses, 'currency', currency)) return 'offer_paused';
  return currencyRuleOf(offer, currency).isOn ? undefined : filled('currency_not_offered', { currency });
}

/** Why an exchange of a currency for another is not taken now. */
export function exchangeProblem({ pauses }: Pick<Offer, 'pauses'>, from: string, to: string): Reason | undefined {
  const paused = isPaused(pauses, 'exchanges') || [from, to].some((code) => isPaused(pauses, 'currency', code));
  return paused ? 'offer_paused' : undefined;
}

type Limits = Pick<CurrencyRule, 'min' | 'max'>;

/** Why so much is not paid out in a currency: below its minimum or above its maximum. */
export function payoutProblem({ min, max }: Limits, currency: string, net: Amount<'payout'>): FilledReason | undefined {
  if (min !== null && net.lt(amountOf('payout', String(min)))) return filled('payout_below_minimum', { min, currency });
  if (max !== null && net.gt(amountOf('payout', String(max)))) return filled('payout_above_maximum', { max, currency });
  return undefined;
}

const hundred = decimal('100');
const hundredth = decimal('0.01');
const shareLeft = (spread: number) => hundred.minus(decimal(String(spread))).times(hundredth);

/** Returns the factor that both spreads leave of the market's rate: 0.98 for two per cent. */
export function spreadFactor(offer: OfferSettings, coinId: string, currency: string): Decimal {
  const coin = shareLeft(offer.coins[coinId]?.spreadPercent ?? 0);
  return coin.times(shareLeft(currencyRuleOf(offer, currency).spreadPercent));
}

/** True where a change pays out more: by a smaller spread, a higher maximum or cap, or another currency or method. */
export function isOfferLooser(before: OfferSettings, after: OfferSettings): boolean {
  const above = (is: number | null, was: number | null) => was !== null && (is === null || is > was);
  const codes = [...Object.keys(before.currencies), ...Object.keys(after.currencies)];
  const isLooser = (was: CurrencyRule, is: CurrencyRule) =>
    (is.isOn && !was.isOn) ||
    is.spreadPercent < was.spreadPercent ||
    above(is.max, was.max) ||
    above(is.dailyCap, was.dailyCap) ||
    is.methods.some((method) => !was.methods.includes(method));
  return (
    (after.others && !before.others) ||
    codes.some((code) => isLooser(currencyRuleOf(before, code), currencyRuleOf(after, code))) ||
    Object.entries(before.coins).some(
      ([id, { spreadPercent }]) => (after.coins[id]?.spreadPercent ?? 0) < spreadPercent,
    )
  );
}
