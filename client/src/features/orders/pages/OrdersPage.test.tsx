import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatCrypto } from '#client/lib/format/format.ts';
import { followedDeposit } from '#shared/deposits/deposits.contract.ts';
import { getOrder, orderView } from '#shared/orders/orders.contract.ts';
import { refundView } from '#shared/orders/orders.refund.ts';
import { settlementView } from '#shared/orders/orders.settlement.ts';
import { anOrder, aSessionUser } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { chooseFile, dialogOf, expectLink, expectText, fill, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused, type Answers, type SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const customer = aSessionUser();
const openScreen = (path: string, answers: Answers) => renderScreen(path, answers, { as: customer });
const movedEvent = { at: new Date().toISOString(), by: 'admin', note: null, stage: null, because: null } as const;
const notFound = new Refused('not_found', 'order_not_found');
const exchange = { type: 'fiat', fromCurrency: 'USD', inputAmount: 100, awaitingProof: true } as const;

/** The details of an order, as its customer opens them. */
async function openDetails(changes: Parameters<typeof anOrder>[0] = {}) {
  const order = anOrder(changes);
  const answers = { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': notFound };
  const server = await openScreen(`/transactions?tx=${order.id}`, answers);
  await expectText(new RegExp(order.reference));
  return { order, server, dialog: within(screen.getByRole('dialog')) };
}

test('a customer whose filters match nothing clears them, and one without orders reads how to begin', async () => {
  await openScreen('/transactions?q=nothing&type=sell', {});
  await expectText(t('orders:noneFiltered.text'));
  await press(t('orders:noneFiltered.clear'));
  await expectText(t('orders:none.title'));
  await expectText(t('orders:none.text'));
  await expectLink(t('orders:none.start'), '/sell');
});

test('a customer whose search has no match reads that, and clears the search', async () => {
  await openScreen('/transactions?q=nothing', {});
  await expectText(t('orders:noneFiltered.titleSearch'));
  await press(t('orders:noneFiltered.clearSearch'));
  await expectText(t('orders:none.title'));
});

test.each(['00000000-0000-4000-8000-000000000000', 'nonsense'])(
  "a customer with the address %s of somebody else's order reads that it does not exist",
  async (id) => {
    await openScreen(`/transactions?tx=${id}`, { 'GET /api/transactions/:id': notFound });
    const dialog = await dialogOf(t('orders:missing'));
    (await dialog.findByRole('link', { name: t('orders:allOrders') })).click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

test('a customer whose order was refused reads why and what to do', async () => {
  const note = 'The photo shows another address. Please write to us.';
  const events = [
    { ...movedEvent, id: '1', from: 'pending', to: 'processing' } as const,
    { ...movedEvent, id: '2', from: 'processing', to: 'rejected' } as const,
  ];
  const { dialog } = await openDetails({ status: 'rejected', adminNotes: note, events });
  await dialog.findByText(note);
  expect(dialog.getByRole('button', { name: t('orders:support') })).toBeTruthy();
  expect(dialog.getByRole('heading', { name: t('orders.line:sentence.rejected') })).toBeTruthy();
  await expectLink(t('orders:next.sellAgain'), /\/sell\?crypto=/);
  // The reason appears once, and an amount that will not be paid appears nowhere.
  expect(dialog.getAllByText(note)).toHaveLength(1);
  expect(dialog.queryByText(t('orders:slip.get'))).toBeNull();
  expect(dialog.getByText(t('orders:slip.notPaid'))).toBeTruthy();
  expect(dialog.getByText(t('orders:step.processing.word'))).toBeTruthy();
  expect(dialog.queryByText(t('orders:step.processing.text'))).toBeNull();
});

test('a customer whose bank returned the money has one action, and the order is not completed', async () => {
  const at = '2026-03-02T12:00:00.000Z';
  const payout = { state: 'returned', at, endToEndId: null, mayChangeDetails: true, returnedBecause: 'other' } as const;
  const { dialog, order } = await openDetails({ status: 'completed', stage: 'details_needed', payout });
  await dialog.findByRole('heading', { name: t('orders.line:sentence.returned') });
  expect(dialog.getByText(t('orders.line:chip.account'))).toBeTruthy();
  expect(dialog.queryByText(t('status.completed'))).toBeNull();
  await expectLink(t('orders.line:action.account'), `/transactions/${order.id}/account`);
});

test('a customer whose coins are sent back reads which of the five steps is reached', async () => {
  const refund = { ...blankOf(refundView), cryptoId: 'bitcoin', amount: 0.01, state: 'due' as const, address: null };
  const deposit = { ...blankOf(followedDeposit), isOwn: true, isRead: true, state: 'refunding' as const, refund };
  const order = anOrder({ status: 'failed', stage: 'refund_due' });
  const answers = { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': deposit };
  await openScreen(`/transactions?tx=${order.id}`, answers);
  await expectText(t('orders.line:place', { point: t('orders.line:point.checked'), at: '3', of: '5' }));
  await screen.findByRole('textbox', { name: t('refunds:address', { coin: 'Bitcoin' }) });
  await expectText(/^Bitcoin Network, your own wallet/);
});

test('a customer whose coins came in part reads the arrived amount and its value in the list', async () => {
  const choiceNeed = { what: 'choice' as const, since: movedEvent.at, arrived: 0.004 };
  await openScreen('/transactions', { 'GET /api/transactions': [anOrder({ stage: 'short', needs: choiceNeed })] });
  const row = await screen.findByRole('row', { name: /\$156\.58/ });
  expect(row.textContent).toContain(formatCrypto(0.004, 'BTC'));
});

test('a customer reads in the list where coins are sent back to, and that an exchange was canceled', async () => {
  const goesBack = anOrder({
    status: 'failed',
    stage: 'refund_due',
    refundAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  });
  const abandonedExchange = anOrder({
    id: crypto.randomUUID(),
    ...exchange,
    awaitingProof: false,
    status: 'failed',
    stage: 'closed',
  });
  const moves = anOrder({ id: crypto.randomUUID(), stage: 'confirmed' });
  await openScreen('/dashboard', { 'GET /api/transactions': [goesBack, moves, abandonedExchange] });
  await expectText(t('orders:row.back', { address: 'bc1q…6fyu' }));
  await expectText(t('orders.line:chip.canceled'));
  expect(screen.queryByText(t('status.failed'))).toBeNull();
});

test('a customer reads whether an exchange was canceled or rejected', async () => {
  const ended = { ...exchange, awaitingProof: false, status: 'failed', stage: 'closed' } as const;
  const file = { ...blankOf(orderView.shape.paymentProofFiles.element), filename: 'proof.jpg' };
  const missed = anOrder({ ...ended, paymentProofFiles: [], adminNotes: 'No proof of payment came in 24 hours.' });
  const proved = anOrder({ ...ended, id: crypto.randomUUID(), paymentProofFiles: [file], adminNotes: null });
  await openScreen('/dashboard', { 'GET /api/transactions': [missed] });
  await expectText(t('orders.line:chip.canceled'));
  cleanup();
  await openScreen('/dashboard', { 'GET /api/transactions': [proved] });
  await expectText(t('orders.line:chip.rejected'));
});

const toPhone = {
  method: 'ke-mpesa',
  accountName: 'Ada Obi',
  accountNumber: '+254712345678',
  bankName: 'M-Pesa',
} as const;

test('a customer whose money came back from M-Pesa reads nothing about a bank', async () => {
  const at = '2026-03-02T12:00:00.000Z';
  const payout = {
    state: 'returned',
    at,
    endToEndId: 'LF-1',
    mayChangeDetails: true,
    returnedBecause: 'name',
  } as const;
  const { dialog } = await openDetails({
    status: 'completed',
    stage: 'details_needed',
    payout,
    paymentDetails: toPhone,
  });
  await dialog.findByRole('heading', { name: 'M-Pesa sent the money back' });
  await expectText(/^M-Pesa says the name doesn’t match the number .*5678\. Nothing is lost\.$/);
  expect(dialog.getByText(t('orders.line:chip.number'))).toBeTruthy();
  expect(dialog.getByRole('link', { name: t('orders.line:action.number') })).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/\bbank\b/i);
});

test.each([
  ['late', { status: 'processing', stage: 'sent' }, /^Not there\? Ask M-Pesa/],
  [
    'confirmed',
    {
      status: 'completed',
      stage: 'settled',
      payout: {
        state: 'arrived',
        at: '2026-03-02T12:00:00.000Z',
        endToEndId: 'LF-1',
        mayChangeDetails: false,
        returnedBecause: null,
      },
    },
    /^M-Pesa confirmed the payment\. Can’t see it\? Ask M-Pesa for LF-1/,
  ],
] as const)('a customer whose M-Pesa payout is %s is sent to M-Pesa, and to no bank', async (_case, changes, words) => {
  const { dialog } = await openDetails({ ...changes, updatedAt: '2026-03-01T12:00:00.000Z', paymentDetails: toPhone });
  expect((await dialog.findAllByText(words)).length).toBeGreaterThan(0);
  expect(dialog.queryByText(/\bbank\b/i)).toBeNull();
});

test('a customer whose coins were sent back reads that the sale did not fail, and may sell again', async () => {
  const events = [{ ...movedEvent, id: '1', from: 'pending', to: 'failed' } as const];
  const settlement = { ...blankOf(settlementView), received: 0.004 };
  const { dialog } = await openDetails({ status: 'failed', stage: 'refunded', events, settlement });
  await dialog.findByRole('heading', { name: t('orders.line:sentence.refunded', { back: '0.004\u00a0BTC' }) });
  expect(dialog.getAllByText(t('orders.line:chip.sentBack')).length).toBeGreaterThan(0);
  for (const failedText of [t('status.failed'), t('orders:step.failed.word'), /0\.00 /])
    expect(dialog.queryByText(failedText)).toBeNull();
  const sellAgainLink = dialog.getByRole('link', { name: t('orders:next.sellAgain') });
  const talk = dialog.getByRole('button', { name: t('orders:support') });
  expect([sellAgainLink, talk].map(({ className }) => /\bbg-tide\b/.test(className))).toEqual([true, false]);
});

test.each([
  ['on time', 'sent', new Date().toISOString(), 'sentence.sent', /^Arrives by /],
  ['late', 'sent', '2026-03-01T12:00:00.000Z', 'sentence.overdue', /^Not there\? Ask your bank/],
  ['on hold', 'on_hold', new Date().toISOString(), 'clock.hold', /^We’ll email you as soon as it is\.$/],
] as const)('a customer whose payout is %s reads the only known time', async (_case, stage, updatedAt, key, clock) => {
  const { dialog } = await openDetails({ status: 'processing', stage, updatedAt });
  await expectText(t(`orders.line:${key}`));
  await dialog.findByText(clock);
  // A payout has a receipt once it has left, even if only a statement completes the order.
  expect(dialog.queryByRole('button', { name: t('orders:receipt.save') }) !== null).toBe(stage === 'sent');
});

test.each(['details_needed', 'approved_again', 'reversed'] as const)(
  'a customer whose payout has left can save its receipt, even if the order is %s',
  async (stage) => {
    const { dialog } = await openDetails({ status: 'completed', stage });
    expect(await dialog.findByRole('button', { name: t('orders:receipt.save') })).toBeTruthy();
  },
);

test('a customer who exports days without orders reads why the file is empty', async () => {
  const order = anOrder();
  const ordersInRange = ({ query }: SentCall) => ((query as { to?: string }).to ? [] : [order]);
  await openScreen('/transactions', { 'GET /api/transactions': ordersInRange });
  await press(t('orders:export.button'));
  await expectText(new RegExp(t('orders:export.count', { count: 1 })));
  await fill(new RegExp(`^${t('orders:export.to')}`), '2026-01-01');
  await expectText(new RegExp(t('orders:export.none')));
  for (const name of [t('orders:export.csv'), t('orders:export.pdf')])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  await fill(new RegExp(`^${t('orders:export.from')}`), '2026-02-01');
  await expectText(t('errors:days_reversed'));
});

test('a customer who left after paying uploads the proof from the transaction', async () => {
  const { dialog, order, server } = await openDetails(exchange);
  await dialog.findByText(t('orders.line:sentence.proof'));
  chooseFile(dialog.getByLabelText(t('files:chooseFile')), 'slip.pdf', 'application/pdf');
  const transaction = { ...order, awaitingProof: false };
  const upload = 'POST /api/fiat-exchange/upload-proof/:transactionId';
  server.answer({ [upload]: { transaction }, 'GET /api/transactions/:id': transaction });
  await press(t('orders:waiting.upload'));
  await waitFor(() => expect(screen.queryByText(t('orders.line:sentence.proof'))).toBeNull());
  expect(server.sent(upload)).toMatchObject([{ files: { paymentProof: [{ name: 'slip.pdf' }] } }]);
});

test('a customer whose exchange waits for proof reads first where to pay', async () => {
  const method = { ...blankOf(getOrder.response.shape.paymentInstructions.element), isChosen: true };
  const accountDetails = { 'Account number': '003412778901' };
  const { dialog } = await openDetails({ ...exchange, paymentInstructions: [{ ...method, accountDetails }] });
  const account = await dialog.findByText('003412778901');
  const file = dialog.getByLabelText(t('files:chooseFile'));
  expect(account.compareDocumentPosition(file)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a customer who never paid cancels the exchange after a confirmation', async () => {
  const { order, server } = await openDetails(exchange);
  const { reference } = order;
  await press(t('orders:waiting.cancel'));
  const cancel = 'POST /api/transactions/:id/cancel';
  expect(server.sent(cancel)).toEqual([]);
  const cancelledOrder = { ...order, status: 'failed', awaitingProof: false } as const;
  server.answer({ [cancel]: cancelledOrder, 'GET /api/transactions/:id': cancelledOrder });
  await press(t('orders:waiting.cancelYes', { reference }));
  await waitFor(() => expect(screen.queryByText(t('orders.line:sentence.proof'))).toBeNull());
  expect(server.sent(cancel)).toMatchObject([{ path: `/api/transactions/${order.id}/cancel` }]);
});
