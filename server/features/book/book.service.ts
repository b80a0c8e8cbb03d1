import type { Tx } from '#server/db/connection.ts';
import { inBatch } from '#server/db/query.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { accountText, isGuarded, type Account, type EntryKind } from '#shared/book/book.accounts.ts';
import { bookedOf, movesOf, nameOf, type Move } from '#shared/book/book.balances.ts';
import type { Line, Posting, Reversal } from '#shared/book/book.postings.ts';
import { decimal, none, toText } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import {
  lockBalances,
  moveBalances,
  moveShared,
  openAccounts,
  type HeldAccount,
  type NamedAccount,
} from './book.accounts.queries.ts';
import {
  insertEntries,
  listEntriesOf,
  listLines,
  type EntryKeyRow,
  type EntryRow,
  type NewLine,
} from './book.entries.queries.ts';
import { holdMonths, monthOf } from './book.periods.service.ts';

/** An entry without its lines; `reversedBy` is null where it stands. */
export type EntryKey = EntryKeyRow;

type Written = { row: Omit<EntryRow, 'bookedIn' | 'late'>; lines: readonly Line[] };

/**
 * Moves money; nothing else does. Each balance moves once, by the sum of all postings. The caller locks the changed row
 * and gives, as `entryKeys`, all entries of these kinds and subjects. Refuses with not_enough.
 */
export async function post(
  tx: Tx,
  postings: readonly (Posting | Reversal)[],
  entryKeys?: readonly EntryKey[],
): Promise<void> {
  const enteredPostings = postings.filter((posting) => isReversal(posting) || posting.lines.length > 0);
  if (enteredPostings.length === 0) return;
  const months = enteredPostings.map(({ at }) => monthOf(at));
  const bookedIn = await holdMonths(tx, months);
  const earlierKeys = entryKeys ?? (await listEntriesOf(tx, enteredPostings));
  const newEntries = await writtenOf(tx, enteredPostings, earlierKeys);
  const moves = movesOf(newEntries.flatMap(({ lines }) => lines));
  const openedAccounts = await openAccounts(
    tx,
    [...moves.values()].map(({ account }) => account),
  );
  const guardedIds = openedAccounts.filter(isGuarded).map(({ id }) => id);
  const heldBalances = guardedIds.length === 0 ? [] : await lockBalances(tx, { ids: guardedIds });
  assertEnough(heldBalances, moves);
  const rows = newEntries.map(({ row }) => inMonth(row, bookedIn(monthOf(row.at))));
  await inBatch(tx, async (all) => {
    await moveBalances(all, amountsOf(moves, openedAccounts.filter(isGuarded)));
    await insertEntries(all, rows, rowsOf(newEntries, openedAccounts));
  });
  gather(
    tx,
    amountsOf(
      moves,
      openedAccounts.filter((account) => !isGuarded(account)),
    ),
  );
}

function rowsOf(newEntries: readonly Written[], openedAccounts: readonly NamedAccount[]): NewLine[] {
  const ids = new Map(openedAccounts.map((account) => [nameOf(account), account.id]));
  const idOf = (account: Account) => ids.get(nameOf(account)) ?? '';
  return newEntries.flatMap(({ row, lines }) =>
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
  entryKeys: readonly EntryKey[],
): Promise<Written[]> {
  const standing = (posting: Posting | Reversal) =>
    entryKeys.findLast(
      ({ kind, subject, reversedBy }) => kind === posting.kind && subject === posting.subject && reversedBy === null,
    );
  const reversals = postings.filter(isReversal).map((posting) => ({ posting, entry: standing(posting) }));
  const lines =
    reversals.length === 0
      ? []
      : await listLines(
          tx,
          reversals.flatMap(({ entry }) => entry?.id ?? []),
        );
  return postings.map((posting) => {
    if (!isReversal(posting)) return entryOf(posting, keyOf(posting, entryKeys, postings), null, posting.lines);
    const entry = standing(posting);
    if (!entry) throw new Error(`No entry ${posting.kind} of ${posting.subject} stands that could be reversed.`);
    const reversedLines = lines
      .filter(({ entryId }) => entryId === entry.id)
      .map(({ from, to, amount }) => ({ from: to, to: from, amount }));
    return entryOf({ ...posting, orderId: entry.orderId }, `reversal:${entry.key}`, entry.id, reversedLines);
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

/** The posting with its number: how often it, or for most its reversal, was entered before, in `postings` too. */
function keyOf(
  { kind, subject, block }: Posting,
  entryKeys: readonly EntryKey[],
  postings: readonly (Posting | Reversal)[],
): string {
  const isSame = (entry: Pick<Posting, 'kind' | 'subject'>) => entry.kind === kind && entry.subject === subject;
  const earlierKeys = entryKeys.filter(isSame);
  if (block !== undefined) {
    const repeatCount = earlierKeys.filter(({ key }) => key.startsWith(`${kind}:${subject}:${block}`)).length;
    return `${kind}:${subject}:${block}${repeatCount > 0 ? `:${repeatCount + 1}` : ''}`;
  }
  const reversals = postings.filter((posting) => isReversal(posting) && isSame(posting));
  const countedEntries = repeatable.has(kind)
    ? earlierKeys
    : earlierKeys.filter(({ reversedBy }) => reversedBy !== null);
  return `${kind}:${subject}:${countedEntries.length + reversals.length + 1}`;
}

function entryOf(
  { kind, subject, orderId, at, actorId, reason = null }: Omit<Posting, 'lines'>,
  key: string,
  reversalOf: string | null,
  lines: readonly Line[],
): Written {
  const row = { id: newId('bookEntry'), key, kind, subject, orderId, at, actorId, reason, reversalOf };
  const signature = signRow(signedTables.bookEntry, { ...row, lines: signedLines(lines) });
  return { row: { ...row, signature }, lines };
}

/** Puts an entry that becomes known after its month was closed into a later month, with the time when it happened. */
const inMonth = (row: Written['row'], bookedIn: string): EntryRow => ({
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

/** Returns the amount to add to each of these accounts, as decimal text by account id. */
const amountsOf = (moves: ReadonlyMap<string, Move>, accounts: readonly NamedAccount[]) =>
  new Map(accounts.map((account) => [account.id, toText(moves.get(nameOf(account))?.by ?? none.booked)]));

/** The balances are locked, so the check of the database can only refuse what this check did not see. */
function assertEnough(heldAccounts: readonly HeldAccount[], moves: ReadonlyMap<string, Move>): void {
  for (const account of heldAccounts) {
    const change = moves.get(nameOf(account))?.by ?? none.booked;
    if (bookedOf(account.amount, account.unit).plus(change).gte(none.booked)) continue;
    throw notEnough(account, account.amount, toText(change.abs()));
  }
}

/** The refusal (409) of an entry that would take more from an account than it holds. Amounts are decimal text. */
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
const gatheredMoves = new WeakMap<Tx, Map<string, string>>();

/** Moves these with the last statement before the commit, so that no other transaction waits for them any longer. */
function gather(tx: Tx, moves: ReadonlyMap<string, string>): void {
  const gathered = gatheredMoves.get(tx);
  const all = gathered ?? new Map<string, string>();
  for (const [id, amount] of moves) all.set(id, toText(decimal(all.get(id) ?? '0').plus(decimal(amount))));
  if (gathered) return;
  gatheredMoves.set(tx, all);
  tx.atEnd(() => moveShared(tx, all));
}

export { removeReasons } from './book.entries.queries.ts';
