import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDepositSources, listOwnAddresses } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { maxListed, minListed } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { listWallets } from '#shared/wallets/wallets.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, field, press } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const source = {
  ...blankOf(listDepositSources.response.element),
  kind: 'pool' as const,
  chain: 'tron' as const,
  state: 'active' as const,
  isLow: true,
  holders: [{ userId: crypto.randomUUID(), userName: 'Ada Obi', count: 3 }],
};
const seeAddresses = t('deposit-sources.admin:see', { shown: '0' });
const address = { ...blankOf(listOwnAddresses.response.element), address: 'TQZVrcwoBuqdXHtmNFGMBfHzX5QcdwGEea' };
const check = 'POST /api/admin/deposit-sources/:id/addresses/:addressId/check';
const answers = {
  'GET /api/admin/deposit-sources': [source],
  'GET /api/admin/deposit-sources/:id/addresses': [address],
  'GET /api/admin/wallets': [],
};
const checkNow = new RegExp(t('deposit-sources.admin:check.now'));

async function openAddresses(count: number | null | Refused, as = anAdmin()) {
  const answer = count instanceof Refused ? count : { found: count, address };
  const server = await renderAdmin('/admin/deposit-sources', { ...answers, [check]: answer }, as);
  await press(seeAddresses);
  return server;
}

test.each([
  [2, 'check.new'],
  [0, 'check.nothing'],
  [null, 'check.failed'],
] as const)('a member who checks an address on its chain reads the result (%s)', async (count, text) => {
  const server = await openAddresses(count);
  await press(checkNow);
  await expectText(t(`deposit-sources.admin:${text}`));
  expect(server.sent(check)).toHaveLength(1);
});

test('a member who checks an address twice in a minute reads that it is too early', async () => {
  await openAddresses(new Refused('too_many_requests', reasonWith('attempts_wait_seconds', { seconds: 60 })));
  await press(checkNow);
  await expectText(t('deposit-sources.admin:check.failed'));
});

test('an owner reads which customers hold most addresses of a source that runs low', async () => {
  await openAddresses(0);
  await expectText(/Ada Obi \(3\)/);
});

test('a member reads how many addresses are left, and no state that no address is in', async () => {
  const counts = { ...source.counts, free: 0, paid: 3 };
  await renderAdmin('/admin/deposit-sources', {
    ...answers,
    'GET /api/admin/deposit-sources': [{ ...source, counts }],
  });
  await expectText(t('deposit-sources.admin:count.free'));
  await expectText(t('deposit-sources.admin:count.paid'));
  expect(screen.queryByText(t('deposit-sources.admin:count.resting'))).toBeNull();
});

test('a member reads which coins still share an address, and how many addresses the others have', async () => {
  const wallet = blankOf(listWallets.response.element);
  const ofKind = (cryptoId: string, cryptoName: string, kind: 'shared' | 'pool') => ({
    ...wallet,
    cryptoId,
    cryptoName,
    receiving: { ...wallet.receiving, kind },
  });
  await renderAdmin('/admin/deposit-sources', {
    ...answers,
    'GET /api/admin/deposit-sources': [
      { ...source, counts: { ...source.counts, total: 7, free: 19, leased: 4, paid: 3 } },
    ],
    'GET /api/admin/wallets': [
      ofKind('bitcoin', 'Bitcoin', 'shared'),
      ofKind('tron', 'TRON', 'pool'),
      ofKind('ripple', 'XRP', 'shared'),
    ],
  });
  await expectText(t('deposit-sources.admin:sharedTitle', { shown: '2' }));
  // Those that are not given out yet are in no list.
  await screen.findByRole('button', { name: t('deposit-sources.admin:see', { shown: '7' }) });
  expect(screen.queryByRole('button', { name: t('deposit-sources.admin:giveTo.pool', { coin: 'TRON' }) })).toBeNull();
  await press(t('deposit-sources.admin:giveTo.xpub', { coin: 'Bitcoin' }));
  await field(t('deposit-sources.admin:key.key'));
});

test('a member who adds a list of addresses reads how few and how many it may have', async () => {
  const wallet = blankOf(listWallets.response.element);
  const receiving = { ...wallet.receiving, kind: 'shared' as const };
  await renderAdmin('/admin/deposit-sources', {
    ...answers,
    'GET /api/admin/wallets': [{ ...wallet, cryptoId: 'tron', cryptoName: 'TRON', receiving }],
  });
  await press(t('deposit-sources.admin:giveTo.pool', { coin: 'TRON' }));
  await expectText(t('deposit-sources.admin:pool.text', { min: minListed, max: maxListed }));
});

test('a member sees in the list that an address was changed outside the product', async () => {
  const forgedAnswers = {
    ...answers,
    'GET /api/admin/deposit-sources/:id/addresses': [{ ...address, tampered: true }],
  };
  await renderAdmin('/admin/deposit-sources', forgedAnswers);
  await press(seeAddresses);
  await expectText(t('deposit-sources.admin:forgedAddress'));
  expect(screen.queryByText(t('deposit-sources.admin:count.free'), { selector: 'td' })).toBeNull();
});
