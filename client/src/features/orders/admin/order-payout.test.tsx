import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { payoutView } from '#shared/payouts/payouts.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { dialogOf, expectLink, expectText, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

/** An order whose payout came back for this reason, and whose customer was asked for another account. */
async function openAsked(reason: 'account_closed' | 'other') {
  const order = anAdminOrder({ status: 'completed', stage: 'details_needed', payoutCurrency: 'USD' });
  const { returned } = blankOf(payoutView.extend({ returned: payoutView.shape.returned.unwrap() }));
  const payout = {
    ...blankOf(payoutView),
    kind: 'order' as const,
    state: 'returned' as const,
    userName: 'Ada Okafor',
    returned: { ...returned, reason, askedAt: new Date().toISOString() },
    order: {
      ...blankOf(payoutView).order,
      id: order.id,
      reference: order.reference,
      stage: 'details_needed' as const,
    },
  };
  await renderAdmin(`/admin/transactions?show=all&tx=${order.id}`, {
    ...orderBook(order).answers,
    'GET /api/admin/payouts': [payout],
  });
  const name = t('payouts.admin:actionOf', { action: t('payouts.admin:action.again'), reference: order.reference });
  return { order, payout, again: name };
}

test('a reviewer who waits for another account is warned before the same one is paid', async () => {
  const { order, payout, again } = await openAsked('other');
  const chat = `/admin/agent-chat?user=${payout.userId}&order=${order.id}`;
  await expectLink(t('admin.common:messageTo', { name: 'Ada Okafor' }), chat);
  await press(again);
  await expectText(t('payouts.admin:againText', { why: t('payouts.admin:returned.other') }));
});

test('a reviewer who waits for another account is not offered the closed one again', async () => {
  const { again } = await openAsked('account_closed');
  await screen.findByRole('link', { name: t('admin.common:messageTo', { name: 'Ada Okafor' }) });
  expect(screen.queryByRole('button', { name: again })).toBeNull();
});

test('a reviewer holds a due payout beside its impossible account number', async () => {
  const account = { method: 'bank', accountName: 'Ada Okafor', bankName: 'Elbe', accountNumber: 'NL91ABNA0417164301' };
  const order = anAdminOrder({
    status: 'processing',
    stage: 'approved',
    payoutCurrency: 'EUR',
    paymentDetails: account,
  });
  const due = { ...blankOf(payoutView), state: 'due' as const };
  const payout = { ...due, order: { ...due.order, id: order.id, reference: order.reference } };
  await renderAdmin(
    `/admin/transactions?show=all&tx=${order.id}`,
    { ...orderBook(order).answers, 'GET /api/admin/payouts': [payout] },
    anAdmin('reviewer'),
  );
  const action = t('payouts.admin:holdIt');
  const name = t('payouts.admin:actionOf', { action, reference: order.reference });
  const hold = await screen.findByRole('button', { name });
  expect(hold.closest('.flex-wrap')?.querySelector('.text-rejected')?.textContent).toBe(account.accountNumber);
  fireEvent.click(hold);
  await dialogOf(t('payouts.admin:action.hold'));
});
