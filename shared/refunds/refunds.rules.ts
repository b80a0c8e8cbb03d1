import type { Id } from '#shared/kernel/ids.ts';
import {
  amountOf,
  convert,
  proportionOf,
  rateOf,
  round,
  toText,
  usdCents,
  unnamedAmount,
  type Amount,
} from '#shared/kernel/money.ts';
import type { addressFindings } from './refunds.contract.ts';

/** Coins in US dollars at a price, as decimal text in cents; null without a price. */
export function worthOf(amount: Amount<'coin'>, priceUsd: string | null): string | null {
  return priceUsd === null ? null : inCents(convert(amount, rateOf('coin', 'usd', priceUsd)));
}

/** The agreed amount and value of an order, and the price of the coin now. Decimal text; null where unknown. */
export type Prices = { orderAmount: string | null; orderValueUsd: string | null; priceUsd: string | null };

/** Refunded coins in US dollars: at the rate of their order, or at the price of the day without one. */
export function refundValueOf(amount: Amount<'coin'>, { orderAmount, orderValueUsd, priceUsd }: Prices): string | null {
  if (orderAmount === null || orderValueUsd === null) return worthOf(amount, priceUsd);
  return inCents(proportionOf(amountOf('usd', orderValueUsd), amount, unnamedAmount('coin', orderAmount)));
}

const inCents = (usd: Amount<'usd'>) => toText(round(usd, usdCents, 'half-up'));

/**
 * Returns whether other customers gave the address of a refund: true if one of them is blocked, false if none is, null
 * without others.
 */
type NamedAddress = { sharesWithBlocked: boolean | null };

/** The finding about an address that another customer named too, as a money mule would. */
export function addressFindingOf({ sharesWithBlocked }: NamedAddress): (typeof addressFindings)[number] | null {
  if (sharesWithBlocked === null) return null;
  return sharesWithBlocked ? 'address_of_blocked' : 'address_shared';
}

/** True if the address of the coins was last given to another customer than the one who gets the refund. */
export const isOfOther = ({ leaseUserId, userId }: { leaseUserId: Id<'user'> | null; userId: Id<'user'> }): boolean =>
  leaseUserId !== null && leaseUserId !== userId;
