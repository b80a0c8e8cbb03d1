import { containsPattern } from '#server/db/like.ts';
import { exportForAdmin, visibleTo } from '#server/features/audit/audit.export.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { monthAfter } from '#server/features/book/book.periods.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { csvOf } from '#server/lib/csv.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { accountText, entryKinds, parseAccount } from '#shared/book/book.accounts.ts';
import {
  entryView,
  type EntryView,
  type exportJournal,
  type getOrderBook,
  type listJournal,
} from '#shared/books/books.contract.ts';
import { rangeEnd, rangeStart } from '#shared/kernel/day-range.ts';
import type { QueryOf, ResultOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { journalLayout, programLayouts } from '../export/books.columns.ts';
import { hledgerOf } from '../export/books.hledger.ts';
import { findOrderAccounts } from '../reports/books.accounts.queries.ts';
import { exportedEntry, presentEntry, streamEntries, withValues, type ValuedEntry } from './books.entries.ts';
import * as queries from './books.journal.queries.ts';

/** A page of the journal, newest first unless sorted otherwise. */
export async function journalPage(
  { reports }: Pick<Platform, 'reports'>,
  { masks }: Pick<Actor, 'masks'>,
  { page, pageSize, sort, from, to, account, order, kind, late, q }: QueryOf<typeof listJournal>,
): Promise<{ rows: EntryView[]; total: number }> {
  const parsedAccount = account === undefined ? undefined : parseAccount(account);
  // No account has this name, so no entry matches.
  if (account !== undefined && !parsedAccount) return { rows: [], total: 0 };
  const filter: queries.JournalFilter = {
    from: from === undefined ? undefined : rangeStart(from),
    before: to === undefined ? undefined : rangeEnd(to),
    account: parsedAccount && {
      kind: parsedAccount.kind,
      subject: account === parsedAccount.kind ? null : parsedAccount.subject,
    },
    orderId: order,
    kind,
    late: late === undefined ? undefined : late === 'true',
    // A member without account numbers must not find them letter by letter in other members' notes.
    search: q ? { pattern: containsPattern(q), inReasons: !masks.includes('accounts') } : undefined,
  };
  const db = await reports.db();
  const range = { sort, limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await queries.readJournal(db, filter, range);
  return { rows: (await withValues(db, rows)).map(presentEntry), total };
}

/** Finds one entry, as an answer has it. Refuses with not_found. */
export async function entryById(db: Platform['db'], id: Id<'bookEntry'>): Promise<EntryView> {
  const [entry] = await withValues(db, await queries.readHeads(db, { ids: [id] }));
  if (!entry) throw new NotFound('entry_not_found');
  return presentEntry(entry);
}

/** Sorts entries of one moment in the order in which they happen to an order. */
const inLifeOrder = (a: ValuedEntry, b: ValuedEntry) =>
  a.at.getTime() - b.at.getTime() || entryKinds.indexOf(a.kind) - entryKinds.indexOf(b.kind);

/** The entries of an order, oldest first, and its accounts that hold something. Refuses with not_found. */
export async function orderBook(
  { db }: Pick<Platform, 'db'>,
  orderId: Id<'order'>,
): Promise<ResultOf<typeof getOrderBook>> {
  const accounts = await findOrderAccounts(db, orderId);
  if (!accounts) throw new NotFound('order_not_found');
  const entries = (await withValues(db, await queries.readHeadsOfOrder(db, { orderId }))).toSorted(inLifeOrder);
  return {
    entries: entries.map(presentEntry),
    accounts: accounts.map(({ kind, subject, unit, amount }) => ({
      account: accountText({ kind, subject }),
      unit,
      amount: toText(decimal(amount)),
    })),
  };
}

async function* eachAs<Row, View>(batches: AsyncIterable<readonly Row[]>, view: (row: Row) => View) {
  for await (const rows of batches) yield rows.map(view);
}

async function* rowsOf<Row, View>(batches: AsyncIterable<readonly Row[]>, view: (rows: readonly Row[]) => View[]) {
  for await (const rows of batches) yield view(rows);
}

/** The journal of a month as a file, masked as the list is. */
export async function exportMonth(
  deps: Platform,
  actor: Actor,
  { month, format }: QueryOf<typeof exportJournal>,
): Promise<FileAnswer> {
  const extension = format === 'hledger' ? 'journal' : 'csv';
  return exportForAdmin(deps, actor, {
    audited: auditRecord('book.exported', { format: extension, month, columns: format }),
    name: `book-${month}`,
    format: extension,
    chunks: async () => {
      const db = await deps.reports.db();
      const views = eachAs(streamEntries(db, { first: month, before: monthAfter(month) }), exportedEntry);
      const entries = visibleTo(actor, entryView, views);
      if (format === 'hledger') return hledgerOf(month, entries);
      if (format === 'csv') return csvOf(rowsOf(entries, journalLayout.rowsOf), journalLayout.columns);
      const { columns, rowsOf: sides } = programLayouts[format];
      return csvOf(rowsOf(entries, sides), columns);
    },
  });
}
