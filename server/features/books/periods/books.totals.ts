import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import { monthAfter } from '#server/features/book/book.periods.service.ts';
import { accountText, parseAccount, type AccountKind } from '#shared/book/book.accounts.ts';
import { periodView, type PeriodView } from '#shared/books/books.periods.contract.ts';
import { decimal, none, toText } from '#shared/kernel/money.ts';
import { dayOf } from '../books.months.ts';
import { baseText, type Base } from '../books.values.ts';
import { streamEntries, type ValuedEntry, type ValuedLine } from '../journal/books.entries.ts';
import { readMovesIn, type SumRow } from '../reports/books.accounts.queries.ts';
import { holdingsFrom, type Holdings, type HoldingsReader } from '../reports/books.holdings.ts';
import { findClosedBefore, findFirstMonth, type PeriodRow } from './books.periods.queries.ts';

export type Totals = PeriodView['totals'];

/** Accounts of assets and expenses, whose balance grows by the lines that leave them. */
const ownKinds = new Set<AccountKind>(['coins', 'bank', 'exchange', 'cash', 'cost', 'lost']);

/** All moves up to a moment, by account: the sums that were received and that left. */
export type MonthMoves = { came: readonly SumRow[]; left: readonly SumRow[] };

/** A line without a rate, by the day whose rate would give it one. */
export type MissingRate = { unit: string; day: string };

/** The sums of the lines of a month. */
export type MonthSums = {
  entries: number;
  late: number;
  totals: Totals;
  /** Hash over every line with its value. */
  digest: string;
  missing: MissingRate[];
  /** All moves up to its end: the next month opens with them. */
  moves: MonthMoves;
};

const storedHoldingsShape = z.array(
  z.object({ coin: z.string(), coins: z.string(), dollars: z.string().nullable(), of: z.string().nullable() }),
);

/** Parses the holdings stored at the end of a month or a day. */
export const parseHoldings = (storedText: unknown): Holdings => holdingsFrom(storedHoldingsShape.parse(storedText));

/** The holdings at the end of a closed month. */
export const closedHoldings = ({ holdings }: Pick<PeriodRow, 'holdings'>): Holdings => parseHoldings(holdings);

/** The totals of a closed month. */
export const closedTotals = ({ totals }: Pick<PeriodRow, 'totals'>): Totals => periodView.shape.totals.parse(totals);

/** The name of an account in totals, as readMovesIn groups by it. */
const totalName = ({ kind, subject }: ValuedLine['from']) =>
  kind === 'cost' || kind === 'exchange' ? accountText({ kind, subject }) : kind;

type SumOptions = {
  /** Passes the entries of the month on the way. */
  reader?: HoldingsReader | undefined;
  /** All moves before it, where they are known. */
  before?: MonthMoves | undefined;
};

/** Sums the moves of a month, line by line. */
export async function sumMonth(db: Db, month: string, { reader, before }: SumOptions = {}): Promise<MonthSums> {
  const hash = createHash('sha256');
  const bases = new Map<string, Base>();
  const movedSums = { came: new Map<string, SumRow>(), left: new Map<string, SumRow>() };
  const missingRates = new Map<string, MissingRate>();
  let entries = 0;
  let late = 0;
  for await (const chunk of streamEntries(db, { first: month, before: monthAfter(month) })) {
    for (const entry of chunk) {
      entries += 1;
      if (entry.late) late += 1;
      hash.update(`${digestTextOf(entry)}\n`);
      for (const line of entry.lines) {
        addBases(bases, line);
        addMove(movedSums.left, line.from, line);
        addMove(movedSums.came, line.to, line);
        const rate = { unit: line.unit, day: rateDay(entry) };
        if (line.base === null) missingRates.set(`${rate.day} ${rate.unit}`, rate);
      }
      reader?.pass(entry);
    }
  }
  const opening = before ?? (await openingOf(db, month));
  const incomingSums = [...movedSums.came.values()];
  const outgoingSums = [...movedSums.left.values()];
  const totals = totalsOf({ opening, moved: { came: incomingSums, left: outgoingSums } }, bases);
  const moves = { came: [...opening.came, ...incomingSums], left: [...opening.left, ...outgoingSums] };
  return { entries, late, totals, digest: hash.digest('hex'), missing: [...missingRates.values()], moves };
}

/**
 * Day whose rate values an entry; for a late entry the first day of the month it is booked in, because its own month is
 * closed.
 */
const rateDay = ({ at, late, bookedIn }: ValuedEntry) => (late ? `${bookedIn}-01` : dayOf(at));

