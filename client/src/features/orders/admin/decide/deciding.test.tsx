import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { withFirmHyphens } from '#client/lib/format/firm-hyphens.ts';
import { formatCrypto } from '#client/lib/format/format.ts';
import type { Api } from '#shared/api.ts';
import { approveForPayout } from '#shared/payouts/payouts.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook, type AdminOrder } from '#tests/components/order-book.ts';
import { dialogOf, expectText, field, press } from '#tests/components/screen.tsx';
import { Refused, type Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const decision = 'PATCH /api/admin/transactions/:id/status';
const payout = 'POST /api/admin/transactions/:id/payout';
const finalId = t('orders.admin:field.finalId');
const reason = t('orders.admin:field.reason');
/** The button's name has the amount of the order. */
const forPayout = /^Approve.* pay in a batch$/;

const redVerdict: Api['GET /api/admin/transactions/:id/verdict']['output'] = {
  level: 'red',
  findings: [{ code: 'not_found', params: { cause: 'reorganised' } }],
  transfers: [],
  checkedAt: null,
  source: null,
};
const reorganisedText = t('deposits.admin:finding.reorganised');

/** The review with this order open. */
async function openReview(order: AdminOrder, answers: Answers = {}, book = orderBook(order)) {
  const server = await renderAdmin('/admin/transactions', { ...book.answers, ...answers });
  await screen.findByRole('heading', { name: new RegExp(`${order.reference}$`) });
  return server;
}

const type = (keys: string, at: Element = document.body) => {
  for (const key of keys) fireEvent.keyDown(at, { key });
};

test('a reviewer who types right after S writes into the first field, even on a slow server', async () => {
  const order = anAdminOrder();
  const book = orderBook(order);
  let answer: () => void = () => undefined;
  const heldAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const decide = book.answers[decision];
  const slowDecision: Answers[typeof decision] = async (call) => {
    await heldAnswer;
    return typeof decide === 'function' ? decide(call) : order;
  };
  const server = await openReview(order, { [decision]: slowDecision }, book);
  await screen.findByRole('button', { name: t('orders.admin:start') });
  type('s');
  await waitFor(async () => expect(document.activeElement).toBe(await field(finalId)));
  expect(server.sent(decision)).toHaveLength(1);
  answer();
  await screen.findByRole('button', { name: /^Approve \$/ });
  expect(document.activeElement).toBe(await field(finalId));
});

test('letters typed outside of any field refuse no order and start none', async () => {
  const server = await openReview(anAdminOrder());
  await screen.findByRole('button', { name: t('orders.admin:start') });
  type('Transfers');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent(decision)).toEqual([]);
});

test('Ctrl Enter refuses an order only with a reason that was chosen', async () => {
  const server = await openReview(anAdminOrder());
  await press(t('orders.admin:reject'));
  const notes = await field(reason);
  fireEvent.change(notes, { target: { value: 'ansfer confirmed, paid' } });
  fireEvent.keyDown(notes, { key: 'Enter', ctrlKey: true });
  await press(t('orders.admin:template.nothing.word'));
  expect(server.sent(decision)).toEqual([]);
  fireEvent.keyDown(notes, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(server.sent(decision)).toMatchObject([{ body: { status: 'rejected' } }]));
});

test('a reviewer gives a reason against what the chain says before approving for a batch', async () => {
  const order = anAdminOrder({ status: 'processing' });
  const server = await openReview(order, { 'GET /api/admin/transactions/:id/verdict': redVerdict });
  await press(forPayout);
  const dialog = await dialogOf(t('orders.admin:forPayout.button'));
  await dialog.findByText(reorganisedText);
  const approve = await dialog.findByRole('button', {
    name: /^Approve/,
    description: t('orders.admin:missing.reason'),
  });
  const reason = dialog.getByLabelText(t('deposits.admin:reason'));
  dialog.getByRole('button', { name: t('common:action.cancel') }).focus();
  fireEvent.click(approve);
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(server.sent(payout)).toEqual([]);
  fireEvent.change(reason, { target: { value: 'Seen in an explorer' } });
  expect(approve.getAttribute('aria-disabled')).toBeNull();
});

const unconfirmedAnswers = (): Answers => ({
  [payout]: new Refused('verdict_needs_reason', 'verdict_needs_reason', { reason: 'verdict_needs_reason' }),
  [decision]: new Refused('verdict_needs_reason', 'verdict_needs_reason', { reason: 'verdict_needs_reason' }),
});
const greenVerdict: typeof redVerdict = { ...redVerdict, level: 'green', findings: [] };
const nodeAwayFindings = [{ code: 'node_away' as const, params: { since: null, isAsked: true } }];

