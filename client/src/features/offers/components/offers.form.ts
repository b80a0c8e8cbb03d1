import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import type { ComboboxOption } from '#client/ui/form/combobox/combobox-options.ts';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { offerInput, type OfferInput } from '#shared/offers/offers.contract.ts';
import { dayMinutes } from '#shared/reference/units-of-time.ts';

/** An offer as it is typed. */
export interface TypedOffer {
  amount: string;
  coinId: string;
  currency: string;
  minutes: string;
  userId: string;
  percent: string;
  side: 'worse' | 'better';
  note: string;
}

/** Wire names of the fields that have another name on the screen. */
const fieldOf: Readonly<Record<string, keyof TypedOffer>> = { payoutCurrency: 'currency', spreadPercent: 'percent' };

/** The distance from the market on the wire: below zero it is better for the customer. */
export function spreadOf({ percent, side }: Pick<TypedOffer, 'percent' | 'side'>, language: string): number {
  const percentValue = Number(normaliseAmount(percent.trim() || '0', language) ?? Number.NaN);
  return side === 'better' && percentValue !== 0 ? -percentValue : percentValue;
}

/** The form of an offer, checked by its contract. */
export const offerForm = (language: string) =>
  wireForm<TypedOffer, OfferInput>(
    offerInput,
    (form) => ({
      coinId: form.coinId,
      amount: normaliseAmount(form.amount, language) ?? form.amount,
      payoutCurrency: form.currency,
      userId: form.userId || null,
      spreadPercent: spreadOf(form, language),
      minutes: Number(form.minutes),
      note: form.note.trim() || null,
    }),
    ({ path: [name, ...rest], message }) => ({ path: [fieldOf[String(name)] ?? String(name), ...rest], message }),
  );

/** Durations of an offer, in minutes. */
export const offerDurations = [15, 30, 60, 120, 240, 480, dayMinutes] as const;

type CustomerFields = { id: string; name: string; email: string | null; mobileNumber: string | null };

/** A customer as an option of the field: two of the same name are distinguished by address or number. */
export const customerOption = ({ id, name, email, mobileNumber }: CustomerFields): ComboboxOption => ({
  value: id,
  text: name,
  aside: email ?? mobileNumber ?? '',
});
