import { amountOf, none, proportionOf, round, unitOf, usdCents, type Amount } from '#shared/kernel/money.ts';
import type { Base } from './books.values.ts';

/** An amount of one coin, as the book has it. */
type Coins = Amount<'booked'>;

/**
 * Coins that were bought and are still there. `price` is the average of all purchases, as dollars for an amount of
 * coins: not divided, so that no digit is lost. Null before any purchase.
 */
export type Holding = { coins: Coins; price: { dollars: Amount<'usd'>; coins: Coins } | null };

/** A move of a holding: a purchase has a price; a disposal and a correction of coins have none. */
export type HoldingMove =
  | { move: 'bought'; coins: Coins; cost: Base }
  | { move: 'sold'; coins: Coins }
  | { move: 'corrected'; coins: Coins };

export const nothingHeld: Holding = { coins: none.booked, price: null };

/**
 * A holding after a move. The average changes with each purchase, and not with a sale. A cancelled purchase has
 * negative coins and cost. Coins that are sold before they were bought leave a negative holding at the last average.
 */
export function moveHolding(holding: Holding, move: HoldingMove): Holding {
  const { coins, price } = holding;
  if (move.move === 'sold') return { coins: coins.minus(move.coins), price };
  const after = coins.plus(move.coins);
  const cost = move.move === 'corrected' ? none.usd : move.cost;
  // A purchase at an unknown price leaves the average of the others; a price of zero would be further off.
  if (cost === null) return { coins: after, price };
  // Coins sold before they were bought have their result already, so the next purchase begins a new average.
  const isOwed = coins.lt(none.booked);
  const countedCoins = isOwed ? move.coins : after;
  if (!countedCoins.gt(none.booked)) return { coins: after, price };
  return {
    coins: after,
    price: { dollars: (isOwed ? none.usd : costOf(holding, coins)).plus(cost), coins: countedCoins },
  };
}

/** Cost of these coins at the average price, in dollars; zero before any purchase. */
function costOf({ price }: Holding, coins: Coins): Amount<'usd'> {
  return price ? proportionOf(price.dollars, coins, price.coins) : none.usd;
}

/**
 * Returns the result of a disposal: the money received less the average cost, half-up to cents; null if one of both is
 * unknown.
 */
export function resultOf(holding: Holding, { coins, money }: { coins: Coins; money: Base }): Base {
  if (holding.price === null || money === null) return null;
  return round(money.minus(costOf(holding, coins)), usdCents, 'half-up');
}

/** Dollars that one coin cost on average, with at most 8 decimals; null before anything was bought. */
export function averageOf(holding: Holding): Amount<'usd'> | null {
  return holding.price && round(costOf(holding, amountOf('booked', '1')), unitOf('usd', 8), 'half-up');
}
