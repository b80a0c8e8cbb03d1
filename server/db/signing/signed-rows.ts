import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { acceptedKeys, canonicalJson, signFields, verifyFields } from '#server/lib/keys.ts';
import { decimal } from '#shared/kernel/money.ts';
import type { SignedFields, SignedRow, SignedTable } from './signed-table.ts';

export { proofOf } from './signed-expressions.ts';
export type { SignedFields, SignedRow, SignedTable } from './signed-table.ts';
export { signedTables } from './signed-tables.ts';

type SignedSelection<Table extends SignedTable> = { [Name in keyof SignedRow<Table>]: SQL<SignedRow<Table>[Name]> };

/** The signed fields and the signature for a select: the columns of `from`, which is the table or an alias of it. */
export function signedFieldsOf<Table extends SignedTable>(
  { fields, sql: expressions, signature }: Table,
  from: PgTable,
): SignedSelection<Table> {
  const columns = getTableColumns(from);
  const byName = (name: string) => Object.values(columns).find((item) => item.name === name);
  const selectedFields = Object.keys(fields).map((name) => {
    const expression = expressions[name]?.(`"${getTableName(from)}"`);
    return [name, expression === undefined ? columns[name] : sql.raw(expression)];
  });
  // The names are those of the table's signed fields, whose types entries lose.
  return Object.fromEntries([...selectedFields, ['signature', byName(signature)]]) as SignedSelection<Table>;
}

/** The column of a field: its name in snake case. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

let secret: string | undefined;

/** Sets the key that rows are signed with, before anything is written, so that writers of rows need only a `tx`. */
export function setRowKey(encryptionKey: string): void {
  secret = encryptionKey;
}

function keyInUse(): string {
  if (secret === undefined)
    throw new Error('The row key is not set: setRowKey() belongs to the start of every process.');
  return secret;
}

/** The keyed signature of a row; the key is derived from ENCRYPTION_KEY, outside the database. */
export function signRow<Table extends SignedTable>(table: Table, row: SignedFields<Table>): Buffer {
  return signFields(keyInUse(), table.table, signedValues(table, row));
}

/** True if the product itself wrote this row; false for a row without signature. */
export function isSignedRow<Table extends SignedTable>(table: Table, row: SignedRow<Table>): boolean {
  return row.signature !== null && verifyFields(keyInUse(), table.table, signedValues(table, row), row.signature);
}

/**
 * The signature of a row after a change of it. A row that the product did not write keeps its own, and so stays forged.
 */
export function signChanged<Table extends SignedTable>(
  table: Table,
  row: SignedRow<Table>,
  change: Partial<SignedFields<Table>>,
): Buffer | null {
  return isSignedRow(table, row) ? signRow(table, { ...row, ...change }) : row.signature;
}

/** The fields of a row that its signature covers, as they are signed. */
export function signedValues<Table extends SignedTable>({ fields }: Table, row: SignedFields<Table>): unknown[] {
  return Object.entries(fields).flatMap(([name, { type, isLeftOut }]) => {
    const value = valueOf(type, Reflect.get(row, name));
    return isLeftOut && value === null ? [] : [value];
  });
}

/** jsonb does not preserve the order of keys and numeric adds zeros; the order of the lines of a json is shown. */
function valueOf(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (type === 'jsonb') return canonicalJson(value);
  if (type === 'numeric' && typeof value === 'string' && /^-?\d/.test(value)) return decimal(value).toFixed();
  return value;
}

/** The keyed hash of a value that is looked up and never stored in clear. */
export function keyedHash(purpose: string, fields: readonly unknown[]): Buffer {
  return signFields(keyInUse(), purpose, fields);
}

/** Hashes of `keyedHash` with the current and with the previous key. */
export function keyedHashes(purpose: string, fields: readonly unknown[]): Buffer[] {
  return acceptedKeys(keyInUse()).map((key) => signFields(key, purpose, fields));
}
