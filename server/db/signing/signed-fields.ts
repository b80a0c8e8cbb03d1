import type { Id, IdKind } from '#shared/kernel/ids.ts';

/**
 * A field that a signature covers: its type in PostgreSQL, by which its value is signed, and, as `Value`, in the
 * driver.
 */
export type SignedField<Value> = {
  readonly type: string;
  readonly isNullable: boolean;
  /** True where null is left out of the signature. */
  readonly isLeftOut?: true;
  /** Only for the compiler. */
  readonly value?: Value;
};

export type SignedShape = Readonly<Record<string, SignedField<unknown>>>;

/** The values of such fields. */
export type ValuesOf<Shape extends SignedShape> = {
  -readonly [Name in keyof Shape]: Shape[Name] extends SignedField<infer Value> ? Value : never;
};

const ofType = <Value>(type: string): SignedField<Value> => ({ type, isNullable: false });

/** The kinds of signed fields; numerics are exact text. */
export const signedField = {
  /** The id of a row of this kind. */
  id: <Kind extends IdKind>(_kind: Kind): SignedField<Id<Kind>> => ofType<Id<Kind>>('uuid'),
  text: ofType<string>('text'),
  /** One of a few texts. */
  oneOf: <const Value extends string>(_values: readonly Value[]): SignedField<Value> => ofType<Value>('text'),
  boolean: ofType<boolean>('boolean'),
  integer: ofType<number>('integer'),
  numeric: ofType<string>('numeric'),
  moment: ofType<Date>('timestamp with time zone'),
  /** JSON that is parsed; the reader checks its shape. */
  json: ofType<unknown>('json'),
  jsonb: ofType<unknown>('jsonb'),
};

/** A field that may be null. */
export function orNull<Value>(field: SignedField<Value>): SignedField<Value | null> {
  return { ...field, isNullable: true };
}

/**
 * Declares the last field of a table, added after rows were signed without it: it is signed only if it is set, so that
 * those rows stay valid.
 */
export function whereSet<Value>(field: SignedField<Value>): SignedField<Value | null> {
  return { ...orNull(field), isLeftOut: true };
}
