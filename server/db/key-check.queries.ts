import type { Db, Tx } from './connection.ts';
import { encryptionKeyCheck } from './key-check.tables.ts';
import { column } from './rows.ts';
import { readStatement } from './statements.ts';

// Asked before the migrations too, when none of these tables need be there.
const schemaState = readStatement(
  { hasCheck: column.boolean, hasSignatures: column.boolean },
  `select to_regclass('encryption_key_check') is not null as "hasCheck",
          exists (select from information_schema.columns where table_schema = current_schema()
            and table_name = 'audit_log' and column_name = 'signature') as "hasSignatures"`,
);

/** Whether the schema has a place for the check value yet, and audit entries that are signed. */
export async function readSchemaState(db: Db): Promise<{ hasCheck: boolean; hasSignatures: boolean }> {
  const [state] = await db.run(schemaState);
  return state ?? { hasCheck: false, hasSignatures: false };
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
