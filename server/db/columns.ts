import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { customType, numeric, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** Money and rates: exact decimals, read and written as text, never as a float. */
export const decimal = (name: string) => numeric(name, { precision: 38, scale: 18 });

const timestamptz = customType<{ data: Date; driverData: string | Date }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value),
});
/** A point in time, stored in UTC; a blank of it may be filled with null, which Drizzle's own does not take. */
export const moment = (name: string) => timestamptz(name);

/** For `mapWith`: a moment of an expression that may be null. */
export const momentOrNull = (value: string | Date): Date | null => new Date(value);

/** The default of a moment: when the transaction began, by the clock of the database. */
export const now = sql`now()`;

/** A column of JSON that may be null: Drizzle's own stores the JSON `null` where a blank is filled with null. */
export const jsonbOrNull = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => 'jsonb',
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
});
export const jsonOrNull = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => 'json',
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
});

export const idColumn = () => uuid('id').primaryKey().defaultRandom();

/** The row of another table that a row belongs to. */
export const belongsTo = (name: string, key: () => AnyPgColumn) => uuid(name).notNull().references(key);

/** Bytes: hashes, encrypted values. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** For `mapWith`: a number of an expression that may be null. */
export const numberOrNull = (value: string | number): number | null => Number(value);

/** For `mapWith`: text of an expression that is null where an outer join found nothing. */
export const textOrNull = (value: string | null): string | null => value;

/** For `mapWith`: a moment in ISO 8601 to the millisecond, without a Date in between where a session in UTC sends it. */
export function isoMoment(text: string): string {
  const isUsual = text.length >= 26 && text[10] === ' ' && text.endsWith('+00');
  return isUsual ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z` : new Date(text).toISOString();
}

/** A moment of a query as it goes over the wire. */
export const isoOf = (at: SQLWrapper): SQL<string> => sql`${at}`.mapWith(isoMoment);

/** A moment that may be null, in the same form. */
export const isoOrNull = (at: SQLWrapper): SQL<string | null> => sql`${at}`.mapWith(isoMoment);

/** Constants of the code as a list of SQL text: `'pending', 'processing'`, for `in (…)`. Never for what was sent. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}
