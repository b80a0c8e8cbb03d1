import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminSellQuoteView } from '#shared/sell/sell.admin.contract.ts';
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
