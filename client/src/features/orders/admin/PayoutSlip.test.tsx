import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatDate } from '#client/lib/format/format.ts';
import { adminGetOrder } from '#shared/orders/admin/orders.admin.contract.ts';
import { getSettlement } from '#shared/settlements/settlements.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { expectText } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

/** The computed payout for half of the agreed coins. */
const half = { received: 0.005, paidFor: 0.005, net: 185.94, fee: 9.78 };

test('a reviewer reads that the sum for fewer coins is paid now where the rules allow it', async () => {
  const order = anAdminOrder({ stage: 'confirmed', type: 'sell', payoutAmount: 371.88, payoutCurrency: 'USD' });
  const settlement = blankOf(getSettlement.response);
  await renderAdmin(`/admin/transactions?tx=${order.id}`, {
    ...orderBook(order).answers,
    'GET /api/admin/transactions/:id/settlement': {
      ...settlement,
      computed: { ...settlement.computed, ...half, asks: 'nobody' },
    },
  });
  const slip = within(await screen.findByRole('region', { name: t('orders.admin:slip.title') }));
  expect(await slip.findByText(t('orders.admin:slip.asItStands'))).toBeTruthy();
});

test('a reviewer of a short sale reads the customer’s choice and the sum that would be paid', async () => {
  const order = anAdminOrder({ stage: 'short', type: 'sell', payoutAmount: 371.88, payoutCurrency: 'USD' });
  const settlement = blankOf(getSettlement.response);
  const computedSettlement = {
    ...settlement.computed,
    ...half,
    asks: 'customer' as const,
    choices: ['top_up' as const, 'take' as const, 'refund' as const],
  };
  await renderAdmin(`/admin/transactions?tx=${order.id}`, {
    ...orderBook(order).answers,
    'GET /api/admin/verdicts': [{ id: order.id, level: 'red', uneven: 'short', arrived: 0.005 }],
    'GET /api/admin/transactions/:id/settlement': { ...settlement, computed: computedSettlement },
  });
  const slip = within(await screen.findByRole('region', { name: t('orders.admin:slip.title') }));
  await slip.findByText(t('orders.admin:slip.wouldPay'));
  expect(slip.queryByText(t('orders.admin:slip.asItStands'))).toBeNull();
  expect(slip.getByText('$371.88 USD').tagName).toBe('S');
  expect(slip.getByText('$185.94', { exact: false })).toBeTruthy();
  expect(screen.getAllByText(t('orders.admin:stageWord.short')).length).toBeGreaterThan(0);
  expect(screen.queryByText(t('common:status.short'))).toBeNull();
  await expectText(t('orders.admin:arrivedOf', { arrived: '0.005 BTC', agreed: '0.01 BTC' }));
  await expectText(t('orders.admin:agreedSum', { amount: '$371.88 USD' }));
  expect(screen.getByText(t('deposits.admin:uneven.short'))).toBeTruthy();
  expect(screen.queryByText(t('deposits.admin:level.red'))).toBeNull();
  expect(screen.queryByText(t('orders.admin:noProof'))).toBeNull();
});

test('a reviewer reads no sum to pay while the customer can only send more or take the coins back', async () => {
  const order = anAdminOrder({ stage: 'short', type: 'sell', payoutAmount: 371.88, payoutCurrency: 'USD' });
  const settlement = blankOf(getSettlement.response);
  const choices = ['top_up' as const, 'refund' as const];
  await renderAdmin(`/admin/transactions?tx=${order.id}`, {
    ...orderBook(order).answers,
    'GET /api/admin/transactions/:id/settlement': {
      ...settlement,
      computed: { ...settlement.computed, ...half, asks: 'customer', choices },
    },
  });
  const slip = within(await screen.findByRole('region', { name: t('orders.admin:slip.title') }));
  await slip.findByText(t('orders.admin:slip.open'));
  expect(slip.queryByText(t('orders.admin:slip.wouldPay'))).toBeNull();
  // The fee is off already: the rows above lead to it.
  expect(slip.getAllByRole('term').at(-1)?.textContent).toBe(t('orders.admin:slip.worth'));
  expect(slip.getByText('$371.88 USD').tagName).not.toBe('S');
  expect(slip.getByText(t('orders.admin:arrivedOf', { arrived: '0.005 BTC', agreed: '0.01 BTC' }))).toBeTruthy();
});

test('a reviewer of too many coins reads how many of them the sum is for', async () => {
  const order = anAdminOrder({ stage: 'question', type: 'sell', payoutAmount: 371.88, payoutCurrency: 'USD' });
  const settlement = blankOf(getSettlement.response);
  const more = { received: 0.013, paidFor: 0.011, rest: 0.002, net: 409.07, asks: 'desk' as const };
  await renderAdmin(`/admin/transactions?tx=${order.id}`, {
    ...orderBook(order).answers,
    'GET /api/admin/transactions/:id/settlement': {
      ...settlement,
      computed: { ...settlement.computed, ...more, outcome: 'over_far' },
    },
  });
  const slip = within(await screen.findByRole('region', { name: t('orders.admin:slip.title') }));
  await slip.findByText(t('orders.admin:slip.paidFor'));
  expect(slip.getByText(t('orders.admin:arrivedOf', { arrived: '0.011 BTC', agreed: '0.013 BTC' }))).toBeTruthy();
});

test('a reviewer of an exchange reads first that the account to pay has changed', async () => {
  const blank = anAdminOrder({ type: 'fiat' });
  const paymentDetails = { method: 'bank', accountName: 'Ada Obi', accountNumber: '0123884421', bankName: 'Elbe' };
  const at = '2026-11-01T10:00:00.000Z';
  const lastPayout = { ...paymentDetails, accountNumber: '0999999999', at };
  const order = anAdminOrder({
    type: 'fiat',
    paymentDetails,
    paymentInstructions: [blankOf(adminGetOrder.response.shape.paymentInstructions.element)],
    customer: { ...blank.customer, lastPayout },
  });
  await renderAdmin(`/admin/transactions?tx=${order.id}`, orderBook(order).answers);
  await screen.findByRole('heading', { name: t('orders.admin:bank.title') });
  const account = within(screen.getByRole('region', { name: t('orders.admin:bank.title') }));
  const payee = 'Ada Obi, Elbe, 0999999999';
  const changed = account.getByText(t('orders.admin:bank.otherThanLast', { date: formatDate(at), payee }));
  expect(changed.compareDocumentPosition(account.getByText('0123884421'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
