import type { RateSource } from '#server/adapters/rates/prices.ts';
import type { Db } from '#server/db/connection.ts';
import { cached } from '#server/events/cached.ts';
import type { Events } from '#server/events/events.ts';
import { textToWire } from '#server/lib/wire.ts';
import { amountOf, decimal, rateOf, toWire, type Amount, type Decimal, type Rate } from '#shared/kernel/money.ts';
import { sampleSource } from '#shared/reference/fx-sample.ts';
import { sourcesIn } from '#shared/reference/rate-sources.ts';
import { readCoins, readFx, readSparklines, type CoinRow, type FxRow } from './rates.queries.ts';
import { coinStaleAfterMs, fxStaleAfterMs } from './rates.rules.ts';

export type CoinRate = Omit<CoinRow, 'minimumDeposit' | 'priceUsd' | 'change24h' | 'ageMs' | 'heldPrice'> & {
  minimumDeposit: Amount<'coin'>;
  /** The last good price, whether it may be quoted now or not. */
  priceUsd: Rate<'coin', 'usd'> | null;
  change24h: Decimal | null;
  /** Oldest first, the newest being the price itself; for the chart only. */
  sparkline: readonly number[];
  /** If the price may be quoted now, and if not, why. Each call computes it again: prices age. */
  state: () => 'fresh' | 'stale' | 'held' | 'unpriced';
  /** True if another price, lower or higher, waits for the administrator. */
  isHeld: boolean;
};

export type FxRate = Pick<FxRow, 'currency' | 'source' | 'at' | 'isHeld'> & {
  unitsPerUsd: Decimal;
  isFresh: () => boolean;
};

/** All rates as one process has them cached. */
export type RatesSnapshot = { coins: ReadonlyMap<string, CoinRate>; currencies: ReadonlyMap<string, FxRate> };

/** The rates of this moment, from memory where nothing changed. */
export type RatesReader = () => Promise<RatesSnapshot>;

/** The sources that are named now. */
type SourceNames = readonly Pick<RateSource, 'source' | 'live'>[];

export type RatesReaderInput = {
  db: Db;
  events: Pick<Events, 'on' | 'connected'>;
  prices: SourceNames;
  fx: SourceNames;
  /** Milliseconds that only go forward; tests turn it. */
  elapsedMs?: () => number;
};

/**
 * Caches all rates in memory until a process publishes a change; while events are not received, each call reads the
 * database. Even a copy that missed an event quotes no stale rate: age counts from the database's value.
 */
export function openRates({
  db,
  events,
  prices,
  fx,
  elapsedMs = () => performance.now(),
}: RatesReaderInput): RatesReader {
  const load = async (): Promise<RatesSnapshot> => {
    const readAt = elapsedMs();
    const [coinRows, fxRows, lines] = await Promise.all([readCoins(db), readFx(db), readSparklines(db)]);
    const sinceRead = () => elapsedMs() - readAt;
    const coins = coinRows.map((row) => coinRate(row, lines.get(row.id) ?? [], prices, sinceRead));
    const currencies = fxRows.map((row) => fxRate(row, fx, sinceRead));
    return {
      coins: new Map(coins.map((coin) => [coin.id, coin])),
      currencies: new Map(currencies.map((rate) => [rate.currency, rate])),
    };
  };
  return cached({ events, kinds: ['rates_changed'], load });
}

function coinRate(
  row: CoinRow,
  history: readonly number[],
  sourceNames: SourceNames,
  sinceReadMs: () => number,
): CoinRate {
  const { minimumDeposit, priceUsd, change24h, ageMs, heldPrice, ...details } = row;
  // In a crash the last good price is far above the market, so nothing is sold at it while a lower one waits.
  const isLowerHeld = heldPrice !== null && priceUsd !== null && decimal(heldPrice).lt(decimal(priceUsd));
  const state = () => {
    // A price that another source made, one that is not named any more, counts as none.
    if (priceUsd === null || ageMs === null || !areNamed(row.source, sourceNames))
      return heldPrice === null ? 'unpriced' : 'held';
    const isFresh = row.source === sampleSource || ageMs + sinceReadMs() < coinStaleAfterMs;
    if (isFresh && !isLowerHeld) return 'fresh';
    return heldPrice === null ? 'stale' : 'held';
  };
  return {
    ...details,
    minimumDeposit: amountOf('coin', minimumDeposit, row.id),
    priceUsd: priceUsd === null ? null : rateOf('coin', 'usd', priceUsd),
    change24h: change24h === null ? null : decimal(change24h),
    sparkline: lineOf(row, history),
    state,
    isHeld: heldPrice !== null,
  };
}

function lineOf({ id, priceUsd, change24h, source }: CoinRow, history: readonly number[]): number[] {
  if (priceUsd === null) return [];
  const price = toWire(rateOf('coin', 'usd', priceUsd));
  if (source === sampleSource) return sampleSparkline(id, price, textToWire(change24h ?? '0'));
  return history.at(-1) === price ? [...history] : [...history, price];
}

function areNamed(source: string | null, sourceNames: SourceNames): boolean {
  return source !== null && sourcesIn(source).every((item) => sourceNames.some((name) => name.source === item));
}

function fxRate(row: FxRow, sourceNames: SourceNames, sinceReadMs: () => number): FxRate {
  const { currency, source, at, ageMs, isHeld } = row;
  const isFresh = () =>
    areNamed(source, sourceNames) && (source === sampleSource || ageMs + sinceReadMs() < fxStaleAfterMs);
  return { currency, source, at, isHeld, unitsPerUsd: decimal(row.unitsPerUsd), isFresh };
}

const points = 48;

/** Past points up to `price` for a coin at its sample price, with repeatable noise: display only, so floats. */
function sampleSparkline(coinId: string, price: number, changePercent: number): number[] {
  const start = price / (1 + changePercent / 100);
  const seed = coinId.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  const height = price * Math.min(Math.abs(changePercent) / 250, 0.01);
  return Array.from({ length: points }, (_, index) => {
    if (index === points - 1) return price;
    const direction = index / (points - 1);
    const noise =
      Math.sin(direction * 9 + seed) +
      Math.sin(direction * 23 + seed * 2) * 0.6 +
      Math.sin(direction * 41 + seed * 3) * 0.3;
    // Zero at both ends, so that the line starts and ends at the exact values.
    const point = start + (price - start) * direction + height * noise * Math.sin(Math.PI * direction);
    return Math.round(point * 1e6) / 1e6;
  });
}
