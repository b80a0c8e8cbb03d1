import { eq, getTableColumns, getTableName, gt, is, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { placeholderValues, rows, sent, type Blanks, type Drizzle } from '../db/query.ts';
import { signedFieldsOf, signedTables, type SignedTable } from '../db/signing/signed-rows.ts';
import { secondFactors } from '../features/auth/auth.tables.ts';
import { depositSources } from '../features/deposit-sources/deposit-sources.tables.ts';
import { kycRequests } from '../features/kyc/kyc.tables.ts';
import * as schema from '../schema.ts';

const pageSize = 500;

/** The table of signed rows, and the column by which one is found. */
function tableOf({ table: name, key: field }: SignedTable) {
  const tables: readonly unknown[] = Object.values(schema);
  const table = tables.filter((item): item is PgTable => is(item, PgTable)).find((item) => getTableName(item) === name);
  const key = table && getTableColumns(table)[field];
  if (!key) throw new Error(`There is no table of signed rows ${name}.`);
  return { table, key };
}

type Signatures = { keys: readonly string[]; signatures: readonly Buffer[] };

/** The tables whose rows can be signed again, each with how. */
export const resignableTables = Object.values<SignedTable>(signedTables)
  .filter(({ isStored }) => isStored)
  .map((signedTable) => {
    const { table, key } = tableOf(signedTable);
    const type = sql.raw(key.getSQLType());
    return {
      signed: signedTable,
      /** The next rows by the key of the table, locked; from the first one where `after` is null. */
      lockRows: rows((db: Drizzle, { after }: Blanks<{ after: string | null }>) =>
        db
          .select(signedFieldsOf(signedTable, table))
          .from(table)
          .where(or(isNull(sql`${after}::${type}`), gt(key, after)))
          .orderBy(key)
          .limit(pageSize)
          .for('update', { of: table }),
      ),
      storeSignatures: sent((db: Drizzle, { keys, signatures }: Blanks<Signatures>) =>
        db
          .update(table)
          .set({ signature: sql`s.signature` })
          .from(sql`unnest(${keys}::${type}[], ${signatures}::bytea[]) as s (key, signature)`)
          .where(eq(key, sql`s.key`)),
      ),
    };
  });

/** Values encrypted with the key in use, and the columns they are found by. */
type EncryptedRow = { id: string; encrypted: Buffer };

export const listDocumentNumbers = rows((db: Drizzle) => {
  const { id, userId, documentNumber } = kycRequests;
  return db
    .select({ id, userId, documentNumber: sql`${documentNumber}`.mapWith(documentNumber) })
    .from(kycRequests)
    .where(isNotNull(documentNumber));
});
export const storeDocumentNumber = sent(
  (db: Drizzle, { id, encrypted, hash }: Blanks<EncryptedRow & { hash: Buffer }>) =>
    db
      .update(kycRequests)
      .set(placeholderValues({ documentNumber: encrypted, documentNumberHash: hash }))
      .where(eq(kycRequests.id, id)),
);

/** Every encrypted account key with its source. */
export const listAccountKeys = rows((db: Drizzle) => {
  const { id, keyEncrypted } = depositSources;
  return db
    .select({ id, key: sql`${keyEncrypted}`.mapWith(keyEncrypted) })
    .from(depositSources)
    .where(isNotNull(keyEncrypted));
});
export const storeAccountKey = sent((db: Drizzle, { id, encrypted }: Blanks<EncryptedRow>) =>
  db
    .update(depositSources)
    .set(placeholderValues({ keyEncrypted: encrypted }))
    .where(eq(depositSources.id, id)),
);

/** Every encrypted secret of a second factor with its owner. */
export const listFactorSecrets = rows((db: Drizzle) =>
  db.select({ userId: secondFactors.userId, secret: secondFactors.secret }).from(secondFactors),
);
export const storeFactorSecret = sent((db: Drizzle, { id, encrypted }: Blanks<EncryptedRow>) =>
  db
    .update(secondFactors)
    .set(placeholderValues({ secret: encrypted }))
    .where(eq(secondFactors.userId, id)),
);
