import { customType, numeric, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';

/** Money and rates: exact decimals, read and written as text, never as a float. */
export const decimal = (name: string) => numeric(name, { precision: 38, scale: 18 });

const timestamptz = customType<{ data: Date; driverData: string | Date }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value),
});
/** A point in time, stored in UTC; a blank of it may be filled with null, which Drizzle's own does not take. */
export const moment = (name: string) => timestamptz(name);

/** A column of JSON that may be null: Drizzle's own stores the JSON `null` where a blank is filled with null. */
export const jsonbOrNull = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => 'jsonb',
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
});
export const jsonOrNull = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => 'json',
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
});

/** A column of JSON that a schema reads, its keys in their order; a value that does not fit is read as `fallback`. */
export const parsedJson = <Value>(name: string, schema: z.ZodType<Value>, fallback: NoInfer<Value>) =>
  customType<{ data: Value; driverData: unknown }>({
    dataType: () => 'json',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => schema.safeParse(value).data ?? fallback,
  })(name);

/** Column of a random id, the primary key. */
export const idColumn = () => uuid('id').primaryKey().defaultRandom();

/** Column of the id of the row in another table that a row belongs to. */
export const belongsTo = (name: string, key: () => AnyPgColumn) => uuid(name).notNull().references(key);

/** Bytes: hashes, encrypted values. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
