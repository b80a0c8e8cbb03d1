import { creditedBy, hasBankDays } from '#shared/reference/bank-days.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { railKindOf } from '#shared/reference/rails.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { isSetUp } from '#shared/settings/settings.business-hours.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { isRefused, type OrderStatus } from './orders.lifecycle.ts';
import type { OrderStage } from './orders.stages.ts';

/** The hours that the settings promise: a time on a screen or in a mail has no other source. */
export type PromisedHours = Pick<
  PublicSettings['limits'],
  'checkHours' | 'payoutHours' | 'refundHours' | 'questionHours'
>;

/**
 * The promised hours that apply; undefined until the operator has stated its hours, as the shipped ones promise
 * nothing.
 */
export function promisedBy({ support, limits }: Pick<PublicSettings, 'support' | 'limits'>): PromisedHours | undefined {
  return isSetUp({ support }) ? limits : undefined;
}

const hoursAfter = (since: Date | string, hours: number): Date => new Date(new Date(since).getTime() + hours * hourMs);

/** The time by which the team has checked the coins or the proof, counted from their arrival. */
export const checkedBy = (since: Date | string, { checkHours }: Pick<PromisedHours, 'checkHours'>): Date =>
  hoursAfter(since, checkHours);

/** The time by which a refund leaves, counted from when it is due and its address is confirmed. */
export const refundSentBy = (since: Date | string, { refundHours }: Pick<PromisedHours, 'refundHours'>): Date =>
  hoursAfter(since, refundHours);

/** The time by which a question to a customer is answered, since it was asked. */
export const answeredBy = (since: Date | string, { questionHours }: Pick<PromisedHours, 'questionHours'>): Date =>
  hoursAfter(since, questionHours);

/** A customer gets at most one mail with a question in this time, however short the time for an answer. */
const mailedHours = 12;

/** The hours after which a customer who has not answered may be asked again. */
export const askedAgainHours = ({ questionHours }: Pick<PromisedHours, 'questionHours'>): number =>
  Math.max(questionHours, mailedHours);

/** The time from which a customer who has not answered may be asked again. */
export const askedAgainFrom = (since: Date | string, limits: Pick<PromisedHours, 'questionHours'>): Date =>
  hoursAfter(since, askedAgainHours(limits));

/** The time by which the customer chooses, counted from the last coins of the choice. */
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

/** The country whose bank credits a payout, `EU` for the euro without one; undefined if no bank is involved. */
export function payoutCountryOf({ payoutCurrency: currency, paymentDetails }: Destination): string | undefined {
  const { method = 'bank', country, iban, accountNumber = '' } = paymentDetails ?? {};
  if (railKindOf(method) !== 'bank') return undefined;
  const ofNumber = /^[A-Z]{2}\d{2}/.test(accountNumber) ? accountNumber.slice(0, 2) : undefined;
  const countryCode = [country, iban?.slice(0, 2), ofNumber].find((code) => code !== undefined && hasBankDays(code));
  return countryCode ?? payoutCurrency(currency)?.flag;
}

/** An order waits for its proof, its check or its payout since `updatedAt`, when it reached its status. */
type WaitingOrder = { status: OrderStatus; stage?: OrderStage; awaitingProof: boolean; updatedAt: string | Date };

/** Stages in which coins are not final, or something is asked, held or returned: the time of arrival is unknown. */
const unknownOrderStages: ReadonlySet<OrderStage> = new Set([
  'confirming',
  'short',
  'question',
  'on_hold',
  'returned',
  'details_needed',
  'reversed',
]);

/** The time by which the money arrives: `overWeekend` if banks of its country are closed for a day until then. */
export type Arrival = { at: Date; overWeekend: boolean };

/**
 * The promised arrival of an order's money, in bank days if a bank of `country` credits it. `undefined` if nothing is
 * on its way (refused, held, asked about, without proof) or nothing was promised.
 */
export function arrivesBy(
  order: WaitingOrder,
  country: string | undefined,
  hours: PromisedHours | undefined,
): Arrival | undefined {
  const { status, stage, awaitingProof, updatedAt } = order;
  if (
    !hours ||
    isRefused(status) ||
    (status === 'pending' && awaitingProof && stage !== 'confirmed') ||
    (stage && unknownOrderStages.has(stage))
  )
    return undefined;
  const since = status === 'pending' ? checkedBy(updatedAt, hours) : new Date(updatedAt);
  if (country !== undefined) return creditedBy(since, hours.payoutHours, country);
  return { at: hoursAfter(since, hours.payoutHours), overWeekend: false };
}

/** The time by which the money of an order arrives: its screen, its row in a list and its line show the same time. */
export const arrivalOf = (order: WaitingOrder & Destination, hours: PromisedHours | undefined): Arrival | undefined =>
  arrivesBy(order, payoutCountryOf(order), hours);

/** The time by which the money of an order arrives whose coins or payment came at this time: they are checked first. */
export const arrivalOnceThere = (
  at: Date,
  { payoutCurrency, paymentDetails }: Destination,
  hours: PromisedHours | undefined,
): Arrival | undefined =>
  arrivalOf({ status: 'pending', awaitingProof: false, updatedAt: at, payoutCurrency, paymentDetails }, hours);