test('a reviewer reads that the node gave no answer before the payout, and gives a reason', async () => {
  const order = anAdminOrder({ status: 'processing' });
  const verdict = 'GET /api/admin/transactions/:id/verdict';
  const server = await openReview(order, { ...unconfirmedAnswers(), [verdict]: greenVerdict });
  await press(forPayout);
  const dialog = await dialogOf(t('orders.admin:forPayout.button'));
  server.answer({ [verdict]: { ...redVerdict, level: 'amber', findings: nodeAwayFindings } });
  fireEvent.click(dialog.getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(screen.getAllByText(t('deposits.admin:finding.node_unasked'))).toHaveLength(2));
  const approvalDialog = await dialogOf(t('orders.admin:forPayout.button'));
  // The field shows the message, once.
  expect(approvalDialog.queryByText(t('orders.admin:failed.approve'))).toBeNull();
  fireEvent.change(await approvalDialog.findByLabelText(t('deposits.admin:reason')), {
    target: { value: 'An explorer has it.' },
  });
  fireEvent.click(approvalDialog.getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(server.sent(payout).at(-1)).toMatchObject({ body: { reason: 'An explorer has it.' } }));
});

test('a reviewer gives the reason even if another process made the verdict', async () => {
  const server = await openReview(anAdminOrder({ status: 'processing' }), {
    ...unconfirmedAnswers(),
    'GET /api/admin/transactions/:id/verdict': greenVerdict,
    'GET /api/admin/rules': { ...settingsDefaults.rules, payoutOverUsd: null, payoutEvidenceRequired: false },
  });
  expect(screen.queryByLabelText(t('deposits.admin:reason'))).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: /^Approve \$/ }));
  fireEvent.change(await field(t('deposits.admin:reason')), { target: { value: 'An explorer has it.' } });
  fireEvent.click(screen.getByRole('button', { name: /^Approve \$/ }));
  await waitFor(() => expect(server.sent(decision).at(-1)).toMatchObject({ body: { reason: 'An explorer has it.' } }));
});

test('a reviewer reads what the chain says against an order in its quick approval too', async () => {
  const order = anAdminOrder({ status: 'processing' });
  await openReview(order, { 'GET /api/admin/transactions/:id/verdict': redVerdict });
  await press(t('orders.admin:actionsFor', { reference: order.reference }));
  await press(t('orders.admin:quick.approve'));
  const dialog = await dialogOf(t('orders.admin:quick.approveTitle', { reference: order.reference }));
  expect(await dialog.findByText(reorganisedText)).toBeTruthy();
});

test('a reviewer cannot pay a blocked customer, and reads the reason in place of the button', async () => {
  const order = anAdminOrder({ status: 'processing', userStatus: 'blocked' });
  await openReview(order);
  await expectText(t('orders.admin:customer.blockedPay'));
  expect(screen.queryByRole('button', { name: forPayout })).toBeNull();
  await press(t('orders.admin:actionsFor', { reference: order.reference }));
  await press(t('orders.admin:quick.approve'));
  const dialog = await dialogOf(t('orders.admin:quick.approveTitle', { reference: order.reference }));
  await dialog.findByText(t('orders.admin:customer.blockedPay'));
  expect(dialog.queryByRole('button', { name: /^Approve/ })).toBeNull();
});

test('a blocked customer is not asked a question that they cannot sign in to answer', async () => {
  await openReview(anAdminOrder({ userStatus: 'blocked' }));
  await expectText(t('orders.admin:question.blocked'));
  expect(screen.queryByRole('button', { name: t('orders.admin:question.open') })).toBeNull();
});

test('a reviewer approves for a batch by one key and sees the next order', async () => {
  const [order, next] = [anAdminOrder(), anAdminOrder()];
  const book = orderBook(order, next);
  const approveOne = () => {
    book.change(order.id, { status: 'processing', stage: 'approved', version: 2 });
    return blankOf(approveForPayout.response);
  };
  await openReview(order, { [payout]: approveOne }, book);
  await screen.findByRole('button', { name: forPayout });
  type('b');
  const dialog = await dialogOf(t('orders.admin:forPayout.button'));
  fireEvent.click(dialog.getByRole('button', { name: /^Approve/ }));
  await screen.findByRole('heading', { name: new RegExp(`${next.reference}$`) });
  const link = { name: t('orders.admin:open', { reference: order.reference }) };
  await waitFor(() => expect(screen.queryByRole('link', link)).toBeNull());
  await press(new RegExp(`^${t('orders.admin:work.approved')}`));
  await expectText(t('orders.admin:stageWord.approved'));
  expect(screen.queryByRole('button', { name: /^Record/ })).toBeNull();
  await press(t('orders.admin:payByHand'));
  await screen.findByRole('button', { name: /^Record/ });
});

test('a member who may not decide is offered no quick action', async () => {
  const order = anAdminOrder();
  await renderAdmin('/admin/transactions', orderBook(order).answers, anAdmin('auditor'));
  await screen.findByRole('link', { name: t('orders.admin:open', { reference: order.reference }) });
  const offeredLabels = [t('orders.admin:actionsFor', { reference: order.reference }), t('orders.admin:work.todo')];
  for (const name of offeredLabels) expect(screen.queryByRole('button', { name: new RegExp(`^${name}`) })).toBeNull();
});

