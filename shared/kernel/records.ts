/** The keys of an object whose keys are known; TypeScript's own `Object.keys` forgets them. */
export function keysOf<Key extends string>(object: Readonly<Partial<Record<Key, unknown>>>): [Key, ...Key[]] {
  return Object.keys(object) as [Key, ...Key[]];
}

/** An object with a value for each of these keys. */
export function recordOf<const Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}
