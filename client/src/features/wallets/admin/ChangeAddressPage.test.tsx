import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addressUse } from '#shared/sell/sell.contract.ts';
import { getWallet } from '#shared/wallets/wallets.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, field, fill, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const end = t('wallets.admin:type.label');

/** Opens the wallet of a coin, and types its next address. */
async function changeAddress(cryptoId: string, cryptoName: string, address: string): Promise<void> {
  const wallet = { ...blankOf(getWallet.response), cryptoId, cryptoName, requiresMemo: cryptoId === 'ripple' };
  await renderAdmin(`/admin/wallets/${cryptoId}`, { 'GET /api/admin/wallets/:cryptoId': wallet });
  await fill(t('wallets.admin:paste.label', { coin: cryptoName }), address);
}

test('the administrator who mistypes an address or its end reads that, and cannot confirm it', async () => {
  await changeAddress('litecoin', 'Litecoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n8');
  await expectText(t('errors:deposit_address_malformed', { coin: 'Litecoin' }));
  await expectText(t('wallets.admin:paste.checksum'));
  expect(screen.queryByLabelText(end)).toBeNull();
  await fill(t('wallets.admin:paste.label', { coin: 'Litecoin' }), 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9');
  await expectText(t('wallets.admin:paste.right'));
  await fill(end, 'gmn4n8');
  await expectText(t('wallets.admin:type.wrong'));
  expect(screen.queryByLabelText(t('auth:stepUp.password'))).toBeNull();
});

test('the administrator reads which destination tags exist, in upper or lower case', async () => {
  await changeAddress('ripple', 'XRP', 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B');
  await fill(t('wallets.admin:tag'), '99999999999');
  await expectText(t('errors:destination_tag_invalid'));
  await fill(t('wallets.admin:tag'), '7');
  await fill(end, 'ubs59b');
  await expectText(t('wallets.admin:type.wrong'));
});

test('the administrator can paste a payment link with its tag, but not the contract of a token', async () => {
  await changeAddress('ripple', 'XRP', 'ripple:rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B?dt=33722');
  expect(screen.getByLabelText(t('wallets.admin:tag'))).toHaveProperty('value', '33722');
  await fill(t('wallets.admin:tag'), '7');
  await expectText(t('errors:destination_tag_differs'));
  await fill(t('wallets.admin:paste.label', { coin: 'XRP' }), 'rrrrrrrrrrrrrrrrrrrrrhoLvTp');
  await expectText(t('errors:address_unspendable'));
});

test('the administrator accepts an address without a checksum after comparing every character', async () => {
  await changeAddress('ethereum', 'Ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
  await expectText(t('wallets.admin:paste.unchecked'));
  expect(screen.queryByRole('heading', { name: t('wallets.admin:compare.now') })).toBeNull();
  fireEvent.click(await screen.findByRole('checkbox', { name: t('wallets.admin:paste.accept') }));
  await screen.findByRole('heading', { name: t('wallets.admin:compare.now') });
  // With the checksum that the typed address lacked.
  expect(screen.getByRole('main').textContent).toContain('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
});

test('the administrator reads what opens the next step, and is led to it', async () => {
  await changeAddress('litecoin', 'Litecoin', '');
  const next = t('wallets.admin:step.next');
  await expectText(t('wallets.admin:step.nextWaits'));
  await press(next);
  const paste = t('wallets.admin:paste.label', { coin: 'Litecoin' });
  expect(document.activeElement).toBe(await field(paste));
  await fill(paste, 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9');
  await press(next);
  expect(document.activeElement?.textContent).toBe(t('wallets.admin:step.compare'));
});

test('the administrator who changes a sample reads its mark, and what stopping an address does', async () => {
  const wallet = {
    ...blankOf(getWallet.response),
    cryptoId: 'litecoin',
    cryptoName: 'Litecoin',
    address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    isSample: true,
    tampered: false,
    stoppedAt: null,
    stopWaits: false,
    stopsAreConfirmed: false,
  };
  await renderAdmin('/admin/wallets/litecoin', {
    'GET /api/admin/wallets/:cryptoId': wallet,
    'GET /api/admin/wallets/:cryptoId/use': blankOf(addressUse.response),
  });
  await expectText(t('admin.common:sample'));
  await expectText(t('wallets.admin:stop.aside'));
  await press(t('wallets.admin:stop.open'));
  await dialogOf(t('wallets.admin:stop.final.title', { coin: 'Litecoin' }));
});
