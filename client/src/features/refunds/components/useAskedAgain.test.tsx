import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { payoutView } from '#shared/payouts/payouts.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('a payer whose device is two hours ahead is offered no question that the server still refuses', async () => {
  const { returned } = blankOf(payoutView.extend({ returned: payoutView.shape.returned.unwrap() }));
  const payout = blankOf(payoutView);
  const order = { ...payout.order, reference: 'LF-7K3M-Q2', stage: 'details_needed' as const };
  const cameBack = { ...returned, reason: 'other' as const, askedAt: hoursAgo(25) };
  const askedPayout = { ...payout, state: 'returned' as const, kind: 'order' as const, order, returned: cameBack };
  await renderAdmin(
    '/admin/payouts?tab=returned',
    { 'GET /api/admin/payouts/figures': { currencies: [] }, 'GET /api/admin/payouts': [askedPayout] },
    { ...anAdmin('owner'), serverTime: hoursAgo(2) },
  );
  await expectText(/^Ask again from .+\d$/);
  await expectText(t('admin.common:askRule', { count: 24 }));
  const action = t('payouts.admin:action.askAgain');
  const name = t('payouts.admin:actionOf', { action, reference: order.reference });
  expect(screen.queryByRole('button', { name })).toBeNull();
});
