import type { SignedShape, ValuesOf } from './signed-fields.ts';

/**
 * A table whose rows carry a keyed signature: a row that was written or edited outside the product is recognized by it.
 */
export type SignedTable<Fields extends SignedShape = SignedShape> = {
  /** The table, also the purpose of the key: a row of one table is not valid in another. */
  table: string;
  /** The field by which a row is found. */
  key: 'id' | 'cryptoId' | 'batchId' | 'month';
  /**
   * Fields that the signature covers, in their order. A field is the column of its name, unless `sql` has an
   * expression.
   */
  fields: Fields;
  sql: { readonly [Name in keyof Fields]?: (row: string) => string };
  signature: string;
  /** False where a signed field is compared and not stored: such rows are short-lived, and not signed again. */
  isStored: boolean;
};

export type SignedFields<Table extends SignedTable> = ValuesOf<Table['fields']>;
export type SignedRow<Table extends SignedTable> = SignedFields<Table> & { signature: Buffer | null };

/** Declares a signed table: its rows are found by `id` and carry `signature`, unless the options differ. */
export function signedTable<Fields extends SignedShape>(
  table: string,
  fields: Fields,
  options: Partial<Omit<SignedTable<Fields>, 'table' | 'fields'>> = {},
): SignedTable<Fields> {
  return { table, fields, key: 'id', sql: {}, signature: 'signature', isStored: true, ...options };
}
