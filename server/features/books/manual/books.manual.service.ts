import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/connection.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { holdMonths, monthOf } from '#server/features/book/book.periods.service.ts';
import { post } from '#server/features/book/book.service.ts';
import { Conflict, Invalid, NotFound, Unprocessable, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { parseAccount, type Account } from '#shared/book/book.accounts.ts';
import type { Line } from '#shared/book/book.postings.ts';
import { manualKinds } from '#shared/books/books.accounts.ts';
import * as contract from '#shared/books/books.contract.ts';
import type { EntryInput } from '#shared/books/books.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, isWhole, toText, unitOf, unnamedAmount } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { coinById } from '#shared/reference/coins.ts';
import { endOf } from '../books.months.ts';
import { baseCurrency } from '../books.values.ts';
import { entryById } from '../journal/books.journal.service.ts';
import { removeDays } from '../reports/books.days.queries.ts';
import * as queries from './books.manual.queries.ts';
import { decimalsOf } from './books.units.ts';

/** No coin that could be booked existed before this day. */
const firstMoment = new Date('2009-01-01T00:00:00Z');

function assertPast(at: Date, now: Date, field: string): void {
  if (at < firstMoment || at > now) throw wrongField(field, 'book_time_invalid');
}

const periodClosed = (month: string) => new Conflict('period_closed', reasonWith('period_closed', { month }));

/** A new entry has no row to lock. */
const noRow = { lock: async () => ({}), missing: 'entry_not_found', present: () => undefined } as const;

/**
 * Enters a movement between accounts that may be moved by hand. Refuses with invalid_input for a wrong unit or an
 * amount finer than its unit, unbalanced, period_closed.
 */
export const enter = act(contract.enterManually, noRow, {
  check: ({ body, now }) => assertPast(new Date(body.at), now, 'at'),
  apply: async ({ tx, actor, body: { kind, at: time, lines: inputLines, note } }) => {
    const at = new Date(time);
    const lines = await linesOf(tx, inputLines);
    assertBalanced(kind, lines);
    const subject = randomUUID();
    await post(tx, [{ kind, subject, orderId: null, at, actorId: actor.userId, reason: note, lines }]);
    const enteredEntry = await queries.findByKey(tx, { key: `${kind}:${subject}:1` });
    if (!enteredEntry) throw new Error(`The entry ${kind} of ${subject} was posted and is not there.`);
    if (enteredEntry.late) throw periodClosed(monthOf(at));
    const { id } = enteredEntry;
    return { answer: await entryById(tx, id), subjectId: id, details: { kind, at: time, lines: inputLines, note } };
  },
});

async function linesOf(db: Db, inputLines: EntryInput['lines']): Promise<Line[]> {
  const namedLines = inputLines.map((line) => ({
    ...line,
    from: accountOf(line.from, line.unit),
    to: accountOf(line.to, line.unit),
  }));
  const banks = namedLines
    .flatMap(({ from, to }) => [from, to])
    .filter(({ kind, subject }) => kind === 'bank' && subject);
  const currencies = await queries.currenciesOf(
    db,
    banks.map(({ subject }) => subject),
  );
  return namedLines.map(({ from, to, unit, amount }, at) => {
    const field = (name: string) => `lines.${at}.${name}`;
    assertAmount(amount, unit, { amount: field('amount'), unit: field('unit') });
    for (const account of [from, to]) {
      const currency = account.kind === 'bank' ? currencies.get(account.subject) : undefined;
      if (account.kind === 'bank' && account.subject && !currency) throw new NotFound('desk_account_not_found');
      if (!fitsUnit(account, currency)) throw wrongField(field('unit'), 'unit_unknown');
    }
    return { from, to, amount: toText(decimal(amount)) };
  });
}

function accountOf(text: string, unit: string): Account {
  const parsedAccount = parseAccount(text);
  if (!parsedAccount) throw new Invalid('invalid_input', 'account_not_manual');
  return { ...parsedAccount, unit };
}

/** Coins are in an account of their own, banks and cash have currencies, and a bank account has its own. */
function fitsUnit({ kind, subject, unit }: Account, currency: string | undefined): boolean {
  const isCoin = coinById(unit) !== undefined;
  if (kind === 'coins') return subject === unit;
  if (kind === 'bank') return !isCoin && (subject === '' || currency === unit);
  return kind === 'cash' ? !isCoin : true;
}

function assertAmount(amount: string, unit: string, fields: { amount: string; unit: string }): void {
  const decimals = decimalsOf(unit);
  if (decimals === undefined) throw wrongField(fields.unit, 'unit_unknown');
  if (!isWhole(unnamedAmount('coin', amount), unitOf('coin', decimals)))
    throw wrongField(fields.amount, 'amount_invalid');
}

/** A line from an account to itself moves nothing; coins that are sold bring money. */
function assertBalanced(kind: EntryInput['kind'], lines: readonly Line[]): void {
  const isStill = lines.some(({ from, to }) => from.kind === to.kind && from.subject === to.subject);
  const sellsCoins = lines.some(({ from }) => from.kind === 'position' && coinById(from.unit));
  const bringsMoney = lines.some(({ to }) => to.kind === 'position' && !coinById(to.unit));
  if (isStill || (kind === 'disposal' && !(sellsCoins && bringsMoney)))
    throw new Unprocessable('unbalanced', 'unbalanced');
}

const isManual = (kind: string) => manualKinds.some((manual) => manual === kind);

const entryRow: ActionRow<Platform, queries.EntryRow, undefined, { id: Id<'bookEntry'> }> = {
  lock: (tx, { id }) => queries.lockEntry(tx, { id }),
  missing: 'entry_not_found',
  present: () => undefined,
};

/**
 * Reverses a manual entry, once, in its own month. Refuses with already_decided for an entry that was reversed, is a
 * reversal or was not entered by hand, and period_closed.
 */
const reverse = act(contract.reverseEntry, entryRow, {
  check: async ({ tx, row: entry, params: { id } }) => {
    const isByHand = isManual(entry.kind) && !entry.isOfLine;
    if (!isByHand || entry.reversalOf !== null || (await queries.findReversal(tx, { id })))
      throw new Conflict('already_decided', 'entry_reversed');
  },
  apply: async ({ tx, actor, row: entry, params: { id }, body: { note }, now }) => {
    const at = reversalTime(entry, now);
    const bookedIn = await holdMonths(tx, [monthOf(at)]);
    if (bookedIn(monthOf(at)) !== monthOf(at)) throw periodClosed(entry.bookedIn);
    const { kind, subject } = entry;
    await post(tx, [{ reverses: true, kind, subject, at, actorId: actor.userId, reason: note }]);
    const reversal = await queries.findReversal(tx, { id });
    if (!reversal) throw new Error(`The reversal of ${kind}:${subject} was posted and is not there.`);
    return { answer: await entryById(tx, reversal.id), subjectId: reversal.id, details: { reversalOf: id, note } };
  },
});

/** Now, or the last moment of the entry's month, because a reversal belongs to that month. */
function reversalTime({ bookedIn }: queries.EntryRow, now: Date): Date {
  return monthOf(now) === bookedIn ? now : new Date(endOf(bookedIn).getTime() - 1);
}

/** Sets the value of one unit in dollars on a day of an open month. Refuses with invalid_input, period_closed. */
export const setRate = act(contract.setBookRate, noRow, {
  check: ({ params: { day, unit }, now }) => {
    assertPast(new Date(day), now, 'day');
    if (decimalsOf(unit) === undefined || unit === baseCurrency) throw wrongField('unit', 'unit_unknown');
  },
  apply: async ({ tx, actor, params: { day, unit }, body: { rate, note }, now }) => {
    const month = monthOf(new Date(day));
    const bookedIn = await holdMonths(tx, [month]);
    if (bookedIn(month) !== month) throw periodClosed(month);
    await queries.writeRate(tx, { day, unit, rate, note, setBy: actor.userId, setAt: now });
    await removeDays(tx, { first: day });
    const answer = { day, unit, rate: toText(decimal(rate)) };
    return { answer, subjectId: `${day} ${unit}`, details: { rate, note } };
  },
});

/** Each action of the team on entries and rates of the books. */
export const manualActions: ActionsOf<Platform, 'settings.write'> = [enter, reverse, setRate];
