import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { anAdminOrder, orderBook, type AdminOrder } from '#tests/components/order-book.ts';
import { dialogOf, expectText, field, press } from '#tests/components/screen.tsx';
import { Refused, type Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const decision = 'PATCH /api/admin/transactions/:id/status';
const payout = 'POST /api/admin/transactions/:id/payout';
const finalId = t('orders.admin:field.finalId');
const reason = t('orders.admin:field.reason');

const red: Api['GET /api/admin/transactions/:id/verdict']['output'] = {
  level: 'red',
  findings: [{ code: 'not_found', params: { cause: 'reorganised' } }],
  transfers: [],
  checkedAt: null,
  source: null,
};
const gone = t('deposits.admin:finding.reorganised');

/** The review with this order open. */
async function openReview(order: AdminOrder, answers: Answers = {}, book = orderBook(order)) {
  const server = await renderAdmin('/admin/transactions', { ...book.answers, ...answers });
  await screen.findByRole('heading', { name: new RegExp(`${order.reference}$`) });
  return server;
}

const type = (keys: string, at: Element = document.body) => {
  for (const key of keys) fireEvent.keyDown(at, { key });
};

test('a reviewer who types at once after S writes into the first field, however slow the server is', async () => {
  const order = anAdminOrder();
  const book = orderBook(order);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const decide = book.answers[decision];
  const slow: Answers[typeof decision] = async (sent) => {
    await held;
    return typeof decide === 'function' ? decide(sent) : order;
  };
  const server = await openReview(order, { [decision]: slow }, book);
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

test('a reviewer reads what the chain says against an order before approving it for a batch, and gives a reason', async () => {
  const order = anAdminOrder({ status: 'processing' });
  const server = await openReview(order, { 'GET /api/admin/transactions/:id/verdict': red });
  await press(t('orders.admin:forPayout.button'));
  const dialog = await dialogOf(t('orders.admin:forPayout.button'));
  await dialog.findByText(gone);
  fireEvent.click(dialog.getByRole('button', { name: /^Approve/ }));
  await dialog.findAllByText(t('errors:verdict_needs_reason'));
  expect(server.sent(payout)).toEqual([]);
});

const unconfirmed = (): Answers => ({
  [payout]: new Refused('verdict_needs_reason', 'verdict_needs_reason', { reason: 'verdict_needs_reason' }),
  [decision]: new Refused('verdict_needs_reason', 'verdict_needs_reason', { reason: 'verdict_needs_reason' }),
});
const green: typeof red = { ...red, level: 'green', findings: [] };
const unasked = [{ code: 'node_away' as const, params: { since: null, isAsked: true } }];

test('a reviewer whose node gave no answer before the payout reads so, and gives a reason', async () => {
  const order = anAdminOrder({ status: 'processing' });
  const verdict = 'GET /api/admin/transactions/:id/verdict';
  const server = await openReview(order, { ...unconfirmed(), [verdict]: green });
  await press(t('orders.admin:forPayout.button'));
  const dialog = await dialogOf(t('orders.admin:forPayout.button'));
  server.answer({ [verdict]: { ...red, level: 'amber', findings: unasked } });
  fireEvent.click(dialog.getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(screen.getAllByText(t('deposits.admin:finding.node_unasked'))).toHaveLength(2));
  const asked = await dialogOf(t('orders.admin:forPayout.button'));
  fireEvent.change(await asked.findByLabelText(t('deposits.admin:reason')), {
    target: { value: 'An explorer has it.' },
  });
  fireEvent.click(asked.getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(server.sent(payout).at(-1)).toMatchObject({ body: { reason: 'An explorer has it.' } }));
});

test('a reviewer is asked for that reason in the review too, whichever process holds the verdict', async () => {
  const server = await openReview(anAdminOrder({ status: 'processing' }), {
    ...unconfirmed(),
    'GET /api/admin/transactions/:id/verdict': green,
    'GET /api/admin/rules': { ...settingsDefaults.rules, payoutEvidenceRequired: false },
  });
  expect(screen.queryByLabelText(t('deposits.admin:reason'))).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: /^Approve \$/ }));
  fireEvent.change(await field(t('deposits.admin:reason')), { target: { value: 'An explorer has it.' } });
  fireEvent.click(screen.getByRole('button', { name: /^Approve \$/ }));
  await waitFor(() => expect(server.sent(decision).at(-1)).toMatchObject({ body: { reason: 'An explorer has it.' } }));
});

test('a reviewer reads what the chain says against an order in its quick approval too', async () => {
  const order = anAdminOrder({ status: 'processing' });
  await openReview(order, { 'GET /api/admin/transactions/:id/verdict': red });
  await press(t('orders.admin:actionsFor', { reference: order.reference }));
  await press(t('orders.admin:quick.approve'));
  const dialog = await dialogOf(t('orders.admin:quick.approveTitle', { reference: order.reference }));
  expect(await dialog.findByText(gone)).toBeTruthy();
});

test('nobody is offered to pay a blocked customer, and the reason stands in its place', async () => {
  const order = anAdminOrder({ status: 'processing', userStatus: 'blocked' });
  await openReview(order);
  await expectText(t('orders.admin:customer.blockedPay'));
  expect(screen.queryByRole('button', { name: t('orders.admin:forPayout.button') })).toBeNull();
  await press(t('orders.admin:actionsFor', { reference: order.reference }));
  await press(t('orders.admin:quick.approve'));
  const dialog = await dialogOf(t('orders.admin:quick.approveTitle', { reference: order.reference }));
  await dialog.findByText(t('orders.admin:customer.blockedPay'));
  expect(dialog.queryByRole('button', { name: /^Approve/ })).toBeNull();
});

test('an approval that waits for a second member leaves nothing to press again', async () => {
  const waiting = Response.json({ approvalId: crypto.randomUUID() }, { status: 202 });
  await openReview(anAdminOrder({ status: 'processing' }), {
    [payout]: () => waiting,
    'GET /api/admin/approvals': [],
  });
  await press(t('orders.admin:forPayout.button'));
  const dialog = await dialogOf(t('orders.admin:forPayout.button'));
  fireEvent.click(dialog.getByRole('button', { name: /^Approve/ }));
  await dialog.findByText(t('admin.common:waitsTitle'));
  expect(dialog.queryByRole('button', { name: /^Approve/ })).toBeNull();
  fireEvent.click(dialog.getAllByRole('button', { name: t('common:action.close') }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a message that comes while a dialog is open is shown in front of it', async () => {
  await openReview(anAdminOrder({ status: 'processing' }));
  await press(t('orders.admin:forPayout.button'));
  const dialog = await screen.findByRole('dialog');
  const { toast } = await import('#client/ui/feedback/toast.ts');
  toast({ title: 'Saved elsewhere' });
  expect(await within(dialog).findByText('Saved elsewhere')).toBeTruthy();
});
