import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '#server/db/connection.ts';
import { inBatch } from '#server/db/query.ts';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { accountText, isGuarded, type Account, type EntryKind } from '#shared/book/book.accounts.ts';
import { bookedOf, movesOf, nameOf, type Move } from '#shared/book/book.balances.ts';
import type { Line, Posting, Reversal } from '#shared/book/book.postings.ts';
import { decimal, none, toText, type Amount } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { holdMonths, monthOf } from './book.periods.service.ts';
import { listEntriesOf } from './book.queries.ts';
import * as queries from './book.queries.ts';

/** An entry without its lines; `reversedBy` is null where it stands. */
export type EntryKey = queries.EntryKeyRow;

type Written = { row: Omit<queries.EntryRow, 'bookedIn' | 'late'>; lines: readonly Line[] };

/**
 * Moves money; nothing else does. Each balance moves once, by the sum of all postings. The caller has locked the row
 * that changes and gives, as `known`, all entries of the same kinds and subjects. Refuses with conflict (not_enough).
 */
export async function post(
  tx: Tx,
  postings: readonly (Posting | Reversal)[],
  known?: readonly EntryKey[],
): Promise<void> {
  const entered = postings.filter((posting) => isReversal(posting) || posting.lines.length > 0);
  if (entered.length === 0) return;
  const bookedIn = await holdMonths(
    tx,
    entered.map(({ at }) => monthOf(at)),
  );
  const written = await writtenOf(tx, entered, known ?? (await listEntriesOf(tx, entered)));
  const moves = movesOf(written.flatMap(({ lines }) => lines));
  const opened = await queries.openAccounts(
    tx,
    [...moves.values()].map(({ account }) => account),
  );
  const guarded = opened.filter(isGuarded);
  const held = guarded.length === 0 ? [] : await queries.lockBalances(tx, { ids: guarded.map(({ id }) => id) });
  assertEnough(held, moves);
  const rows = written.map(({ row }) => inMonth(row, bookedIn(monthOf(row.at))));
  await inBatch(tx, async (all) => {
    await queries.moveBalances(all, amountsOf(moves, guarded));
    await queries.insertEntries(all, rows, rowsOf(written, opened));
  });
  gather(
    tx,
    amountsOf(
      moves,
      opened.filter((account) => !isGuarded(account)),
    ),
  );
}

function rowsOf(written: readonly Written[], opened: readonly queries.NamedAccount[]): queries.NewLine[] {
  const ids = new Map(opened.map((account) => [nameOf(account), account.id]));
  const idOf = (account: Account) => ids.get(nameOf(account)) ?? '';
  return written.flatMap(({ row, lines }) =>
    lines.map(({ from, to, amount }, line) => ({
      entryId: row.id ?? '',
      line,
      fromAccount: idOf(from),
      toAccount: idOf(to),
      unit: from.unit,
      amount,
    })),
  );
}

const isReversal = (posting: Posting | Reversal): posting is Reversal => 'reverses' in posting;

/** The entries to write: each with its number, and a reversal with the lines that it reverses. */
async function writtenOf(
  tx: Tx,
  postings: readonly (Posting | Reversal)[],
  known: readonly EntryKey[],
): Promise<Written[]> {
  const standing = (posting: Posting | Reversal) =>
    known.findLast(
      ({ kind, subject, reversedBy }) => kind === posting.kind && subject === posting.subject && reversedBy === null,
    );
  const undone = postings.filter(isReversal).map((posting) => ({ posting, entry: standing(posting) }));
  const lines =
    undone.length === 0
      ? []
      : await queries.listLines(
          tx,
          undone.flatMap(({ entry }) => entry?.id ?? []),
        );
  return postings.map((posting) => {
    if (!isReversal(posting)) return entryOf(posting, keyOf(posting, known, postings), null, posting.lines);
    const entry = standing(posting);
    if (!entry) throw new Error(`No entry ${posting.kind} of ${posting.subject} stands that could be reversed.`);
    const turned = lines
      .filter(({ entryId }) => entryId === entry.id)
      .map(({ from, to, amount }) => ({ from: to, to: from, amount }));
    return entryOf({ ...posting, orderId: entry.orderId }, `reversal:${entry.key}`, entry.id, turned);
  });
}

