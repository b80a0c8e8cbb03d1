import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listWallets } from '#shared/wallets/wallets.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const aWallet = (cryptoName: string, state: { isSample: boolean; isActive: boolean }) => ({
  ...blankOf(listWallets.response.element),
  ...state,
  cryptoId: cryptoName.toLowerCase(),
  cryptoName,
  group: 'main' as const,
  networkType: `${cryptoName} Network`,
  address: `address-of-${cryptoName}`,
});
const open = () =>
  renderAdmin('/admin/wallets', {
    'GET /api/admin/wallets': [
      aWallet('Bitcoin', { isSample: true, isActive: true }),
      aWallet('Litecoin', { isSample: true, isActive: false }),
      aWallet('Tron', { isSample: false, isActive: true }),
    ],
    'GET /api/admin/chains': [],
  });
const rowOf = async (coin: string) => within((await screen.findByText(coin)).closest('tr') ?? document.body);

test('the administrator reads in place of its switch that an active address is a sample', async () => {
  await open();
  const mark = t('admin.common:sample');
  const sample = await rowOf('Bitcoin');
  expect(sample.getByText(mark)).toBeTruthy();
  expect(sample.queryByRole('switch')).toBeNull();
  const inactive = await rowOf('Litecoin');
  expect(inactive.getByText(mark)).toBeTruthy();
  expect(inactive.getByRole('switch').getAttribute('aria-checked')).toBe('false');
  const own = await rowOf('Tron');
  expect(own.queryByText(mark)).toBeNull();
  expect(own.getByRole('switch').getAttribute('aria-checked')).toBe('true');
});

test('the administrator switches a sample off, and changes a minimum, in the menu of the row', async () => {
  await open();
  await press(t('wallets.admin:ask.off.yes', { coin: 'Bitcoin' }));
  await dialogOf(t('wallets.admin:ask.off.title', { coin: 'Bitcoin' }));
  await press(t('common:action.cancel'));
  // One's own address is switched in view.
  expect(screen.queryByRole('button', { name: t('wallets.admin:ask.off.yes', { coin: 'Tron' }) })).toBeNull();
  await press(t('wallets.admin:editMinimum', { coin: 'Tron' }));
  await dialogOf(t('wallets.admin:ask.minimum.title', { coin: 'Tron' }));
});

test('the administrator reads that own addresses come before a sample, and a network in the name only once', async () => {
  const coin = {
    ...aWallet('Litecoin', { isSample: true, isActive: true }),
    networkType: 'Litecoin',
    receiving: { kind: 'xpub' as const, sourceId: null, free: null, isLow: false },
  };
  await renderAdmin('/admin/wallets', { 'GET /api/admin/wallets': [coin], 'GET /api/admin/chains': [] });
  const row = await rowOf('Litecoin');
  const kind = t('deposit-sources.admin:kind.xpub');
  expect(row.getByRole('link', { name: t('wallets.admin:reserve', { kind }) })).toBeTruthy();
  expect(row.getAllByText('Litecoin')).toHaveLength(1);
  expect(screen.getByText(t('wallets.admin:samples', { count: 1, shown: '1' }))).toBeTruthy();
});
