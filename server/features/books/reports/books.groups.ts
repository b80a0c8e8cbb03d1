import { z } from 'zod';
import { amountOf, decimal, none } from '#shared/kernel/money.ts';
import { coinById } from '#shared/reference/coins.ts';
import { baseText, type Base } from '../books.values.ts';
import type { ValuedEntry, ValuedLine } from '../journal/books.entries.ts';
import type { DisposedHolding } from './books.holdings.ts';

/** Fees, results of disposals and costs; the result is undefined where nothing was disposed of. */
export type Group = { fees: Base; result: Base | undefined; costs: Base };
export type GroupBy = 'day' | 'coin' | 'currency';

const emptyGroup: Group = { fees: none.usd, result: undefined, costs: none.usd };

/** Adds two amounts; the sum is unknown as soon as one of them is. */
function addBases(sum: Base | undefined, base: Base | undefined): Base | undefined {
  if (sum === undefined || base === undefined) return sum ?? base;
  return sum === null || base === null ? null : sum.plus(base);
}

/** Adds up what entries earned and cost by day, coin and currency. */
export class GroupSums {
  readonly #sums: Record<GroupBy, Map<string, Group>> = { day: new Map(), coin: new Map(), currency: new Map() };

  of(by: GroupBy): ReadonlyMap<string, Group> {
    return this.#sums[by];
  }

  /** Adds a group to that of a key. */
  add(by: GroupBy, key: string, group: Partial<Group>): void {
    const previousGroup = this.#sums[by].get(key) ?? emptyGroup;
    const fees = addBases(previousGroup.fees, group.fees) ?? none.usd;
    const costs = addBases(previousGroup.costs, group.costs) ?? none.usd;
    this.#sums[by].set(key, {
      fees: previousGroup.fees === null || group.fees === null ? null : fees,
      result:
        previousGroup.result === null || group.result === null ? null : addBases(previousGroup.result, group.result),
      costs: previousGroup.costs === null || group.costs === null ? null : costs,
    });
  }

  /** Adds an entry of a day, and its profit if it is a disposal. */
  addEntry(entry: ValuedEntry, day: string, disposal: DisposedHolding | undefined): void {
    for (const line of entry.lines) {
      const fee = sideOf(line, 'fees', 'to');
      const cost = sideOf(line, 'cost', 'from');
      if (!fee && !cost) continue;
      const group = {
        ...(fee && { fees: line.base && line.base.times(fee) }),
        ...(cost && { costs: line.base && line.base.times(cost) }),
      };
      this.add('day', day, group);
      this.add('coin', coinOf(entry, line), group);
      this.add('currency', line.unit, group);
    }
    if (!disposal) return;
    const { coin, currency, result } = disposal;
    this.add('day', day, { result });
    this.add('coin', coin, { result });
    this.add('currency', currency, { result });
  }
}

/** Sign of a line: 1 if it adds to accounts of a kind on this side, -1 if it takes from them. */
function sideOf({ from, to }: ValuedLine, kind: 'fees' | 'cost', side: 'from' | 'to') {
  const [adding, taking] = side === 'to' ? [to, from] : [from, to];
  if (adding.kind === taking.kind) return undefined;
  if (adding.kind === kind) return decimal('1');
  return taking.kind === kind ? decimal('-1') : undefined;
}

/** The coin of a fee or a cost: that of its order, or the coin sold; else the unit itself. */
function coinOf(entry: ValuedEntry, line: ValuedLine): string {
  const soldLine = entry.lines.find(({ unit }) => coinById(unit) !== undefined);
  return entry.coinId ?? soldLine?.unit ?? line.unit;
}

const storedGroups = z.array(
  z.object({
    by: z.enum(['coin', 'currency']),
    key: z.string(),
    fees: z.string().nullable(),
    /** Absent where nothing was disposed of. */
    result: z.string().nullable().optional(),
    costs: z.string().nullable(),
  }),
);
type StoredGroups = z.output<typeof storedGroups>;

/** Returns the groups of a day in the form in which they are stored. */
export function storedOf(sums: GroupSums): StoredGroups {
  return (['coin', 'currency'] as const).flatMap((by) =>
    [...sums.of(by)].map(([key, { fees, result, costs }]) => ({
      by,
      key,
      fees: baseText(fees),
      ...(result !== undefined && { result: baseText(result) }),
      costs: baseText(costs),
    })),
  );
}

const baseFrom = (text: string | null): Base => (text === null ? null : amountOf('usd', text));

/** Adds the groups of a stored day to the others. */
export function addStored(sums: GroupSums, day: string, storedText: unknown): void {
  for (const { by, key, fees, result, costs } of storedGroups.parse(storedText)) {
    const group = {
      fees: baseFrom(fees),
      costs: baseFrom(costs),
      ...(result !== undefined && { result: baseFrom(result) }),
    };
    sums.add(by, key, group);
    if (by === 'coin') sums.add('day', day, group);
  }
}
