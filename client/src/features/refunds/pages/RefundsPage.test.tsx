import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#client/lib/api/query-client.ts';
import { followedDeposit } from '#shared/deposits/deposits.contract.ts';
import { refundView, type RefundView } from '#shared/orders/orders.refund.ts';
import { anOrder, aSessionUser } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, field, fill, press, renderScreen, selectedIn } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const customer = aSessionUser();
const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const route = 'POST /api/refunds/:id/address';
const refundId = crypto.randomUUID();
const aRefund = (changes: Partial<RefundView> = {}): RefundView => ({
  ...blankOf(refundView),
  id: refundId,
  cryptoId: 'bitcoin',
  amount: 0.3,
  feeBy: 'desk',
  ...changes,
});
const open = (refund: RefundView, isReload = false) =>
  renderScreen('/refunds', { 'GET /api/refunds': [refund] }, { as: customer, isReload });

async function toTheCode() {
  const server = await open(aRefund());
  await expectText(t('refunds:where', { amount: '0.3 BTC' }));
  await fill(t('refunds:address', { coin: 'Bitcoin' }), address);
  server.answer({ [route]: aRefund() });
  await press(t('refunds:sendCode'));
  await expectText(t('orders.line:sentence.refundCode'));
  return server;
}

test('a customer who returns from the mail after a reload finds the field for the code', async () => {
  await toTheCode();
  cleanup();
  const server = await open(aRefund(), true);
  await expectText(t('orders.line:sentence.refundCode'));
  await expectText(new RegExp(t('auth:code.kept', { time: '' }).split(' ')[0] ?? ''));
  const storedRefund = aRefund({ address });
  server.answer({ [route]: storedRefund, 'GET /api/refunds': [storedRefund] });
  // The code is sent as soon as it is complete.
  await fill(t('auth:code.label'), '123456');
  await waitFor(() => expect(server.sent(route).map(({ body }) => body)).toEqual([{ address, code: '123456' }]));
  await expectText(t('refunds:refunding', { amount: '0.3 BTC' }));
  await expectText(t('refunds:weBearFee'));
  expect(screen.getByRole('button', { name: t('refunds:change') })).toBeTruthy();
});

test('a customer whose code was wrong reads so, and may name another address instead', async () => {
  const server = await toTheCode();
  server.answer({ [route]: new Refused('invalid_code', 'one_time_code_wrong') });
  await fill(t('auth:code.label'), '000000');
  await expectText(t('errors:one_time_code_wrong'));
  await waitFor(async () => expect(selectedIn(await field(t('auth:code.label')))).toBe('000000'));
  await press(t('refunds:another'));
  expect((await field(t('refunds:address', { coin: 'Bitcoin' }))).value).toBe('');
});

test('a customer who types the code once the refund is approved reads where the coins go', async () => {
  const server = await toTheCode();
  const refusalReason = { reason: 'refund_on_its_way', params: { address: 'bc1q…x7tf' } } as const;
  const approvedRefund = aRefund({ state: 'approved', address });
  server.answer({ [route]: new Refused('already_decided', refusalReason), 'GET /api/refunds': [approvedRefund] });
  await fill(t('auth:code.label'), '123456');
  await expectText(t('refunds:refunding', { amount: '0.3 BTC' }));
  expect(screen.queryByRole('button', { name: t('refunds:change') })).toBeNull();
  await expectText(t('refunds:wrong'));
  await press(t('refunds:write'));
});

test('a customer who changes the address before the approval does so from the card', async () => {
  await open(aRefund({ address }));
  await press(t('refunds:change'));
  expect((await field(t('refunds:address', { coin: 'Bitcoin' }))).value).toBe('');
});

test('a customer who opens the mailed link reads first what the form asks', async () => {
  const order = anOrder({ status: 'failed', stage: 'refund_due' });
  const refund = aRefund({ orderId: order.id });
  const deposit = { ...blankOf(followedDeposit), isOwn: true, isRead: true, state: 'refunding' as const, refund };
  const answers = {
    'GET /api/refunds': [refund],
    'GET /api/transactions/:id': order,
    'GET /api/transactions/:id/deposit': deposit,
  };
  await renderScreen('/refunds', answers, { as: customer });
  const sentence = t('orders.line:sentence.refundAddress', { back: '0.3\u00a0BTC' });
  await screen.findByRole('heading', { level: 2, name: sentence });
  await expectText(order.reference);
  await screen.findByRole('textbox', { name: t('refunds:address', { coin: 'Bitcoin' }) });
});

test('a customer sees their refunds at once, so that none moves while another loads', async () => {
  const order = anOrder({ status: 'failed', stage: 'refund_due' });
  const refund = aRefund({ orderId: order.id });
  let load = (_order: typeof order) => {};
  const server = await renderScreen(
    '/refunds',
    {
      'GET /api/refunds': [aRefund({ id: crypto.randomUUID(), state: 'approved', address }), refund],
      'GET /api/transactions/:id': () => new Promise<typeof order>((resolve) => (load = resolve)),
      'GET /api/transactions/:id/deposit': { ...blankOf(followedDeposit), isOwn: true, state: 'refunding', refund },
    },
    { as: customer },
  );
  await waitFor(() => expect(server.sent('GET /api/transactions/:id')).toHaveLength(1));
  expect(screen.queryByText(t('refunds:refunding', { amount: '0.3 BTC' }))).toBeNull();
  load(order);
  await expectText(t('refunds:refunding', { amount: '0.3 BTC' }));
  await expectText(order.reference);
});

test('a customer who types an address keeps it when another refund becomes due', async () => {
  const unmatched = aRefund();
  const order = anOrder({ status: 'failed', stage: 'refund_due' });
  const server = await renderScreen('/refunds', { 'GET /api/refunds': [unmatched] }, { as: customer });
  await fill(t('refunds:address', { coin: 'Bitcoin' }), address);
  server.answer({
    'GET /api/refunds': [unmatched, aRefund({ id: crypto.randomUUID(), orderId: order.id })],
    'GET /api/transactions/:id': () => new Promise<typeof order>(() => {}),
  });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(server.sent('GET /api/transactions/:id')).toHaveLength(1));
  expect((await field(t('refunds:address', { coin: 'Bitcoin' }))).value).toBe(address);
});

test.each([
  ['sent', 'refunded'],
  ['confirmed', 'back'],
] as const)(
  'a customer whose refund is %s reads the amount sent back, less the fee they bear',
  async (state, title) => {
    const sentFields = { sentAt: '2026-12-03T12:00:00.000Z', transactionHash: 'ab'.repeat(32), networkFee: 0.001 };
    await open(aRefund({ state, address, ...sentFields, feeBy: 'customer' }));
    await expectText(t(`refunds:${title}`, { amount: '0.299 BTC' }));
  },
);
