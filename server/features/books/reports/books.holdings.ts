import { bookedOf } from '#shared/book/book.balances.ts';
import { amountOf, decimal, none, sumOf as sumOfAmounts, toText, type Amount } from '#shared/kernel/money.ts';
import { coinById } from '#shared/reference/coins.ts';
import { moveHolding, nothingHeld, resultOf, type Holding, type HoldingMove } from '../books.costs.ts';
import { sumOf, type Base } from '../books.values.ts';
import type { ValuedEntry, ValuedLine } from '../journal/books.entries.ts';

/** The entries that move purchased coins, or the money given for them. */
export const holdingKinds = ['settled', 'order.reversed', 'disposal', 'correction'] as const;

/** The coins that were bought and are still there, by the id of the coin. */
export type Holdings = ReadonlyMap<string, Holding>;

/** The result of a disposal of a coin in dollars; null where it is not known. */
export type DisposedHolding = { coin: string; currency: string; result: Base };

const isCoin = ({ unit }: ValuedLine) => coinById(unit) !== undefined;
const isPosition = ({ kind }: ValuedLine['from']) => kind === 'position';

/** Returns the amount that a line adds to the position: below zero if it takes from it, zero for other accounts. */
function addedAmount({ from, to, unit, amount }: ValuedLine): Amount<'booked'> {
  if (isPosition(from) === isPosition(to)) return none.booked;
  return bookedOf(isPosition(to) ? amount : `-${amount}`, unit);
}

/** Sums in dollars the lines that take from the position, less those that add to it; null if a part is not known. */
function givenFor(lines: readonly ValuedLine[]): Base {
  return sumOf(
    lines
      .filter((line) => !addedAmount(line).eq(none.booked))
      .map((line) => ({ base: line.base && (isPosition(line.from) ? line.base : line.base.times(decimal('-1'))) })),
  );
}

/**
 * The moves of coins in an entry: a purchase at the price that was given, a disposal, or a correction without a price.
 */
function movesOf(entry: ValuedEntry): [coin: string, move: HoldingMove][] {
  const coins = entry.lines.filter((line) => isCoin(line) && !addedAmount(line).eq(none.booked));
  if (entry.kind === 'settled')
    return coins.map((line) => [line.unit, { move: 'bought', coins: addedAmount(line), cost: costOf(line) }]);
  if (entry.kind === 'disposal')
    return coins.map((line) => [line.unit, { move: 'sold', coins: addedAmount(line).times(decimal('-1')) }]);
  if (entry.kind === 'correction')
    return coins.map((line) => [line.unit, { move: 'corrected', coins: addedAmount(line) }]);
  if (entry.kind !== 'order.reversed' || entry.coinId === null) return [];
  // The coins stay, and the money given for them was returned.
  return [[entry.coinId, { move: 'bought', coins: none.booked, cost: givenFor(entry.lines) }]];
}

const costOf = (line: ValuedLine): Base =>
  line.base && (isPosition(line.to) ? line.base : line.base.times(decimal('-1')));

/** Reads holdings entry by entry; each disposal returns its profit. */
export class HoldingsReader {
  readonly #holdings: Map<string, Holding>;
  /** The results of disposals that were passed, so that a reversal takes back exactly the result of its disposal. */
  readonly #results = new Map<string, DisposedHolding>();

  constructor(previous: Holdings = new Map()) {
    this.#holdings = new Map(previous);
  }

  get holdings(): Holdings {
    return this.#holdings;
  }

  /** Passes an entry; returns the profit if it is a disposal of one coin. */
  pass(entry: ValuedEntry): DisposedHolding | undefined {
    const disposal = entry.kind === 'disposal' ? this.#resultOf(entry) : undefined;
    for (const [coin, move] of movesOf(entry))
      this.#holdings.set(coin, moveHolding(this.#holdings.get(coin) ?? nothingHeld, move));
    if (disposal) this.#results.set(entry.id, disposal);
    return disposal;
  }

  #resultOf(entry: ValuedEntry): DisposedHolding | undefined {
    const undoneResult = entry.reversalOf === null ? undefined : this.#results.get(entry.reversalOf);
    if (undoneResult)
      return { ...undoneResult, result: undoneResult.result && undoneResult.result.times(decimal('-1')) };
    const soldMoves = movesOf(entry);
    const moneyLines = entry.lines.filter((line) => !isCoin(line) && !addedAmount(line).eq(none.booked));
    const [coin] = soldMoves[0] ?? [];
    if (coin === undefined || soldMoves.some(([other]) => other !== coin)) return undefined;
    const coins = sumOfAmounts(
      none.booked,
      soldMoves.map(([, move]) => move.coins),
    );
    const receivedUsd = givenFor(moneyLines);
    const holding = this.#holdings.get(coin) ?? nothingHeld;
    const result = resultOf(holding, { coins, money: receivedUsd && receivedUsd.times(decimal('-1')) });
    return { coin, currency: moneyLines[0]?.unit ?? '', result };
  }
}

type StoredHolding = { coin: string; coins: string; dollars: string | null; of: string | null };

/** Returns holdings in the form in which a closed month stores them. */
export function storedHoldings(holdings: Holdings): StoredHolding[] {
  return [...holdings]
    .toSorted(([coin], [otherCoin]) => coin.localeCompare(otherCoin))
    .map(([coin, { coins, price }]) => ({
      coin,
      coins: toText(coins),
      dollars: price && toText(price.dollars),
      of: price && toText(price.coins),
    }));
}

/** Parses the holdings that a closed month stores. */
export function holdingsFrom(holdingRows: readonly StoredHolding[]): Holdings {
  return new Map(
    holdingRows.map(({ coin, coins, dollars, of }) => {
      const price =
        dollars === null || of === null ? null : { dollars: amountOf('usd', dollars), coins: bookedOf(of, coin) };
      return [coin, { coins: bookedOf(coins, coin), price }];
    }),
  );
}
