import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../connection.ts';
import {
  placeholderValues,
  first,
  one,
  rows,
  sent,
  textQuery,
  type Blanks,
  type Drizzle,
  type Reads,
} from '../query.ts';
import { encryptionKeyCheck, retiredEncryptionKeys } from './key-check.tables.ts';

// A start reads this before the migrations too, when none of these tables need exist.
export const readSchemaState = one(
  textQuery<{ hasCheck: boolean; hasRetiredKeys: boolean }>(
    () => sql`select to_regclass('encryption_key_check') is not null as "hasCheck",
      to_regclass('retired_encryption_keys') is not null as "hasRetiredKeys"`,
  ),
);

/** The stored check value, or undefined before the first start that stores one. */
export const readKeyCheck = first((db: Reads) =>
  db.select({ value: encryptionKeyCheck.value }).from(encryptionKeyCheck),
);

/** Stores the check value, unless there is one already: the first of simultaneous starts stores it. */
export async function insertKeyCheck(tx: Tx, value: Buffer): Promise<void> {
  await tx.insert(encryptionKeyCheck).values({ value }).onConflictDoNothing({ target: encryptionKeyCheck.id });
}

/** Puts another check value in place of the one before. */
export const replaceKeyCheck = sent((db: Drizzle, { value }: Blanks<{ value: Buffer }>) =>
  db.update(encryptionKeyCheck).set(placeholderValues({ value })),
);

/** The former keys, oldest first, each encrypted with the key after it or a later one. */
export const listRetiredKeys = rows((db: Reads) =>
  db.select().from(retiredEncryptionKeys).orderBy(asc(retiredEncryptionKeys.id)),
);

/** Stores a former encryption key, encrypted. */
export async function insertRetiredKey(tx: Tx, row: typeof retiredEncryptionKeys.$inferInsert): Promise<void> {
  await tx.insert(retiredEncryptionKeys).values(row);
}

export const updateRetiredKey = sent((db: Drizzle, { id, key }: Blanks<{ id: number; key: Buffer }>) =>
  db.update(retiredEncryptionKeys).set(placeholderValues({ key })).where(eq(retiredEncryptionKeys.id, id)),
);
