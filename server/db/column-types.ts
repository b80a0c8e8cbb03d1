import { customType, numeric, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Id, IdKind } from '#shared/kernel/ids.ts';

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

/** Column of the id of another row of this kind. */
export const idReference = <Kind extends IdKind>(_kind: Kind, name: string) => uuid(name).$type<Id<Kind>>();

/** Column of the id of a row of this kind, the primary key; made by PostgreSQL if `newId` did not. */
export const idColumn = <Kind extends IdKind>(kind: Kind) => idReference(kind, 'id').primaryKey().defaultRandom();

/** Column of the id of the row in another table that a row belongs to. */
export const belongsTo = <Key extends AnyPgColumn>(name: string, key: () => Key) =>
  uuid(name).$type<Key['_']['data']>().notNull().references(key);

/** Bytes: hashes, encrypted values. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
