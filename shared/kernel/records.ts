/** The keys of an object with known keys; TypeScript's own `Object.keys` loses their types. */
export function keysOf<Key extends string>(object: Readonly<Partial<Record<Key, unknown>>>): [Key, ...Key[]] {
  // TypeScript's own type has any text, as an object may have more keys than it declares.
  return Object.keys(object) as [Key, ...Key[]];
}

/** The entries of an object with known keys. */
export function entriesOf<Key extends string, Value>(object: Readonly<Partial<Record<Key, Value>>>): [Key, Value][] {
  // TypeScript's own type has any text, as an object may have more keys than it declares.
  return Object.entries(object) as [Key, Value][];
}

type Given<Change> = { [Name in keyof Change]?: Exclude<Change[Name], undefined> };

/** The defined fields of a change: spread over a row, they leave its other fields unchanged. */
export const givenOf = <Change extends object>(change: Change): Given<Change> =>
  // The entries that are left are the defined ones, under their own names.
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Given<Change>;

/** True for an object, so that its fields can be read one by one. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The fields of an unknown value, such as an error of a library or parsed JSON; none if it is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** An object with a value for each of these keys. */
export function recordOf<const Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  // Entries lose the names, which are those of `keys`.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}
