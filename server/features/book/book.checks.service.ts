import { isSignedRow, signedTables, type SignedRow } from '#server/db/signing/signed-rows.ts';
import type { Line } from '#shared/book/book.postings.ts';
import { signedLines } from './book.service.ts';

export { findWrongBalances, lastCheck, storeCheck, type Finding } from './book.checks.queries.ts';

type SignedEntry = Omit<SignedRow<typeof signedTables.bookEntry>, 'lines'>;

/** True if the product itself wrote an entry with these lines, which are in their order. */
export const isOwnEntry = (entry: SignedEntry, lines: readonly Line[]): boolean =>
  isSignedRow(signedTables.bookEntry, { ...entry, lines: signedLines(lines) });
