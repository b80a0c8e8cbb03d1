import type { Db } from '#server/db/connection.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { AccountKind } from '#shared/book/book.accounts.ts';
import { bookedOf } from '#shared/book/book.balances.ts';
import type { listPositions } from '#shared/books/books.contract.ts';
import { rangeEnd } from '#shared/kernel/day-range.ts';
import type { QueryOf, ResultOf } from '#shared/kernel/endpoint.ts';
import { decimal, none, sumOf, toText, type Amount } from '#shared/kernel/money.ts';
import { recordOf } from '#shared/kernel/records.ts';
import { coinById } from '#shared/reference/coins.ts';
import { averageOf } from '../books.costs.ts';
import { dayOf } from '../books.months.ts';
import { baseCurrency, baseOf, baseText } from '../books.values.ts';
import { marketRates } from '../manual/books.rates.service.ts';
import { readBalances, readDayRates, type SumRow } from './books.accounts.queries.ts';
import { balancesBefore, entriesFrom, readerUntil } from './books.days.service.ts';
import { holdingKinds, type HoldingsReader } from './books.holdings.ts';

type Positions = ResultOf<typeof listPositions>;

/** Reads the holding of each coin by the entries that happened before a moment. */
async function holdingsAt(db: Db, end: Date): Promise<HoldingsReader> {
  const { reader, next } = await readerUntil(db, dayOf(end));
  const last = dayOf(lastMomentOf(end));
  for await (const entries of entriesFrom(db, { first: next, last, kinds: holdingKinds }))
    for (const entry of entries) if (entry.at < end) reader.pass(entry);
  return reader;
}

const kinds = ['arrived', 'held', 'refund', 'owed', 'attempt', 'position'] as const;

/** Lists the amount of each unit and its owners, now or by the entries that happened before a moment. */
export async function positions(
  deps: Pick<Platform, 'reports' | 'now'> & RatesPorts,
  { at }: QueryOf<typeof listPositions>,
): Promise<Positions> {
  const { reports, now } = deps;
  const db = await reports.db();
  const end = at === undefined ? undefined : rangeEnd(at);
  const sums = end ? await balancesBefore(db, end) : await readBalances(db);
  const moment = end && end < now() ? end : now();
  const reader = await holdingsAt(db, end ?? new Date(now().getTime() + 1));
  const storedDayRates = await readDayRates(db, dayOf(at === undefined ? now() : lastMomentOf(moment)));
  // The rates of a day are stored at noon: until then the market's own are shown.
  const rates = at === undefined ? new Map([...(await marketRates(deps)), ...storedDayRates]) : storedDayRates;
  const shownKinds = [...kinds, 'coins', 'bank'] as const;
  const units = [...new Set(sums.map(({ unit }) => unit))].toSorted();
  const heldUnits = units.filter((unit) => shownKinds.some((kind) => !sumIn(sums, unit, kind).eq(none.booked)));
  return heldUnits.map((unit) =>
    positionOf(unit, sums, { average: averageFor(reader, unit), rate: rates.get(unit) ?? null }),
  );
}

/** A day that is asked for as a whole ends in itself. */
const lastMomentOf = (end: Date) => new Date(end.getTime() - 1);

const averageFor = (reader: HoldingsReader, unit: string) => {
  const holding = reader.holdings.get(unit);
  return holding ? averageOf(holding) : null;
};

const sumIn = (sums: readonly SumRow[], unit: string, kind: AccountKind): Amount<'booked'> =>
  sumOf(
    none.booked,
    sums.filter((row) => row.kind === kind && row.unit === unit).map(({ amount }) => bookedOf(amount, unit)),
  );

function positionOf(
  unit: string,
  sums: readonly SumRow[],
  { average, rate }: { average: Amount<'usd'> | null; rate: string | null },
): Positions[number] {
  const amounts = recordOf(kinds, (kind) => toText(sumIn(sums, unit, kind)));
  const isCoin = coinById(unit) !== undefined;
  // Accounts of the business are named as the source when something is received.
  const heldAmount = toText(sumIn(sums, unit, isCoin ? 'coins' : 'bank').times(decimal('-1')));
  const dayRate = unit === baseCurrency ? '1' : rate;
  return {
    unit,
    ...(isCoin ? { coins: heldAmount } : { bank: heldAmount }),
    ...amounts,
    cost: average && toText(average),
    base: baseText(baseOf({ unit, amount: heldAmount, order: null, dayRate })),
    rate: dayRate,
  };
}
