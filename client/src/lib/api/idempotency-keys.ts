/** Keys for attempts, by name: the same content keeps its key, so that a retry submits nothing twice. */
export function createIdempotencyKeys() {
  const attempts = new Map<string, { content: string; key: string }>();
  return {
    keyOf: (body: unknown, name = ''): string => {
      const content = JSON.stringify(body, describeFile);
      const lastAttempt = attempts.get(name);
      const key = lastAttempt?.content === content ? lastAttempt.key : crypto.randomUUID();
      attempts.set(name, { content, key });
      return key;
    },
  };
}

/** Files count as equal if name, size and modification time are: their bytes are not read. */
function describeFile(_name: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value;
}
