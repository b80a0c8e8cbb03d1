import { customType, numeric, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** Money and rates: exact decimals, read and written as text, never as a float. */
export const decimal = (name: string) => numeric(name, { precision: 38, scale: 18 });

/** A point in time, stored in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const idColumn = () => uuid('id').primaryKey().defaultRandom();

/** The row of another table that a row belongs to. */
export const belongsTo = (name: string, key: () => AnyPgColumn) => uuid(name).notNull().references(key);

/** Bytes: hashes, encrypted values. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** For `mapWith`: text of an expression that is null where an outer join found nothing. */
export const textOrNull = (value: string | null): string | null => value;