const arrived: typeof redVerdict = {
  ...redVerdict,
  level: 'pale',
  findings: [{ code: 'fits_shared', params: {} }],
  transfers: [
    {
      chain: 'bitcoin',
      txHash: 'ab'.repeat(32),
      outIndex: 0,
      amount: 0.58,
      confirmations: 6,
      required: 6,
      state: 'final',
      blockHeight: 100,
      seenAt: '2026-11-28T08:47:00.000Z',
    },
  ],
};
const coins = formatCrypto('0.58', 'BTC');

/** The rejection of an order whose coins have arrived. */
async function openRejection(answers: Answers = {}) {
  const order = anAdminOrder({ cryptoSymbol: 'BTC', type: 'sell', userId: crypto.randomUUID() });
  const server = await openReview(order, { 'GET /api/admin/transactions/:id/verdict': arrived, ...answers });
  await screen.findByText(t('deposits.admin:level.pale'));
  type('r');
  const title = t('orders.admin:arrived.title', { amount: coins, reference: withFirmHyphens(order.reference) });
  return { order, server, dialog: await dialogOf(title) };
}

test('a reviewer rejects an order and sends its coins back by four keys', async () => {
  const { server, dialog } = await openRejection();
  expect(dialog.queryByRole('button', { name: t('orders.admin:template.nothing.word') })).toBeNull();
  const backOption = dialog.getByRole('radio', { name: new RegExp(t('orders.admin:arrived.back')) });
  fireEvent.keyDown(backOption, { key: '4' });
  const notes = await field(reason);
  expect(notes.value).toBe(t('orders.admin:template.name.text'));
  fireEvent.keyDown(notes, { key: 'Enter', ctrlKey: true });
  const body = { status: 'rejected', sendBack: '0.58', adminNotes: t('orders.admin:template.name.text') };
  await waitFor(() => expect(server.sent(decision)).toMatchObject([{ body }]));
});

test('a reviewer who keeps an order with arrived coins open decides nothing, and asks in the chat', async () => {
  const { order, server, dialog } = await openRejection({
    'GET /api/admin/chat-rooms': [],
    'GET /api/admin/agent-requests': [],
    'POST /api/admin/chat-rooms': () => new Promise(() => undefined),
  });
  fireEvent.click(dialog.getByRole('radio', { name: new RegExp(t('orders.admin:arrived.keep')) }));
  fireEvent.click(dialog.getByRole('button', { name: t('orders.admin:arrived.ask', { name: order.userName ?? '' }) }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.search).toBe(`?user=${order.userId}&order=${order.id}`);
  expect(server.sent(decision)).toEqual([]);
});

test('a reviewer takes back their own decision while its mail waits, never a colleague’s', async () => {
  const admin = anAdmin('reviewer');
  const until = new Date(Date.now() + 9_000).toISOString();
  const [ownDecision, otherDecision] = [admin.id, crypto.randomUUID()].map((decidedBy) =>
    anAdminOrder({ status: 'rejected', stage: 'closed', undo: { by: decidedBy, until } }),
  );
  if (!ownDecision || !otherDecision) throw new Error('Two orders are needed.');
  const undo = 'POST /api/admin/transactions/:id/undo';
  const answers = {
    ...orderBook(ownDecision, otherDecision).answers,
    [undo]: { ...ownDecision, status: 'pending' as const, undo: null },
  };
  const server = await renderAdmin(`/admin/transactions?show=rejected&tx=${ownDecision.id}`, answers, admin);
  await press(t('orders.admin:takeBack.button'));
  await waitFor(() => expect(server.sent(undo)).toMatchObject([{ body: { version: ownDecision.version } }]));
  fireEvent.click(
    await screen.findByRole('link', { name: t('orders.admin:open', { reference: otherDecision.reference }) }),
  );
  await screen.findByRole('heading', { name: new RegExp(`${otherDecision.reference}$`) });
  expect(screen.queryByRole('button', { name: t('orders.admin:takeBack.button') })).toBeNull();
});

test('an approval that waits for a second member cannot be pressed again', async () => {
  const waitingResponse = Response.json({ approvalId: crypto.randomUUID() }, { status: 202 });
  await openReview(anAdminOrder({ status: 'processing' }), {
    [payout]: () => waitingResponse,
    'GET /api/admin/approvals': [],
  });
  await press(forPayout);
  const dialog = await dialogOf(t('orders.admin:forPayout.button'));
  fireEvent.click(dialog.getByRole('button', { name: /^Approve/ }));
  await dialog.findByText(t('admin.common:waitsTitle'));
  expect(dialog.queryByRole('button', { name: /^Approve/ })).toBeNull();
  fireEvent.click(dialog.getAllByRole('button', { name: t('common:action.close') }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a message that arrives while a dialog is open is shown in front of it', async () => {
  await openReview(anAdminOrder({ status: 'processing' }));
  await press(forPayout);
  const dialog = await screen.findByRole('dialog');
  const { toast } = await import('#client/ui/feedback/toast.ts');
  toast({ title: 'Saved elsewhere' });
  expect(await within(dialog).findByText('Saved elsewhere')).toBeTruthy();
});
