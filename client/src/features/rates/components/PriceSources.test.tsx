import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { heldRateView } from '#shared/rates/rates.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

type Source = Api['GET /api/admin/price-sources']['output'][number];

const at = new Date(Date.now() - 60_000).toISOString();
const bitcoin: Source['coins'][number] = {
  coinId: 'bitcoin',
  priceUsd: '60000.5',
  seenAt: at,
  used: true,
  why: null,
  apartPercent: null,
};
const aSource = (source: Source['source'], changes: Partial<Source> = {}): Source => ({
  source,
  state: 'ok',
  lastOkAt: at,
  failingSince: null,
  lastError: null,
  keyNeeded: false,
  coins: [bitcoin],
  ...changes,
});
const sources = [
  aSource('kraken'),
  aSource('coinbase', { coins: [{ ...bitcoin, priceUsd: '54000', used: false, why: 'apart', apartPercent: 9.99 }] }),
  aSource('bitstamp', { state: 'down', failingSince: at, lastError: 'the answer has status 500', coins: [] }),
  aSource('coingecko', { state: 'off', lastOkAt: null, keyNeeded: true, coins: [] }),
];
const answers = {
  'GET /api/admin/price-sources': sources,
  'GET /api/admin/pauses': { active: [] },
  'GET /api/payout-currencies': [],
};
/** May decide on rates, and not change settings. */
const decider = { ...anAdmin(), may: ['rates.write' as const] };
const lineOf = async (source: string) => {
  const button = await screen.findByRole('button', { name: t('rates.admin:sources.testOf', { source }) });
  return button.closest('li') ?? expect.fail(`${source} has no line`);
};

test('a member who decides on rates sees the state of each source and whether its price counts', async () => {
  await renderAdmin('/admin/prices', answers, decider);
  expect((await lineOf('kraken')).textContent).toContain(`60,000.5${t('rates.admin:sources.used')}`);
  expect((await lineOf('coinbase')).textContent).toContain(t('rates.admin:sources.apartBy', { percent: '9.99%' }));
  const downSource = await lineOf('bitstamp');
  expect(downSource.textContent).toContain(t('rates.admin:sources.state.down'));
  expect(downSource.textContent).toContain('the answer has status 500');
  expect((await lineOf('coingecko')).textContent).toContain(t('rates.admin:sources.keyNeeded'));
});

test('a member tests an unused source, and its answer is shown until the screen is left', async () => {
  const server = await renderAdmin(
    '/admin/prices',
    {
      ...answers,
      'POST /api/admin/price-sources/:source/test': aSource('coingecko', { state: 'off', lastOkAt: null }),
    },
    decider,
  );
  await press(t('rates.admin:sources.testOf', { source: 'coingecko' }));
  await expectText(t('rates.admin:sources.tested'));
  expect(within(await lineOf('coingecko')).getByText('BTC')).toBeTruthy();
  expect(server.sent('POST /api/admin/price-sources/:source/test')).toHaveLength(1);
});

test('an owner who saves unchanged prices is led to the first field', async () => {
  const settings = {
    ...settingsDefaults,
    version: '1',
    sampleRates: false,
    walletCooloffHours: 0,
    productVersion: '1.0.0',
  };
  await renderAdmin('/admin/prices', { ...answers, 'GET /api/admin/settings': settings });
  const save = await screen.findByRole('button', { name: t('rates.admin:prices.save') });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(save);
  const others = screen.getByRole('checkbox', { name: t('rates.admin:prices.others') });
  await waitFor(() => expect(document.activeElement).toBe(others));
});

test('an owner tests the sources in the setup guide without leaving it', async () => {
  await renderAdmin('/admin/settings?tab=setup', {
    ...answers,
    'GET /api/admin/setup': { steps: [{ id: 'rates', state: 'open' }], samples: { addresses: 0, accounts: 0 } },
  });
  expect((await lineOf('kraken')).textContent).toContain(t('rates.admin:sources.state.ok'));
});

test('a member sees a held rate beside the present price of each source', async () => {
  const heldRate = {
    ...blankOf(heldRateView),
    kind: 'coin' as const,
    subject: 'bitcoin',
    status: 'waiting' as const,
    lastGood: '60000',
    offered: '78000',
    source: 'kraken+coinbase',
    offers: [
      { source: 'kraken', price: '78000' },
      { source: 'coinbase', price: '78100.25' },
    ],
  };
  await renderAdmin('/admin/held-rates', { 'GET /api/admin/held-rates': [heldRate] });
  await expectText(t('rates.admin:offersNow'));
  const shownText = (await screen.findByRole('region', { name: t('rates.admin:offersNow') })).textContent;
  expect(shownText).toContain('78,100.25');
});
