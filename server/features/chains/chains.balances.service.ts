import { setTimeout as pause } from 'node:timers/promises';
import type { ChainSource } from '#server/adapters/chains/chain.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { none, type Amount } from '#shared/kernel/money.ts';
import { chainOfCoin, type ChainName } from '#shared/reference/chains.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { maxBalances, type ChainBalance, type ChainBalances, type HeldCoin, type ChainsDeps } from './chains.ports.ts';

const validMs = minuteMs;
/** Nodes refuse a batch of thousands of calls. */
const askedAtOnce = 100;

type Reading = { addresses: string; at: number; found: Promise<ChainBalance> };

/**
 * Asks nodes for the balances of addresses. Waits at most two seconds: a slower reading continues, and is the answer
 * for every call within a minute of its start.
 */
export function createBalances({
  chainReaders,
  now,
  log,
  limitMs = 2_000,
}: Pick<ChainsDeps, 'chainReaders' | 'log' | 'now'> & { limitMs?: number }): ChainBalances {
  const readings = new Map<string, Reading>();
  const answeredAt = new Map<string, Date>();
  const read = async (chain: ChainName, source: ChainSource, coin: HeldCoin): Promise<ChainBalance> => {
    try {
      const sum = await sumAt(source, coin);
      answeredAt.set(coin.coinId, now());
      return sum;
    } catch (error) {
      log.warn({ chain, ...describeError(error) }, 'the balances of own addresses could not be read');
      return 'no_answer';
    }
  };
  const balanceOf = (coin: HeldCoin): ChainBalance | Promise<ChainBalance> => {
    const chain = chainOfCoin(coin.coinId);
    const source = chain && chainReaders.get(chain)?.source;
    if (!source) return 'not_read';
    if (!source.balances) return 'no_balances';
    if (coin.addresses.length === 0) return 'no_transfers';
    if (coin.addresses.length > maxBalances) return 'over_limit';
    const addresses = coin.addresses.join(' ');
    const at = now().getTime();
    const knownReading = readings.get(coin.coinId);
    if (knownReading?.addresses === addresses && at - knownReading.at < validMs) return knownReading.found;
    const reading = read(chain, source, coin);
    readings.set(coin.coinId, { addresses, at, found: reading });
    return reading;
  };
  return {
    of: async (coins) => {
      const timeout = pause(limitMs, 'slow' as const, { ref: false });
      const balanceRequests = coins.map(async (coin): Promise<[string, ChainBalance]> => [
        coin.coinId,
        await Promise.race([balanceOf(coin), timeout]),
      ]);
      return new Map(await Promise.all(balanceRequests));
    },
    readAt: (coinId) => answeredAt.get(coinId),
  };
}

/** The sum of the balances of all addresses. Throws FeedError when the source fails. */
async function sumAt(source: ChainSource, { coinId, addresses }: HeldCoin): Promise<Amount<'coin'>> {
  let sum = none.coin;
  for (let from = 0; from < addresses.length; from += askedAtOnce) {
    const addressChunk = addresses.slice(from, from + askedAtOnce).map((address) => ({ coinId, address }));
    for (const balance of (await source.balances?.(addressChunk)) ?? []) sum = sum.plus(balance);
  }
  return sum;
}
