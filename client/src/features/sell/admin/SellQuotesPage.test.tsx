import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminSellQuoteView } from '#shared/sell/sell.admin.contract.ts';
import { getSettings } from '#shared/settings/settings.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { t } from '#tests/components/texts.ts';

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test('a quote is not shown as expired on a device whose clock is two hours ahead', async () => {
  const quote = { ...blankOf(adminSellQuoteView), expired: false, expiresAt: hoursFromNow(-1.25) };
  await renderAdmin(
    '/admin/sell-quotes',
    { 'GET /api/admin/sell-quotes': [quote] },
    { ...anAdmin(), serverTime: hoursFromNow(-2) },
  );
  await screen.findAllByText(/^4[45] min left$/);
  expect(screen.queryByText(t('sell.admin:expired'))).toBeNull();
});

test('a reviewer reads the deposit address in groups, and follows it to the chain', async () => {
  const blankQuote = blankOf(adminSellQuoteView);
  const deposit = { ...blankQuote.deposit, address: 'ltc1qprznrzkfu4t7wdxhh7zucv48wcdzzlwfqzwt8z', stoppedAt: null };
  const quote = { ...blankQuote, cryptoId: 'litecoin', tampered: false, deposit };
  const settings = blankOf(getSettings.response);
  const addresses = { ...settings.explorers.addresses, litecoin: 'https://chain.test/{address}' };
  await renderAdmin('/admin/sell-quotes', {
    'GET /api/admin/sell-quotes': [quote],
    'GET /api/settings': { ...settings, explorers: { ...settings.explorers, addresses } },
  });
  const address = await screen.findByRole('img', { name: deposit.address });
  await waitFor(() => expect(address.closest('a')?.getAttribute('href')).toBe(`https://chain.test/${deposit.address}`));
});
