/** The keys of an object whose keys are known; TypeScript's own `Object.keys` forgets them. */
export function keysOf<Key extends string>(object: Readonly<Partial<Record<Key, unknown>>>): [Key, ...Key[]] {
  return Object.keys(object) as [Key, ...Key[]];
}

/** The keys of an object with their values, where its keys are known. */
export function entriesOf<Key extends string, Value>(object: Readonly<Partial<Record<Key, Value>>>): [Key, Value][] {
  return Object.entries(object) as [Key, Value][];
}

type Given<Change> = { [Name in keyof Change]?: Exclude<Change[Name], undefined> };

/** The fields of a change that are given: spread over a row, they leave the others as they are. */
export const givenOf = <Change extends object>(change: Change): Given<Change> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Given<Change>;

/** True for an object, so that its fields can be read one by one. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The fields of something unknown, such as an error of a library or a text of JSON; none where it is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** An object with a value for each of these keys. */
export function recordOf<const Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}