/** Returns the part of an entry that a digest covers: all but the words of members, which may change. */
function digestTextOf({ key, kind, at, bookedIn, late, orderId, reversalOf, lines }: ValuedEntry): string {
  const movedLines = lines.map(({ from, to, unit, amount, base }) => [
    accountText(from),
    accountText(to),
    unit,
    amount,
    baseText(base),
  ]);
  return JSON.stringify([key, kind, at.toISOString(), bookedIn, late, orderId, reversalOf, movedLines]);
}

/** Adds a line to the sum of one of its accounts. */
function addMove(sums: Map<string, SumRow>, account: ValuedLine['from'], { unit, amount }: ValuedLine): void {
  const name = totalName(account);
  const knownSum = sums.get(`${name} ${unit}`);
  const sum = knownSum ? toText(decimal(knownSum.amount).plus(decimal(amount))) : amount;
  sums.set(`${name} ${unit}`, { account: name, kind: account.kind, unit, amount: sum });
}

function addBases(bases: Map<string, Base>, { from, to, unit, base }: ValuedLine): void {
  const add = (account: ValuedLine['from'], sign: '1' | '-1') => {
    const name = `${totalName(account)} ${unit}`;
    const knownBase = bases.get(name);
    const previousBase = knownBase === undefined ? none.usd : knownBase;
    bases.set(name, previousBase === null || base === null ? null : previousBase.plus(base.times(decimal(sign))));
  };
  add(from, '-1');
  add(to, '1');
}

/**
 * The opening and the closing balance of each account, as positive numbers: the opening one is the closing one of the
 * month before.
 */
function totalsOf(
  { opening: openingMoves, moved }: { opening: MonthMoves; moved: MonthMoves },
  bases: ReadonlyMap<string, Base>,
): Totals {
  const rows = new Map<string, { row: SumRow; opening: string; closing: string }>();
  const add = (row: SumRow, sign: '' | '-', isMoved: boolean) => {
    const name = `${row.account} ${row.unit}`;
    const knownRow = rows.get(name) ?? { row, opening: '0', closing: '0' };
    const addToSum = (sum: string) => toText(decimal(sum).plus(decimal(`${sign}${row.amount}`)));
    rows.set(name, {
      row,
      opening: isMoved ? knownRow.opening : addToSum(knownRow.opening),
      closing: addToSum(knownRow.closing),
    });
  };
  for (const row of openingMoves.came) add(row, '', false);
  for (const row of openingMoves.left) add(row, '-', false);
  for (const row of moved.came) add(row, '', true);
  for (const row of moved.left) add(row, '-', true);
  return [...rows]
    .filter(([name, { opening, closing }]) => bases.has(name) || opening !== '0' || closing !== '0')
    .toSorted(([name], [otherName]) => name.localeCompare(otherName))
    .map(([name, { row, opening, closing }]) => {
      const sign = decimal(ownKinds.has(row.kind) ? '-1' : '1');
      const withSign = (amount: string) => toText(decimal(amount).times(sign));
      const base = bases.has(name) ? (bases.get(name) ?? null) : none.usd;
      return {
        account: row.account,
        unit: row.unit,
        opening: withSign(opening),
        closing: withSign(closing),
        base: baseText(base && base.times(sign)),
      };
    });
}

function unknownAccount(account: string): never {
  throw new Error(`The totals of a closed month name the account ${account}, which there is not.`);
}

/** All moves before a month, from the totals of the newest closed one and the entries since. */
async function openingOf(db: Db, month: string): Promise<MonthMoves> {
  const closedPeriod = await findClosedBefore(db, { month });
  const firstMonth = closedPeriod ? monthAfter(closedPeriod.month) : await findFirstMonth(db);
  const since =
    firstMonth === undefined || firstMonth >= month ? { came: [], left: [] } : await readMovesIn(db, firstMonth, month);
  if (!closedPeriod) return since;
  return { came: [...movesUpTo(closedPeriod).came, ...since.came], left: since.left };
}

/** Returns all moves up to the end of a closed month, from its stored totals. */
export function movesUpTo(closedPeriod: Pick<PeriodRow, 'totals'>): MonthMoves {
  const openingRows = closedTotals(closedPeriod).map(({ account, unit, closing }): SumRow => {
    const { kind } = parseAccount(account) ?? unknownAccount(account);
    const amount = ownKinds.has(kind) ? toText(decimal(closing).times(decimal('-1'))) : closing;
    return { account, kind, unit, amount };
  });
  return { came: openingRows, left: [] };
}
