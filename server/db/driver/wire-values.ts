/** A value of a blank as PostgreSQL reads it: text, or bytes as they are. */
export function wireValueOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return arrayText(value);
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value);
}

/** The text of an array of PostgreSQL. */
export const arrayText = (values: readonly unknown[]): string => `{${values.map(elementOf).join(',')}}`;

function elementOf(value: unknown): string {
  const text = wireValueOf(value);
  if (text === null) return 'NULL';
  if (typeof text !== 'string') return `"\\\\x${text.toString('hex')}"`;
  if (Array.isArray(value) || typeof value === 'number' || typeof value === 'boolean') return text;
  return `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`;
}
