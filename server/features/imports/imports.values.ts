import { decryptText, encryptText } from '#server/lib/cipher.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { ReadAccount, ReadCustomer, RowCells } from './reading/imports.row.ts';

/** The stored values of a row: the customer that is made of it, or the typed text where something is wrong. */
export type StoredValues = { cells?: RowCells; customer?: ReadCustomer; account?: ReadAccount | undefined };

type CipherContext = { secret: string; importId: Id<'import'>; line: number };

const cipherOf = ({ secret, importId, line }: CipherContext) => ({
  secret,
  purpose: 'import rows',
  boundTo: `${importId} ${line}`,
});

/** Encrypts the values of a row, bound to its import and line. */
export const encryptValues = (values: StoredValues, context: CipherContext): Buffer =>
  encryptText(JSON.stringify(values), cipherOf(context));

/** The values of a stored row; none where it was emptied. */
export function decryptValues(values: Buffer | null, context: CipherContext): StoredValues {
  // `encryptValues` wrote it, and nothing else could have.
  return values === null ? {} : (JSON.parse(decryptText(values, cipherOf(context))) as StoredValues);
}
