import type { Db } from '#server/db/connection.ts';
import { monthAfter, monthOf } from '#server/features/book/book.periods.service.ts';
import type { Platform } from '#server/platform.ts';
import { entryKinds, type EntryKind } from '#shared/book/book.accounts.ts';
import type { listProfit } from '#shared/books/books.contract.ts';
import type { QueryOf, ResultOf } from '#shared/kernel/endpoint.ts';
import { decimal } from '#shared/kernel/money.ts';
import { coinById } from '#shared/reference/coins.ts';
import { bookedDay } from '../books.days.ts';
import { dayOf } from '../books.months.ts';
import { baseText, noDollars, type Base } from '../books.values.ts';
import { streamEntries, type ValuedEntry, type ValuedLine } from '../journal/books.entries.ts';
import { findFirstMonth } from '../periods/books.periods.queries.ts';
import { holdingsBefore } from './books.positions.service.ts';

type Profit = ResultOf<typeof listProfit>;
type By = QueryOf<typeof listProfit>['by'];

/** These move coins and money of customers alone, and never a fee or a cost. */
const withoutProfit = new Set<EntryKind>([
  'transfer.arrived',
  'claim',
  'stated',
  'refund.due',
  'refund.cancelled',
  'attempt.made',
  'attempt.void',
  'attempt.sent',
  'order.ended',
  'kept',
]);
const profitKinds = entryKinds.filter((kind) => !withoutProfit.has(kind));

type Group = { fees: Base; result: Base | undefined; costs: Base };

/** Fees, results and costs of a range of days by day, coin or currency. A late fact counts on the day it stands on. */
export async function profit(
  { reports, now }: Pick<Platform, 'reports' | 'now'>,
  { from, to = dayOf(now()), by }: QueryOf<typeof listProfit>,
): Promise<Profit> {
  const db = await reports.db();
  const first = from ?? (await findFirstMonth(db).then((month) => month && `${month}-01`));
  if (first === undefined) return [];
  const groups = await groupsOf(db, { first, last: to }, by);
  return [...groups]
    .toSorted(([key], [other]) => key.localeCompare(other))
    .map(([key, { fees, result, costs }]) => ({
      key,
      fees: baseText(fees),
      result: result === undefined ? null : baseText(result),
      costs: baseText(costs),
    }));
}

async function groupsOf(db: Db, { first, last }: { first: string; last: string }, by: By): Promise<Map<string, Group>> {
  const groups = new Map<string, Group>();
  const add = (key: string, name: keyof Group, base: Base) => {
    const group = groups.get(key) ?? { fees: noDollars, result: undefined, costs: noDollars };
    const before = group[name] === undefined ? noDollars : group[name];
    groups.set(key, { ...group, [name]: before === null || base === null ? null : before.plus(base) });
  };
  const [firstMonth, lastMonth] = [first, last].map((day) => monthOf(new Date(day))) as [string, string];
  const reader = await holdingsBefore(db, firstMonth);
  const months = { first: firstMonth, before: monthAfter(lastMonth), kinds: profitKinds };
  for await (const entries of streamEntries(db, months)) {
    for (const entry of entries) {
      const disposed = reader.pass(entry);
      const day = bookedDay({ ...entry, at: entry.at.toISOString() });
      if (day < first || day > last) continue;
      for (const line of entry.lines) {
        const fee = sideOf(line, 'fees', 'to');
        if (fee) add(keyOf(by, entry, line, day), 'fees', line.base && line.base.times(fee));
        const cost = sideOf(line, 'cost', 'from');
        if (cost) add(keyOf(by, entry, line, day), 'costs', line.base && line.base.times(cost));
      }
      if (disposed) {
        const key = { day, coin: disposed.coin, currency: disposed.currency }[by];
        add(key, 'result', disposed.result);
      }
    }
  }
  return groups;
}

/** 1 where the line adds to accounts of a kind on this side of it, -1 where it takes back from them. */
function sideOf({ from, to }: ValuedLine, kind: 'fees' | 'cost', side: 'from' | 'to') {
  const [adding, taking] = side === 'to' ? [to, from] : [from, to];
  if (adding.kind === taking.kind) return undefined;
  if (adding.kind === kind) return decimal('1');
  return taking.kind === kind ? decimal('-1') : undefined;
}

/** Of a fee or a cost: its day, its currency, or the coin of its order or of what was sold; else the unit itself. */
function keyOf(by: By, entry: ValuedEntry, line: ValuedLine, day: string): string {
  if (by === 'day') return day;
  if (by === 'currency') return line.unit;
  const sold = entry.lines.find(({ unit }) => coinById(unit) !== undefined);
  return entry.coinId ?? sold?.unit ?? line.unit;
}