/** Kinds of entries that may be made again without a reversal: the balance of a guarded account limits how often. */
const repeatable = new Set<EntryKind>([
  'claim',
  'order.ended',
  'money.back',
  'transfer.reorganised',
  // Coins that come back after a reorganisation fill the refund again.
  'refund.due',
  // A transfer that is kept in part may get more of its coins back, which are then kept as well.
  'kept',
]);

/** The posting with its number: how often it, or for most its reversal, was entered before and is by `posted` first. */
function keyOf(
  { kind, subject, block }: Posting,
  known: readonly EntryKey[],
  posted: readonly (Posting | Reversal)[],
): string {
  const before = known.filter((entry) => entry.kind === kind && entry.subject === subject);
  if (block !== undefined) {
    const again = before.filter(({ key }) => key.startsWith(`${kind}:${subject}:${block}`)).length;
    return `${kind}:${subject}:${block}${again > 0 ? `:${again + 1}` : ''}`;
  }
  const reversed = posted.filter((other) => isReversal(other) && other.kind === kind && other.subject === subject);
  const counted = repeatable.has(kind) ? before : before.filter(({ reversedBy }) => reversedBy !== null);
  return `${kind}:${subject}:${counted.length + reversed.length + 1}`;
}

function entryOf(
  { kind, subject, orderId, at, actorId, reason = null }: Omit<Posting, 'lines'>,
  key: string,
  reversalOf: string | null,
  lines: readonly Line[],
): Written {
  const row = { id: randomUUID(), key, kind, subject, orderId, at, actorId, reason, reversalOf };
  const signature = signRow(signedTables.bookEntry, { ...row, lines: signedLines(lines) });
  return { row: { ...row, signature }, lines };
}

/** Puts an entry that becomes known after its month was closed into a later month, with the time when it happened. */
const inMonth = (row: Written['row'], bookedIn: string): queries.EntryRow => ({
  ...row,
  bookedIn,
  late: bookedIn !== monthOf(row.at),
});

/** Lines as their entry's signature covers them, one after the other. */
export function signedLines(lines: readonly Line[]): string {
  return lines
    .map(
      ({ from, to, amount }) =>
        `${accountText(from)} ${accountText(to)} ${from.unit} ${toText(bookedOf(amount, from.unit))}`,
    )
    .join('\n');
}

/** Returns the amount to add to each of these accounts, as decimal text by the id of the account. */
const amountsOf = (moves: ReadonlyMap<string, Move>, accounts: readonly queries.NamedAccount[]) =>
  new Map(accounts.map((account) => [account.id, toText(moves.get(nameOf(account))?.by ?? none.booked)]));

/** The balances are locked, so the check of the database can only refuse what this check did not see. */
function assertEnough(held: readonly queries.HeldAccount[], moves: ReadonlyMap<string, Move>): void {
  for (const account of held) {
    const by = moves.get(nameOf(account))?.by ?? none.booked;
    if (bookedOf(account.amount, account.unit).plus(by).gte(none.booked)) continue;
    throw notEnough(account, account.amount, toText(by.abs()));
  }
}

/** 409: an account holds less than an entry would take. Amounts are decimal text. */
export function notEnough(account: Account, holds: string, needed: string): Conflict {
  const params = {
    account: accountText(account),
    holds: toText(bookedOf(holds, account.unit)),
    needed,
    unit: account.unit,
  };
  return new Conflict('conflict', reasonWith('not_enough', params));
}

/** The amounts that a transaction gathered for accounts that every transaction moves, as decimal text by account id. */
const gathered = new WeakMap<Tx, Map<string, string>>();

/** Moves these with the last statement before the commit, so that no other transaction waits for them any longer. */
function gather(tx: Tx, moves: ReadonlyMap<string, string>): void {
  const known = gathered.get(tx);
  const all = known ?? new Map<string, string>();
  for (const [id, amount] of moves) all.set(id, toText(decimal(all.get(id) ?? '0').plus(decimal(amount))));
  if (known) return;
  gathered.set(tx, all);
  tx.atEnd(() => queries.moveShared(tx, all));
}

