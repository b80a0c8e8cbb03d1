type ValueCache<Key, Value> = { get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown };

/** Returns the value of this key; makes and caches it the first time. */
export function remembered<Key, Value>(cache: ValueCache<Key, Value>, key: Key, make: () => Value): Value {
  const match = cache.get(key);
  if (match !== undefined) return match;
  const result = make();
  cache.set(key, result);
  return result;
}

/** A map that is cleared when it is full: what it holds can be made again. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #maxSize: number;

  constructor(maxSize: number) {
    super();
    this.#maxSize = maxSize;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#maxSize && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
