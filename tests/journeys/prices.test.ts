import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { composedEnvironment, filledExample } from '#tests/setup/deployment.ts';
import { aFolder, launch, refusalOfStart } from '#tests/setup/journey.ts';
import { startOwnServer } from '#tests/setup/own-server.ts';
import { ecbFile, startPriceSources } from '#tests/setup/price-sources.ts';
import { pageErrors, startRateSource } from '#tests/setup/rate-source.ts';

/** The settings of an operator at the start, without a key of any source; the sources are local ones. */
async function aMachine() {
  const file = ecbFile({ USD: '1.15', GBP: '0.88' });
  const [sources, erApi, ecbSource, database, folder] = await Promise.all([
    startPriceSources(),
    startRateSource({ result: 'success', base_code: 'USD', rates: { NGN: 1450, EUR: 0.87 } }),
    startRateSource((_request: unknown, response: { end: (text: string) => void }) => response.end(file)),
    startOwnServer('sun-and-9-Moons'),
    aFolder(),
  ]);
  onTestFinished(
    async () => void (await Promise.all([sources.close(), erApi.close(), ecbSource.close(), database.remove()])),
  );
  const settings = {
    ...composedEnvironment(filledExample()),
    DATABASE_URL: database.url,
    PGPASSWORD: '',
    DATA_DIR: join(folder, 'data'),
    STORAGE_URL: `file://${join(folder, 'files')}`,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '',
    RATES_KRAKEN_URL: sources.urls.kraken,
    RATES_COINBASE_URL: sources.urls.coinbase,
    FX_URL: erApi.url,
    FX_ECB_URL: ecbSource.url,
  };
  return { settings, sources, erApi };
}

async function quoteAt(url: string, targetCurrency = 'NGN') {
  const response = await fetch(`${url}/api/calculate-sell-amount`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ cryptoId: 'bitcoin', cryptoAmount: '1', targetCurrency }),
  });
  const { buyingRate, source } = (await response.json()) as { buyingRate: number; source: string };
  return { buyingRate, source };
}

test('an empty installation without any key quotes live prices within a minute of its start', async () => {
  const { settings, sources } = await aMachine();
  sources.set('kraken', { BTC: '60100' });
  const startedAt = performance.now();
  const { url } = await launch(settings).ready();
  await expect
    .poll(() => quoteAt(url), { timeout: 60_000 })
    .toEqual({ buyingRate: 87_000_000, source: 'kraken+coinbase' });
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  expect(sources.servers.kraken.asked).toHaveLength(1);
});

test.for([
  ['kraken', 'coinbase'],
  ['coinbase', 'kraken'],
] as const)('an installation still quotes live prices while %s is down', async ([downSource, source]) => {
  const { settings, sources, erApi } = await aMachine();
  sources.servers[downSource].answer(pageErrors['answers 500']);
  erApi.answer(pageErrors['answers 500']);
  const { url } = await launch(settings).ready();
  // Only the bank has euros, at 0.8695652174 for a dollar; naira come from the other source of currency rates.
  await expect.poll(() => quoteAt(url, 'EUR'), { timeout: 60_000 }).toEqual({ buyingRate: 52_173.913044, source });
});

test('a start with an unknown or repeated source lists each of them and exits', async () => {
  const { settings } = await aMachine();
  const refusal = await refusalOfStart({
    ...settings,
    RATES_PROVIDER: 'kraken,krakn,kraken',
    FX_PROVIDER: 'sample,ecb',
  });
  expect(refusal).toMatch(/RATES_PROVIDER names krakn/);
  expect(refusal).toMatch(/FX_PROVIDER/);
});

test('a start with a source that cannot price anything alone is refused with the remedy', async () => {
  const { settings } = await aMachine();
  const refusal = await refusalOfStart({ ...settings, RATES_PROVIDER: 'binance' });
  expect(refusal).toContain('RATES_PROVIDER names binance alone, which prices in Tether');
  expect(refusal).toContain('such as kraken,binance');
});
