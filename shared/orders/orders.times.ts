import { creditedBy, hasBankDays } from '#shared/reference/bank-days.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { railKindOf } from '#shared/reference/rails.ts';
import { isSetUp } from '#shared/settings/settings.business-hours.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { isRefused, type OrderStatus } from './orders.lifecycle.ts';
import type { OrderStage } from './orders.stages.ts';

const hourMs = 60 * 60 * 1000;

/** The hours that the settings promise: a time on a screen or in a mail has no other source. */
export type PromisedHours = Pick<
  PublicSettings['limits'],
  'checkHours' | 'payoutHours' | 'refundHours' | 'questionHours'
>;

/**
 * The hours that hold; undefined until the operator has written when the team is there, as those that ship promise
 * nothing.
 */
export function promisedBy({ support, limits }: Pick<PublicSettings, 'support' | 'limits'>): PromisedHours | undefined {
  return isSetUp({ support }) ? limits : undefined;
}

const hoursAfter = (since: Date | string, hours: number): Date => new Date(new Date(since).getTime() + hours * hourMs);

/** The time by which the team has checked the coins, or the proof, from the moment it was there. */
export const checkedBy = (since: Date | string, { checkHours }: Pick<PromisedHours, 'checkHours'>): Date =>
  hoursAfter(since, checkHours);

/** The time by which a refund leaves, since it is due and its address is confirmed. */
export const refundSentBy = (since: Date | string, { refundHours }: Pick<PromisedHours, 'refundHours'>): Date =>
  hoursAfter(since, refundHours);

/** The time by which a question to a customer is answered, since it was asked. */
export const answeredBy = (since: Date | string, { questionHours }: Pick<PromisedHours, 'questionHours'>): Date =>
  hoursAfter(since, questionHours);

/** A customer gets at most one mail with a question in this time, however little they have for an answer. */
const mailedHours = 12;

/** The hours after which a customer who has not answered may be asked again. */
export const askedAgainHours = ({ questionHours }: Pick<PromisedHours, 'questionHours'>): number =>
  Math.max(questionHours, mailedHours);

/** The time from which a customer who has not answered may be asked again. */
export const askedAgainFrom = (since: Date | string, limits: Pick<PromisedHours, 'questionHours'>): Date =>
  hoursAfter(since, askedAgainHours(limits));

/** The time by which the customer chooses, since the last coins were seen that the choice is about. */
export const chosenBy = (since: Date | string, { choiceHours }: Pick<PublicSettings, 'choiceHours'>): Date =>
  hoursAfter(since, choiceHours);

/** The minutes that this many more confirmations usually take; at least one. */
export function minutesToConfirm(chain: ChainName, confirmations: number): number {
  return Math.max(1, Math.ceil((chainDetails[chain].blockSeconds * confirmations) / 60));
}

/** The destination of a payout: its currency, and the known parts of its account. */
export type Destination = {
  payoutCurrency: string;
  paymentDetails?: {
    method?: string;
    country?: string | undefined;
    iban?: string | undefined;
    accountNumber?: string;
  } | null;
};

/** The country whose bank credits a payout, `EU` for the euro without one; undefined where no bank is between. */
export function payoutCountryOf({ payoutCurrency: currency, paymentDetails }: Destination): string | undefined {
  const { method = 'bank', country, iban, accountNumber = '' } = paymentDetails ?? {};
  if (railKindOf(method) !== 'bank') return undefined;
  const ofNumber = /^[A-Z]{2}\d{2}/.test(accountNumber) ? accountNumber.slice(0, 2) : undefined;
  const known = [country, iban?.slice(0, 2), ofNumber].find((code) => code !== undefined && hasBankDays(code));
  return known ?? payoutCurrency(currency)?.flag;
}

/** An order waits for its proof, its check or its payout since `updatedAt`, when it reached its status. */
type WaitingOrder = { status: OrderStatus; stage?: OrderStage; awaitingProof: boolean; updatedAt: string | Date };

/**
 * In these stages coins are not final, or something is asked, held or was returned: no one can say when money arrives.
 */
const unknownOrderStages: ReadonlySet<OrderStage> = new Set([
  'confirming',
  'short',
  'question',
  'on_hold',
  'returned',
  'details_needed',
  'reversed',
]);

/** The time by which the money arrives: `overWeekend` where banks of its country are closed for a day until then. */
export type Arrival = { at: Date; overWeekend: boolean };

/**
 * The promised arrival of an order's money, in bank days where a bank of `country` credits it. `undefined` where
 * nothing is on its way (refused, held, asked about, without proof) or nothing was promised.
 */
export function arrivesBy(
  order: WaitingOrder,
  country: string | undefined,
  promised: PromisedHours | undefined,
): Arrival | undefined {
  const { status, stage, awaitingProof, updatedAt } = order;
  if (
    !promised ||
    isRefused(status) ||
    (status === 'pending' && awaitingProof && stage !== 'confirmed') ||
    (stage && unknownOrderStages.has(stage))
  )
    return undefined;
  const since = status === 'pending' ? checkedBy(updatedAt, promised) : new Date(updatedAt);
  if (country !== undefined) return creditedBy(since, promised.payoutHours, country);
  return { at: hoursAfter(since, promised.payoutHours), overWeekend: false };
}

/** The time by which the money of an order arrives: its screen, its row in a list and its line read one time. */
export const arrivalOf = (
  order: WaitingOrder & Destination,
  promised: PromisedHours | undefined,
): Arrival | undefined => arrivesBy(order, payoutCountryOf(order), promised);

/**
 * The time by which the money arrives of an order whose coins, or whose payment, are there at this time: they are
 * checked first.
 */
export const arrivalOnceThere = (
  at: Date,
  { payoutCurrency, paymentDetails }: Destination,
  promised: PromisedHours | undefined,
): Arrival | undefined =>
  arrivalOf({ status: 'pending', awaitingProof: false, updatedAt: at, payoutCurrency, paymentDetails }, promised);
