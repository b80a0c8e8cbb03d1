import { afterAll, expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { theOwner } from '#tests/factories/approvals.ts';
import { outcome, teamCalls } from '#tests/setup/calls.ts';
import { startPriceSources } from '#tests/setup/price-sources.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const sources = await startPriceSources();
afterAll(sources.close);
const namedSettings = {
  RATES_PROVIDER: 'kraken,coinbase',
  RATES_KRAKEN_URL: sources.urls.kraken,
  RATES_COINBASE_URL: sources.urls.coinbase,
};
const testbed = openTestbed(namedSettings);
const owner = fixture(() => theOwner(testbed));
const needing = (quorum: number) => ({ offer: { ...settingsDefaults.offer, sources: { maxApartPercent: 3, quorum } } });
const change = (quorum: number) => teamCalls(testbed.app, owner).put('settings', needing(quorum));

test('an administrator who requires more sources than exist reads how many there are', async () => {
  expect(await outcome(change(3))).toBe('400 invalid_input quorum_above_sources');
  const { body } = await change(3);
  expect(body).toMatchObject({
    fields: { 'offer.sources.quorum': expect.stringContaining('the 2 sources') as string },
  });
  expect((await change(2)).status).toBe(200);
});

test('a start with fewer sources than a price needs is refused with the remedy', async () => {
  const refusal = testbed.another({ RATES_PROVIDER: 'kraken' }).then(() => 'started', String);
  expect(await refusal).toMatch(/RATES_PROVIDER names 1 of the 2 sources .* name more of them, or start as before/);
});
