import type { AdminPaymentMethod } from './payment-methods.admin.queries.ts';

/** An account over a sample, as it is typed. */
export interface SampleForm {
  displayName: string;
  values: Readonly<Record<string, string>>;
  instructions: string;
}

/** A name without the mark of a sample. */
export const withoutSampleMark = (name: string): string => name.replace(/\s*\(SAMPLE\)\s*$/i, '');
/** The form of a sample: its name without the mark, and no line. */
export const blankOf = ({ displayName }: AdminPaymentMethod): SampleForm => ({
  displayName: withoutSampleMark(displayName),
  values: {},
  instructions: '',
});
/** True once a line is typed. */
export const isBegun = ({ values }: SampleForm) => Object.values(values).some((value) => value.trim() !== '');
/** The first field without which customers would pay to an account that lacks a line: its name, or one of its lines. */
export function firstBlank({ id, accountDetails }: AdminPaymentMethod, { displayName, values }: SampleForm) {
  if (displayName.trim() === '') return nameFieldId(id);
  const index = Object.keys(accountDetails).findIndex((label) => !values[label]?.trim());
  return index === -1 ? undefined : lineFieldId(id, index);
}
/** Returns the state of a sample: one without a typed line stays, and one that lacks some lines cannot be saved. */
export const stateOf = (sample: AdminPaymentMethod, form: SampleForm) =>
  !isBegun(form) ? 'empty' : firstBlank(sample, form) === undefined ? 'ready' : 'begun';

/** Opens the account of a field, which closes the other, and brings the focus to it. */
export function focusIn(fieldId: string): void {
  const field = document.getElementById(fieldId);
  const account = field?.closest('details');
  if (account) account.open = true;
  field?.focus();
}

/** Id of the input of a sample account's name, by which an error leads there. */
export const nameFieldId = (sampleId: string) => `sample-${sampleId}-name`;
/** Id of the input of a line of a sample account, by which an error leads there. */
export const lineFieldId = (sampleId: string, index: number) => `sample-${sampleId}-${index}`;
