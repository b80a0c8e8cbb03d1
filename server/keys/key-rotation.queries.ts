import { eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../db/connection.ts';
import { column, orNull } from '../db/rows.ts';
import { columnOf, signedColumns, signedTables, type SignedRow, type SignedTable } from '../db/signing/signed-rows.ts';
import { writeStatement } from '../db/statements.ts';
import { secondFactors } from '../features/auth/auth.tables.ts';
import { depositSources } from '../features/deposit-sources/deposit-sources.tables.ts';
import { kycRequests } from '../features/kyc/kyc.tables.ts';

const pageSize = 500;

const statements = new Map(
  Object.values<SignedTable>(signedTables)
    .filter(({ isStored }) => isStored)
    .map((signed) => {
      const { table, key, fields, signature } = signed;
      const [found, type] = [`t.${columnOf(key)}`, fields[key]?.type ?? ''];
      const page = writeStatement({ ...fields, signature: orNull(column.bytes) })`
        select ${signedColumns(signed, 't')} from ${table} t where $1::${type} is null or ${found} > $1
        order by ${found} limit ${pageSize} for update of t`;
      const store = writeStatement({})`
        update ${table} t set ${signature} = s.signature
        from unnest($1::${type}[], $2::bytea[]) s(key, signature) where ${found} = s.key`;
      return [table, { page, store }] as const;
    }),
);

/** The tables whose rows can be signed again. */
export const resignableTables = Object.values<SignedTable>(signedTables).filter(({ table }) => statements.has(table));

function statementsOf({ table }: SignedTable) {
  const found = statements.get(table);
  if (!found) throw new Error(`Rows of ${table} are not signed again.`);
  return found;
}

/** The next rows of a signed table by its key, locked; from the first one where `after` is null. */
export async function lockSignedRows(
  tx: Tx,
  table: SignedTable,
  after: string | null,
): Promise<SignedRow<SignedTable>[]> {
  return tx.run(statementsOf(table).page, [after]);
}

export async function storeSignatures(
  tx: Tx,
  table: SignedTable,
  signatures: readonly { key: string; signature: Buffer }[],
): Promise<void> {
  const values = [signatures.map(({ key }) => key), signatures.map(({ signature }) => signature)];
  await tx.run(statementsOf(table).store, values);
}

export async function listDocumentNumbers(
  tx: Tx,
): Promise<{ id: string; userId: string; documentNumber: Buffer | null }[]> {
  const { id, userId, documentNumber } = kycRequests;
  return tx.select({ id, userId, documentNumber }).from(kycRequests).where(isNotNull(documentNumber));
}

export async function storeDocumentNumber(
  tx: Tx,
  id: string,
  documentNumber: Buffer,
  documentNumberHash: Buffer,
): Promise<void> {
  await tx.update(kycRequests).set({ documentNumber, documentNumberHash }).where(eq(kycRequests.id, id));
}

/** Every encrypted account key with its source. */
export async function listAccountKeys(tx: Tx): Promise<{ id: string; key: Buffer | null }[]> {
  const { id, keyEncrypted: key } = depositSources;
  return tx.select({ id, key }).from(depositSources).where(isNotNull(key));
}

export async function storeAccountKey(tx: Tx, id: string, keyEncrypted: Buffer): Promise<void> {
  await tx.update(depositSources).set({ keyEncrypted }).where(eq(depositSources.id, id));
}

/** Every encrypted secret of a second factor with its owner. */
export async function listFactorSecrets(tx: Tx): Promise<{ userId: string; secret: Buffer }[]> {
  return tx.select({ userId: secondFactors.userId, secret: secondFactors.secret }).from(secondFactors);
}

export async function storeFactorSecret(tx: Tx, userId: string, secret: Buffer): Promise<void> {
  await tx.update(secondFactors).set({ secret }).where(eq(secondFactors.userId, userId));
}
