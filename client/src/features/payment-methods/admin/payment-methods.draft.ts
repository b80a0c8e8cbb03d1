import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { createPaymentMethod, detailsInput } from '#shared/payment-methods/payment-methods.contract.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import type { ShownMethod } from '../components/PaymentSlip.tsx';
import type { AdminPaymentMethod, MethodChange, NewMethod } from './payment-methods.admin.queries.ts';

/** One line of an account: `key` identifies a line while it is typed. */
export interface Line {
  key: string;
  label: string;
  value: string;
}

export interface MethodDraft {
  currency: string;
  country: string;
  type: 'bank' | 'ewallet' | '';
  name: string;
  displayName: string;
  lines: readonly Line[];
  /** The details as JSON or free text instead of lines; undefined while lines are typed. */
  text: string | undefined;
  instructions: string;
  isActive: boolean;
  sortOrder: string;
}

/** Returns a line of account details with a key of its own. */
export const newLine = (label = '', value = ''): Line => ({ key: crypto.randomUUID(), label, value });

/** The form of an account; an account that the product did not write fills in only its labels. */
export function draftOf(method: AdminPaymentMethod | undefined): MethodDraft {
  const details = method?.accountDetails ?? { 'Bank name': '', 'Account name': '', 'Account number': '' };
  const isForged = method?.tampered ?? false;
  return {
    currency: method?.currency ?? '',
    country: method?.country ?? '',
    type: method?.type ?? 'bank',
    name: method?.name ?? '',
    displayName: method?.displayName ?? '',
    lines: Object.entries(details).map(([label, value]) => newLine(label, isForged ? '' : value)),
    text: undefined,
    instructions: isForged ? '' : (method?.instructions ?? ''),
    isActive: method?.isActive ?? true,
    sortOrder: String(method?.sortOrder ?? 0),
  };
}

/** Returns the code of the country that pays out in a currency; empty if we pay no such currency. */
export function countryOf(currency: string): string {
  return payoutCurrency(currency)?.flag ?? '';
}

/** The details that customers will read: the parsed JSON of `text`, or the lines that have a label and a value. */
export function detailsOf({ lines, text }: Pick<MethodDraft, 'lines' | 'text'>): Record<string, string> {
  if (text !== undefined) return detailsInput.safeParse(text).data ?? {};
  const filledLines = lines.filter(({ label, value }) => label.trim() && value.trim());
  return Object.fromEntries(filledLines.map(({ label, value }) => [label.trim(), value.trim()]));
}

/** Turns lines into JSON text and back. */
export function withOtherType(draft: MethodDraft): MethodDraft {
  const details = detailsOf(draft);
  if (draft.text === undefined) return { ...draft, text: JSON.stringify(details, null, 2) };
  return { ...draft, text: undefined, lines: Object.entries(details).map(([label, value]) => newLine(label, value)) };
}

const required = ['currency', 'type', 'name', 'displayName'] as const;

/** Returns the required fields of an account that are empty or invalid. */
export function missingFields(draft: MethodDraft): (typeof required)[number][] {
  const { error } = createPaymentMethod.body.safeParse(bodyOf(draft));
  return required.filter((field) => error?.issues.some(({ path }) => path[0] === field));
}

/** The account as it is sent. */
export function bodyOf(draft: MethodDraft): NewMethod {
  const { currency, country, name, displayName, instructions, isActive, sortOrder } = draft;
  return {
    currency,
    country: country.trim(),
    type: draft.type === 'ewallet' ? 'ewallet' : 'bank',
    name: name.trim(),
    displayName: displayName.trim(),
    accountDetails: detailsOf(draft),
    instructions: instructions.trim() || null,
    isActive,
    sortOrder: /^\d{1,4}$/.test(sortOrder) ? Number(sortOrder) : 0,
  };
}

/** True if both drafts would be sent as the same account. */
export function isSameMethod(a: MethodDraft, b: MethodDraft): boolean {
  return JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));
}

/** Parses the fields as a new account; a change has the same fields. */
export const methodForm = wireForm(createPaymentMethod.body, bodyOf, ({ path, message }) => ({
  path: path[0] === 'accountDetails' ? ['text'] : path,
  message,
}));

/** The account as customers will see it. */
export function previewOf(draft: MethodDraft): ShownMethod {
  const { currency, type, displayName, instructions } = bodyOf(draft);
  const ownFields = { currency, type, displayName, instructions: instructions ?? null, isSample: false };
  return { ...ownFields, accountDetails: detailsOf(draft) };
}

const plainFields = [
  'currency',
  'country',
  'type',
  'name',
  'displayName',
  'instructions',
  'isActive',
  'sortOrder',
] as const;

interface ChangedField {
  field: (typeof plainFields)[number] | 'accountDetails';
  /** The label of a line of the account details; undefined for the other fields. */
  label?: string;
  from: unknown;
  to: unknown;
}

/** The fields that a change alters, the lines of the account first; null or undefined for a missing value. */
export function changedLines(before: AdminPaymentMethod, after: MethodChange): ChangedField[] {
  const { accountDetails = before.accountDetails } = after;
  const details: Record<string, unknown> =
    typeof accountDetails === 'string' ? { details: accountDetails } : accountDetails;
  const labels = [...new Set([...Object.keys(before.accountDetails), ...Object.keys(details)])];
  const lines = labels.map((label) => ({
    field: 'accountDetails' as const,
    label,
    from: before.accountDetails[label],
    to: details[label],
  }));
  const plainChanges = plainFields
    .filter((field) => after[field] !== undefined)
    .map((field) => ({ field, from: before[field], to: after[field] }));
  return [...lines, ...plainChanges].filter(({ from, to }) => (from ?? '') !== (to ?? ''));
}
