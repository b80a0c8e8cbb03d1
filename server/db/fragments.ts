import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** Start of the transaction by the database's clock; the default of a moment. */
export const now = sql`now()`;

/** For `mapWith`: a moment of an expression that may be null. */
export const momentOrNull = (value: string | Date): Date | null => new Date(value);

/** For `mapWith`: a number of an expression that may be null. */
export const numberOrNull = (value: string | number): number | null => Number(value);

/** For `mapWith`: text of an expression that is null where an outer join found nothing. */
export const textOrNull = (value: string | null): string | null => value;

/**
 * For `mapWith`: a moment in ISO 8601 to the millisecond, without a Date in between where a session in UTC sends it.
 */
function isoMoment(text: string): string {
  const isUsual = text.length >= 26 && text[10] === ' ' && text.endsWith('+00');
  return isUsual ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z` : new Date(text).toISOString();
}

/** A moment of a query as it goes over the wire. */
export const isoOf = (at: SQLWrapper): SQL<string> => sql`${at}`.mapWith(isoMoment);

/** A moment that may be null, in the same form. */
export const isoOrNull = (at: SQLWrapper): SQL<string | null> => sql`${at}`.mapWith(isoMoment);

/** Constants of the code as a list of SQL text: `'pending', 'processing'`, for `in (…)`. Never for input. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}
