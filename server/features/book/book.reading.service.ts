import type { Db, Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import { bookedOf, nameOf } from '#shared/book/book.balances.ts';
import type { Line, Posting } from '#shared/book/book.postings.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Amount } from '#shared/kernel/money.ts';
import { listBalances, lockBalancesOf, type HeldAccount } from './book.accounts.queries.ts';
import { findEntries, listEntriesFrom, listEntriesOf, listEntriesOfOrder, listLines } from './book.entries.queries.ts';
import { signedLines, type EntryKey } from './book.service.ts';

export { listEntriesOf } from './book.entries.queries.ts';

type Balances = { of: (account: Account) => Amount<'booked'>; all: readonly HeldAccount[] };

/** Reads the balances of these accounts, by name (`held:<order>`) and unit; 0 for one that never held anything. */
export async function balancesOf(db: Db, accounts: readonly Pick<Account, 'kind' | 'subject'>[]): Promise<Balances> {
  return balances(accounts.length === 0 ? [] : await listBalances(db, accounts));
}

/** Locks these accounts, so that no other transaction moves them, and returns their balances. */
export async function lockedBalancesOf(
  tx: Tx,
  accounts: readonly Pick<Account, 'kind' | 'subject'>[],
): Promise<Balances> {
  return balances(accounts.length === 0 ? [] : await lockBalancesOf(tx, accounts));
}

function balances(all: readonly HeldAccount[]): Balances {
  const byName = new Map(all.map((account) => [nameOf(account), bookedOf(account.amount, account.unit)]));
  return { of: (account) => byName.get(nameOf(account)) ?? bookedOf('0', account.unit), all };
}

/** The lines of the entry of a posting that stands, as they were signed; undefined without one. */
export async function standingEntry(
  db: Db,
  posting: Pick<Posting, 'kind' | 'subject'>,
): Promise<StandingEntry | undefined> {
  return (await standingEntries(db, [posting])).get(posting.subject);
}

/** An entry that nothing undid; `isSigned` is false where the product did not write it so. */
export type StandingEntry = { id: Id<'bookEntry'>; lines: readonly Line[]; isSigned: boolean };

/** Reads the standing entry of each posting of one kind, by subject; undefined where undone, absent where none was. */
export async function standingEntries(
  db: Db,
  postings: readonly Pick<Posting, 'kind' | 'subject'>[],
): Promise<Map<string, StandingEntry | undefined>> {
  const entryKeys = postings.length === 0 ? [] : await listEntriesOf(db, postings);
  const standingKeys = entryKeys.filter(({ reversedBy }) => reversedBy === null);
  const entryById = await signedEntries(db, standingKeys);
  const entries = new Map<string, StandingEntry | undefined>(entryKeys.map(({ subject }) => [subject, undefined]));
  for (const { id, subject } of standingKeys) entries.set(subject, entryById.get(id));
  return entries;
}

/** Reads these entries with their lines, by id, and compares each with its signature and its key. */
export async function signedEntries(
  db: Db,
  entries: readonly { id: Id<'bookEntry'>; subject: string }[],
): Promise<Map<string, StandingEntry>> {
  const ids = entries.map(({ id }) => id);
  const lines = ids.length === 0 ? [] : await listLines(db, ids);
  const rows = ids.length === 0 ? [] : await findEntries(db, { ids });
  const linesById = new Map<string, Line[]>(ids.map((id) => [id, []]));
  for (const { entryId, ...line } of lines) linesById.get(entryId)?.push(line);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    entries.map(({ id, subject }) => {
      const entryLines = linesById.get(id) ?? [];
      const row = rowById.get(id);
      // The key is signed, and names the subject of the entry.
      const isOfThis = row?.key.startsWith(`${row.kind}:${subject}:`) === true;
      const isSigned = isOfThis && isSignedRow(signedTables.bookEntry, { ...row, lines: signedLines(entryLines) });
      return [id, { id, lines: entryLines, isSigned }];
    }),
  );
}

/** An entry with its lines. */
export type Entry = EntryKey & { lines: readonly Line[] };

/** Returns the entries of these rows, oldest first, without reversals; `reversedBy` is null if an entry stands. */
export async function entriesOf(db: Db, postings: readonly Pick<Posting, 'kind' | 'subject'>[]): Promise<Entry[]> {
  const entryKeys = postings.length === 0 ? [] : await listEntriesOf(db, postings);
  return withLines(db, entryKeys);
}

/** The entries of an order that nothing undid, oldest first. */
export async function standingOfOrder(db: Db, orderId: Id<'order'>): Promise<Entry[]> {
  return withLines(db, await listEntriesOfOrder(db, { orderId }));
}

/** The entries that took from these accounts and that nothing undid, oldest first. */
export async function entriesFrom(db: Db, from: readonly Account[]): Promise<Entry[]> {
  return withLines(db, from.length === 0 ? [] : await listEntriesFrom(db, from));
}

async function withLines(db: Db, entryKeys: readonly EntryKey[]): Promise<Entry[]> {
  const lines =
    entryKeys.length === 0
      ? []
      : await listLines(
          db,
          entryKeys.map(({ id }) => id),
        );
  return entryKeys.map((entry) => ({ ...entry, lines: lines.filter(({ entryId }) => entryId === entry.id) }));
}
