import { z } from 'zod';
import rows from './rails.json' with { type: 'json' };

export const railKinds = ['bank', 'mobile_money', 'wallet', 'paypal', 'wise'] as const;
export type RailKind = (typeof railKinds)[number];

const fieldNames = ['accountName', 'accountNumber', 'bankName', 'iban', 'bic', 'bankCode', 'country'] as const;
const fieldShapes = [
  'text',
  'name',
  'iban',
  'nuban',
  'clabe',
  'aba',
  'cbu',
  'pix',
  'email',
  'mobile',
  'bank_code',
] as const;

/** Names that a form shows next to the fields of an account, as catalogue keys. */
const fieldLabels = [
  'sell:payment.accountEmail',
  'sell:payment.accountName',
  'sell:payment.accountNumber',
  'sell:payment.bankName',
  'sell:payment.code.GBP',
  'sell:payment.code.NGN',
  'sell:payment.code.USD',
  'sell:payment.code.other',
  'sell:payment.mobileNumber',
  'sell:payment.number.BRL',
  'sell:payment.number.EUR',
  'sell:payment.number.MXN',
] as const;

export const railField = z.object({
  name: z.enum(fieldNames),
  label: z.enum(fieldLabels),
  shape: z.enum(fieldShapes),
  required: z.boolean(),
});
export type RailField = z.output<typeof railField>;

/** One way to be paid. Empty lists of currencies or countries are all of them. */
const rail = z.strictObject({
  id: z.string().regex(/^[a-z-]{2,20}$/),
  kind: z.enum(railKinds),
  name: z.string().min(1),
  currencies: z.array(z.string().regex(/^[A-Z]{3}$/)),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)),
  fields: z.array(railField).min(2),
  /** The key of a layout in ready-profiles.json. */
  csvProfile: z.string().nullable(),
  /** The smallest and largest payment that the provider accepts, in the currency of the rail. */
  min: z.number().positive().optional(),
  max: z.number().positive().optional(),
  /** Bounds without a document of the provider. */
  unverified: z.array(z.enum(['min', 'max'])).optional(),
});
export type Rail = z.output<typeof rail>;

/** Every known rail, those of single currencies first. */
export const rails: readonly Rail[] = z.array(rail).parse(rows);

const byId = new Map(rails.map((item) => [item.id, item]));

/** The ids of all rails: an entry stays as long as an order may name it. */
export const railIds: readonly string[] = rails.map(({ id }) => id);

/** The rails of every currency, which apply by default. */
export const usualRails: readonly string[] = rails
  .filter(({ currencies }) => currencies.length === 0)
  .map(({ id }) => id);

/** A rail by its id. */
export const railOf = (id: string): Rail | undefined => byId.get(id);

/** True where the rail pays this currency (ISO 4217). */
export const paysCurrency = ({ currencies }: Pick<Rail, 'currencies'>, currency: string): boolean =>
  currencies.length === 0 || currencies.includes(currency);

/** The kind of an order's rail by `paymentDetails.method`; an unknown one was a bank. */
export const railKindOf = (method: string | null | undefined): RailKind => byId.get(method ?? '')?.kind ?? 'bank';

/** The rail of stored payee details; those of an older build, or without a method, are a bank's. */
export function methodOf(details: unknown): string {
  const method: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, 'method') : null;
  return typeof method === 'string' && byId.has(method) ? method : 'bank';
}

/** True for rails whose account is the number of a mobile telephone. */
export const isMobileRail = (method: string): boolean =>
  railOf(method)?.fields.some(({ shape }) => shape === 'mobile') === true;

/** The variant of a text about a payout: an e-wallet uses that of mobile money, Wise that of PayPal. */
export type RailWords = 'bank' | 'mobile_money' | 'paypal';
const wordsOf: Readonly<Record<RailKind, RailWords>> = {
  bank: 'bank',
  mobile_money: 'mobile_money',
  wallet: 'mobile_money',
  paypal: 'paypal',
  wise: 'paypal',
};
/** Returns the variant of texts about a payout; a bank's for an unknown rail. */
export const railWordsOf = (method: string | null | undefined): RailWords => wordsOf[railKindOf(method)];

/** The name of a rail, the same in every language; null for a plain bank transfer, which each language names. */
export function brandOf(method: string | null | undefined): string | null {
  const { name } = byId.get(method ?? '') ?? {};
  return name === undefined || name === byId.get('bank')?.name ? null : name;
}

/** The name of an order's rail in texts: M-Pesa. */
export const railNameOf = (method: string | null | undefined): string => byId.get(method ?? '')?.name ?? '';

type Bounds = { min: number | null; max: number | null };

/** The bounds of one payment by a rail: the narrower of its own and those of the currency. */
export function boundsOf({ min = 0, max = Infinity }: Pick<Rail, 'min' | 'max'>, currency: Bounds): Bounds {
  const lowerBound = Math.max(min, currency.min ?? 0);
  const upperBound = Math.min(max, currency.max ?? Infinity);
  return { min: lowerBound > 0 ? lowerBound : null, max: Number.isFinite(upperBound) ? upperBound : null };
}

/** The rail of a payout among the enabled ones: `bank` means the only bank among them. */
export function chosenRail(method: string, enabledRails: readonly string[]): string {
  if (method !== 'bank' || enabledRails.includes('bank')) return method;
  const banks = enabledRails.filter((id) => railKindOf(id) === 'bank');
  return (banks.length === 1 && banks[0]) || method;
}
