import type { ErrorTexts, ProgramErrorTexts } from './errors.ts';

type Key = keyof (ErrorTexts & ProgramErrorTexts);

/**
 * The reason of a refusal: the key of the text that explains it in the reader's language. Catalogues have no literal
 * types, so an architecture rule, `reasonsFillTheirBlanks`, checks that each placeholder gets a value.
 */
export type Reason = Key extends infer K ? (K extends `${infer R}_one` | `${infer R}_other` ? R : K) : never;

/** Values for the placeholders of a text: numbers, plain decimals, names. A count also chooses the plural form. */
export type Params = Readonly<Record<string, string | number | null>>;

/** A reason with the values of its placeholders, as it crosses the wire. */
export interface FilledReason {
  reason: Reason;
  params?: Params;
}

/** Names a reason without placeholders where a schema accepts any text as its error, so that the compiler checks it. */
export function reason(name: Reason): Reason {
  return name;
}

/** A reason with a value for each of its placeholders. */
export function reasonWith<Name extends Reason>(name: Name, params: Params): FilledReason & { reason: Name } {
  return { reason: name, params };
}