type Balances = { of: (account: Account) => Amount<'booked'>; all: readonly queries.HeldAccount[] };

/** Reads the balances of these accounts, by name (`held:<order>`) and unit; 0 for one that never held anything. */
export async function balancesOf(db: Db, accounts: readonly Pick<Account, 'kind' | 'subject'>[]): Promise<Balances> {
  return balances(accounts.length === 0 ? [] : await queries.listBalances(db, accounts));
}

/** Locks these accounts, so that no other transaction moves them, and returns their balances. */
export async function lockedBalancesOf(
  tx: Tx,
  accounts: readonly Pick<Account, 'kind' | 'subject'>[],
): Promise<Balances> {
  return balances(accounts.length === 0 ? [] : await queries.lockBalancesOf(tx, accounts));
}

function balances(all: readonly queries.HeldAccount[]): Balances {
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
export type StandingEntry = { id: string; lines: readonly Line[]; isSigned: boolean };

/** Reads the standing entry of each posting of one kind, by subject; undefined where undone, absent where none was. */
export async function standingEntries(
  db: Db,
  postings: readonly Pick<Posting, 'kind' | 'subject'>[],
): Promise<Map<string, StandingEntry | undefined>> {
  const known = postings.length === 0 ? [] : await listEntriesOf(db, postings);
  const standing = known.filter(({ reversedBy }) => reversedBy === null);
  const signed = await signedEntries(db, standing);
  const entries = new Map<string, StandingEntry | undefined>(known.map(({ subject }) => [subject, undefined]));
  for (const { id, subject } of standing) entries.set(subject, signed.get(id));
  return entries;
}

/** Reads these entries with their lines, by id, and compares each with its signature and its key. */
export async function signedEntries(
  db: Db,
  entries: readonly { id: string; subject: string }[],
): Promise<Map<string, StandingEntry>> {
  const ids = entries.map(({ id }) => id);
  const lines = ids.length === 0 ? [] : await queries.listLines(db, ids);
  const rows = ids.length === 0 ? [] : await queries.findEntries(db, { ids });
  const linesById = new Map<string, Line[]>(ids.map((id) => [id, []]));
  for (const { entryId, ...own } of lines) linesById.get(entryId)?.push(own);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    entries.map(({ id, subject }) => {
      const own = linesById.get(id) ?? [];
      const row = rowById.get(id);
      // The key is signed, and names the subject of the entry.
      const isOfThis = row?.key.startsWith(`${row.kind}:${subject}:`) === true;
      const isSigned = isOfThis && isSignedRow(signedTables.bookEntry, { ...row, lines: signedLines(own) });
      return [id, { id, lines: own, isSigned }];
    }),
  );
}

/** An entry with its lines. */
export type Entry = EntryKey & { lines: readonly Line[] };

/**
 * The entries of these rows by kind and subject, reversals left out, oldest first; `reversedBy` is null where one
 * stands.
 */
export async function entriesOf(db: Db, postings: readonly Pick<Posting, 'kind' | 'subject'>[]): Promise<Entry[]> {
  const known = postings.length === 0 ? [] : await listEntriesOf(db, postings);
  return withLines(db, known);
}

/** The entries of an order that nothing undid, oldest first. */
export async function standingOfOrder(db: Db, orderId: string): Promise<Entry[]> {
  return withLines(db, await queries.listEntriesOfOrder(db, { orderId }));
}

/** The entries that took from these accounts and that nothing undid, oldest first. */
export async function entriesFrom(db: Db, from: readonly Account[]): Promise<Entry[]> {
  return withLines(db, from.length === 0 ? [] : await queries.listEntriesFrom(db, from));
}

async function withLines(db: Db, known: readonly EntryKey[]): Promise<Entry[]> {
  const lines =
    known.length === 0
      ? []
      : await queries.listLines(
          db,
          known.map(({ id }) => id),
        );
  return known.map((entry) => ({ ...entry, lines: lines.filter(({ entryId }) => entryId === entry.id) }));
}

export { listEntriesOf, removeReasons } from './book.queries.ts';
