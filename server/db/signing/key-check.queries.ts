import { asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../connection.ts';
import { column, type RowOf } from '../rows.ts';
import { readStatement } from '../statements.ts';
import { encryptionKeyCheck, retiredEncryptionKeys } from './key-check.tables.ts';

// Asked before the migrations too, when none of these tables need be there.
const schemaStateRow = {
  hasCheck: column.boolean,
  hasRetiredKeys: column.boolean,
};
const schemaState = readStatement(schemaStateRow)`
  select to_regclass('encryption_key_check') is not null as "hasCheck",
         to_regclass('retired_encryption_keys') is not null as "hasRetiredKeys"`;

export type SchemaState = RowOf<typeof schemaStateRow>;

export async function readSchemaState(db: Db): Promise<SchemaState> {
  const [state] = await db.run(schemaState);
  return state ?? { hasCheck: false, hasRetiredKeys: false };
}

/** The stored check value, or undefined before the first start that stores one. */
export async function readKeyCheck(db: Db): Promise<Buffer | undefined> {
  const [row] = await db.select({ value: encryptionKeyCheck.value }).from(encryptionKeyCheck);
  return row?.value;
}

/** Stores the check value, unless there is one already: of processes that start at once the first one wins. */
export async function insertKeyCheck(tx: Tx, value: Buffer): Promise<void> {
  await tx.insert(encryptionKeyCheck).values({ value }).onConflictDoNothing({ target: encryptionKeyCheck.id });
}

/** Puts another check value in place of the one before. */
export async function replaceKeyCheck(tx: Tx, value: Buffer): Promise<void> {
  await tx.update(encryptionKeyCheck).set({ value });
}

export type RetiredKeyRow = typeof retiredEncryptionKeys.$inferSelect;

/** The keys of before, oldest first, each encrypted with the key after it or a later one. */
export async function listRetiredKeys(db: Pick<Db, 'select'>): Promise<RetiredKeyRow[]> {
  return db.select().from(retiredEncryptionKeys).orderBy(asc(retiredEncryptionKeys.id));
}

export async function insertRetiredKey(tx: Tx, row: typeof retiredEncryptionKeys.$inferInsert): Promise<void> {
  await tx.insert(retiredEncryptionKeys).values(row);
}

export async function updateRetiredKey(tx: Tx, id: number, key: Buffer): Promise<void> {
  await tx.update(retiredEncryptionKeys).set({ key }).where(eq(retiredEncryptionKeys.id, id));
}
