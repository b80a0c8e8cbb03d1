import { amountOf, decimal, round, usdCents, zero, type Decimal } from '#shared/kernel/money.ts';
import type { Base } from './books.values.ts';

/**
 * What the desk bought of a coin and still has. `price` is so many dollars for so many coins, the average of what was
 * bought, not divided so that no digit is lost; null before anything was bought.
 */
export type Holding = { coins: Decimal; price: { dollars: Decimal; coins: Decimal } | null };

/** What moves a holding: a purchase has a price, a disposal has none of its own, and neither have coins that are corrected. */
export type HoldingMove =
  | { move: 'bought'; coins: Decimal; cost: Base }
  | { move: 'sold'; coins: Decimal }
  | { move: 'corrected'; coins: Decimal };

export const nothingHeld: Holding = { coins: zero, price: null };

/**
 * A holding after a move. The average moves with each purchase, and stays with what is sold. A purchase that was taken back
 * has negative coins and cost. Coins that are sold before they were bought leave a negative holding at the last average.
 */
export function moveHolding(holding: Holding, move: HoldingMove): Holding {
  const { coins, price } = holding;
  if (move.move === 'sold') return { coins: coins.minus(move.coins), price };
  const after = coins.plus(move.coins);
  const cost = move.move === 'corrected' ? zero : move.cost && decimal(move.cost.toFixed());
  // A price that is not known leaves the average of the others: nothing would be wrong by all of it.
  if (cost === null) return { coins: after, price };
  // What was sold before it was bought has its result already, so the next purchase begins the average anew.
  const isOwed = coins.lt(zero);
  const counted = isOwed ? move.coins : after;
  if (!counted.gt(zero)) return { coins: after, price };
  return { coins: after, price: { dollars: (isOwed ? zero : costOf(holding, coins)).plus(cost), coins: counted } };
}

/** What so many coins cost at the average; nothing before anything was bought. */
function costOf({ price }: Holding, coins: Decimal): Decimal {
  return price ? coins.times(price.dollars).div(price.coins) : zero;
}

/** What a disposal earned: money less coins at their average cost, half-up to cents; null where one is not known. */
export function resultOf(holding: Holding, { coins, money }: { coins: Decimal; money: Base }): Base {
  if (holding.price === null || money === null) return null;
  return round(money.minus(amountOf('usd', costOf(holding, coins))), usdCents, 'half-up');
}

/** Dollars that one coin cost on average, with at most 8 decimals; null before anything was bought. */
export function averageOf(holding: Holding): Decimal | null {
  return holding.price && round(costOf(holding, decimal('1')), { decimals: 8 }, 'half-up');
}
