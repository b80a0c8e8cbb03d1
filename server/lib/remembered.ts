type Known<Key, Value> = { get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown };

/** What is known under this key; made and kept the first time. */
export function remembered<Key, Value>(known: Known<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
