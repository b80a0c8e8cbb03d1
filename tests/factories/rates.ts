import { sampleFx } from '#server/adapters/rates/fx.sample.ts';
import type { FxProvider } from '#server/adapters/rates/fx.ts';
import { samplePrices } from '#server/adapters/rates/prices.sample.ts';
import type { PriceProvider } from '#server/adapters/rates/prices.ts';
import { livePriceSources } from '#server/adapters/rates/sources.ts';
import { inTx } from '#server/db/connection.ts';
import type { Events } from '#server/events/events.ts';
import type { RatesDeps, RatesPorts } from '#server/features/rates/rates.ports.ts';
import { openRates, type AdminRates } from '#server/features/rates/rates.service.ts';
import type { Platform } from '#server/platform.ts';
import { coins } from '#shared/reference/coins.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import type { TestDatabase } from '#tests/setup/database.ts';
import { recordingLog } from '#tests/setup/platform.ts';

/** Receives no events, so that in-memory caches reload each time. */
export const noEvents: Pick<Events, 'on' | 'connected'> = { on: () => () => undefined, connected: false };

/** Admins set no rates in these tests. */
const noAdminRates: AdminRates = () => Promise.resolve(new Map());

const publicSources = livePriceSources({ urls: {} }, () => new Date());

const everyCoin: ReadonlySet<string> = new Set(coins.map(({ id }) => id));

/** Overrides of a process that stores and quotes rates. */
export type RatesOptions = {
  prices?: readonly PriceProvider[];
  fx?: readonly FxProvider[];
  events?: Pick<Events, 'on' | 'connected'>;
  adminRates?: AdminRates;
  elapsedMs?: () => number;
  priceSources?: Platform['priceSources'];
};

/** Deps of one process to store and quote rates: sample ones by default. `logged` are the lines of its log. */
export function ratesDeps(
  database: TestDatabase,
  {
    prices = [samplePrices()],
    fx = [sampleFx()],
    events = noEvents,
    adminRates = noAdminRates,
    elapsedMs,
    priceSources = publicSources,
  }: RatesOptions = {},
): RatesDeps & { logged: Record<string, unknown>[] } {
  const { log, logged } = recordingLog();
  const rates = openRates({ db: database.db, events, prices, fx, elapsedMs });
  const env = { admin: { email: 'desk@example.com' } };
  const sellableCoins: RatesPorts['sellableCoins'] = () => Promise.resolve(everyCoin);
  const settings = { current: settingsDefaults, refresh: () => Promise.resolve() };
  const write: RatesDeps['inTx'] = (work) => inTx(database, work);
  return {
    env,
    db: database.db,
    inTx: write,
    log,
    logged,
    prices,
    fx,
    rates,
    adminRates,
    sellableCoins,
    settings,
    priceSources,
  };
}
