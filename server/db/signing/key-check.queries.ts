import { asc } from 'drizzle-orm';
import type { Db, Tx } from '../connection.ts';
import { column } from '../rows.ts';
import { readStatement, writeStatement } from '../statements.ts';
import { encryptionKeyCheck, retiredEncryptionKeys } from './key-check.tables.ts';

// Asked before the migrations too, when none of these tables need be there.
const schemaStateRow = {
  hasCheck: column.boolean,
  hasRetiredKeys: column.boolean,
};
export const readSchemaState = readStatement(schemaStateRow).one()`
  select to_regclass('encryption_key_check') is not null as "hasCheck",
         to_regclass('retired_encryption_keys') is not null as "hasRetiredKeys"`;

/** The stored check value, or undefined before the first start that stores one. */
export const readKeyCheck = readStatement({ value: column.bytes }).value()`select value from encryption_key_check`;

/** Stores the check value, unless there is one already: of processes that start at once the first one wins. */
export async function insertKeyCheck(tx: Tx, value: Buffer): Promise<void> {
  await tx.insert(encryptionKeyCheck).values({ value }).onConflictDoNothing({ target: encryptionKeyCheck.id });
}

/** Puts another check value in place of the one before. */
export const replaceKeyCheck = writeStatement({}).send<[value: Buffer]>()`update encryption_key_check set value = $1`;

export type RetiredKeyRow = typeof retiredEncryptionKeys.$inferSelect;

/** The keys of before, oldest first, each encrypted with the key after it or a later one. */
export async function listRetiredKeys(db: Pick<Db, 'select'>): Promise<RetiredKeyRow[]> {
  return db.select().from(retiredEncryptionKeys).orderBy(asc(retiredEncryptionKeys.id));
}

export async function insertRetiredKey(tx: Tx, row: typeof retiredEncryptionKeys.$inferInsert): Promise<void> {
  await tx.insert(retiredEncryptionKeys).values(row);
}

export const updateRetiredKey = writeStatement({}).send<[id: number, key: Buffer]>()`
  update retired_encryption_keys set key = $2 where id = $1`;
