import { openErApiFx } from '#server/adapters/rates/fx.open-er-api.ts';
import { coinGeckoPrices } from '#server/adapters/rates/prices.coingecko.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { currentRate, initializeRates, refreshRates } from '#server/features/rates/rates.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { crossRate, toText } from '#shared/kernel/money.ts';
import type { TestDatabase } from '#tests/setup/database.ts';
import { startRateSource } from '#tests/setup/rate-source.ts';
import { ratesDeps, type RatesOptions } from './rates.ts';

const dearPrices = { bitcoin: 60_000, ethereum: 3_000, binancecoin: 800, 'bitcoin-cash': 400, litecoin: 90 };
const usualPrices = { ...dearPrices, ripple: 2, tether: 1, tron: 0.25 };

type Market = Record<string, { usd: unknown; last_updated_at?: number }>;

/** A market in the price source's format; `changed` replaces prices by market id. */
export function market(changes: Record<string, unknown> = {}): Market {
  return Object.fromEntries(Object.entries({ ...usualPrices, ...changes }).map(([id, usd]) => [id, { usd }]));
}

/** Currency rates in their source's format. */
export function fxTable(changes: Record<string, unknown> = {}) {
  return { result: 'success', base_code: 'USD', rates: { NGN: 1450, EUR: 0.87, KWD: 0.307, JPY: 154, ...changes } };
}

type Reading = { timeoutMs?: number; everySeconds?: number };

const tables = [
  'asset_prices',
  'price_offers',
  'crypto_assets',
  'fx_offers',
  'fx_rates',
  'held_rates',
  'rate_feeds',
  'outbox',
  'held_notices',
  'team_notices',
];

/** Removes all rates, and the stored state of their sources. */
export async function deleteRates({ pool }: Pick<TestDatabase, 'pool'>): Promise<void> {
  for (const rows of tables) await pool.query(`delete from ${rows}`);
}

const moments = {
  crypto_assets: ['price_at'],
  fx_rates: ['at'],
  rate_feeds: ['claimed_at', 'succeeded_at', 'retry_at', 'failing_since', 'down_mailed_at', 'back_mailed_at'],
  price_offers: ['seen_at', 'asked_at'],
  fx_offers: ['seen_at', 'table_of'],
};

/** Moves the stored rates `minutes` into the past, as if that time had passed. */
export async function letRatesPass({ pool }: Pick<TestDatabase, 'pool'>, minutes: number): Promise<void> {
  for (const [table, columns] of Object.entries(moments)) {
    const shiftedColumns = columns.map((column) => `${column} = ${column} - make_interval(mins => $1)`);
    await pool.query(`update ${table} set ${shiftedColumns.join(', ')}`, [minutes]);
  }
}

/** A product on live sources that tests control: both real HTTP servers. Starts from an empty book of rates. */
export async function aLiveApp(database: TestDatabase) {
  await deleteRates(database);
  const [source, fxSource] = await Promise.all([startRateSource(market()), startRateSource(fxTable())]);

  /** One server process. */
  const aProcess = ({ timeoutMs = 300, everySeconds, ...options }: RatesOptions & Reading = {}) => {
    const prices = [coinGeckoPrices({ url: source.url, timeoutMs, everySeconds })];
    return ratesDeps(database, { prices, fx: [openErApiFx({ url: fxSource.url, timeoutMs })], ...options });
  };
  type Process = ReturnType<typeof aProcess>;
  return {
    source,
    fxSource,
    aProcess,
    letPass: (minutes: number) => letRatesPass(database, minutes),
    /** A process that has read its first rates. */
    started: async (): Promise<Process> => {
      const deps = aProcess();
      await initializeRates(deps);
      await refreshRates(deps);
      return deps;
    },
    /** A minute later the price source returns `answer`, or its last response. */
    nextRound: async (deps: Process, answer?: unknown) => {
      if (answer !== undefined) source.answer(answer);
      await letRatesPass(database, 1);
      await refreshRates(deps);
    },
    close: () => Promise.all([source.close(), fxSource.close()]),
  };
}

export type LiveApp = Awaited<ReturnType<typeof aLiveApp>>;

/** Units of the currency for one coin as text, or the reason why it is not quoted. */
export async function priceOf(deps: RatesPorts & SettingsPorts, coinId = 'bitcoin', currency = 'USD'): Promise<string> {
  const rate = await currentRate(deps, coinId, currency);
  return rate.available ? toText(crossRate(rate.priceUsd, rate.unitsPerUsd)) : rate.reason;
}
