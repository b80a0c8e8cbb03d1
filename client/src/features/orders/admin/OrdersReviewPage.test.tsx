import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reasonWith } from '#shared/kernel/reason.ts';
import { orderCustomerView } from '#shared/orders/orders.review.ts';
import { listUnmatched } from '#shared/settlements/unmatched.contract.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { signedInAs } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook, type AdminOrder } from '#tests/components/order-book.ts';
import {
  chooseFile,
  dialogOf,
  expectLink,
  expectText,
  field,
  fill,
  press,
  resizeWindow,
} from '#tests/components/screen.tsx';
import { Lost, Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const decision = 'PATCH /api/admin/transactions/:id/status';
const quickDecision = 'PUT /api/admin/transactions/:id/status';
const approval = /^Approve \$[\d.,]+\sUSD$/;
const screenshots = new RegExp(`${t('orders.admin:field.screenshots')}$`);
const signedOut = new Refused('signed_out', 'session_ended');

test('an approval whose answer was lost is repeated under the same key', async () => {
  const { answers } = orderBook(anAdminOrder({ status: 'processing' }));
  const server = await renderAdmin('/admin/transactions', answers);
  await press(approval);
  for (const key of ['admin_transaction_id_required', 'admin_notes_required', 'payout_screenshot_required'] as const)
    await expectText(t(`errors:${key}`));
  expect(server.sent(decision)).toEqual([]);

  const files = await field(screenshots);
  chooseFile(files, 'receipt.pdf', 'application/pdf');
  await expectText(t('orders.admin:file.type', { name: 'receipt.pdf' }));
  chooseFile(files, 'huge.png', 'image/png', 10 * 1024 * 1024 + 1);
  await expectText(/^huge\.png is larger than 10/);
  const chosenFiles = ['1', '2', '3', '4', '5', '6'].map(
    (name) => new File(['x'], `${name}.png`, { type: 'image/png' }),
  );
  fireEvent.change(files, { target: { files: chosenFiles } });
  await expectText(t('orders.admin:file.tooMany', { max: 5 }));
  for (const name of ['2', '3', '4', '5']) await press(t('files:remove', { name: `${name}.png` }));

  await fill(t('orders.admin:field.finalId'), 'FCB/1');
  await press(t('orders.admin:template.confirmed.word'));
  server.answer({ [decision]: () => Promise.reject(new Lost()) });
  await press(approval);
  await expectText(t('orders.admin:failed.update'));
  server.answer(answers);
  await press(t('common:action.tryAgain'));
  await expectText(t('errors:order_decided', { status: 'completed' }));
  const [lostCall, repeatedCall, ...otherCalls] = server.sent(decision);
  expect(repeatedCall).toMatchObject({
    body: { status: 'completed', adminNotes: t('orders.admin:template.confirmed.text') },
    files: { payoutFiles: [{ name: '1.png' }] },
  });
  expect(lostCall?.idempotencyKey).toMatch(/\S/);
  expect([repeatedCall?.idempotencyKey, otherCalls]).toEqual([lostCall?.idempotencyKey, []]);
});

test('a quick action asks only for missing fields, and a refusal always needs a reason', async () => {
  const [paidOrder, refusedOrder] = [anAdminOrder({ adminNotes: 'Noted before.' }), anAdminOrder()];
  const server = await renderAdmin('/admin/transactions', orderBook(paidOrder, refusedOrder).answers);
  const quickAction = async ({ reference }: typeof paidOrder, action: string) => {
    const menu = await screen.findByRole('button', { name: t('orders.admin:actionsFor', { reference }) });
    const row = menu.closest('li');
    if (row) fireEvent.click(within(row).getByRole('button', { name: action }));
  };

  await quickAction(paidOrder, t('orders.admin:quick.approve'));
  const title = t('orders.admin:quick.approveTitle', { reference: paidOrder.reference });
  const dialog = await dialogOf(title);
  const approve = dialog.getByRole('button', { name: approval });
  fireEvent.click(approve);
  const finalId = await dialog.findByLabelText(t('orders.admin:field.finalId'));
  await waitFor(() => expect(document.activeElement).toBe(finalId));
  expect(dialog.queryByLabelText(t('orders.admin:field.notes'))).toBeNull();
  fireEvent.change(finalId, { target: { value: 'FCB/2' } });
  chooseFile(dialog.getByLabelText(screenshots), 'receipt.png', 'image/png');
  fireEvent.click(approve);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await expectText(t('orders.admin:toast.approve.text'));

  await quickAction(refusedOrder, t('orders.admin:quick.reject'));
  const name = t('orders.admin:quick.rejectTitle', { reference: refusedOrder.reference });
  const reject = await screen.findByRole('button', { name });
  const reason = await dialogOf(name);
  await reason.findByRole('button', { name, description: t('orders.admin:missing.reason') });
  reason.getByRole('button', { name: t('common:action.cancel') }).focus();
  fireEvent.click(reject);
  await waitFor(() => expect(document.activeElement).toBe(reason.getByRole('textbox')));
  const templates = within(reason.getByRole('list', { name: t('orders.admin:template.label') }));
  for (const template of ['amount', 'late', 'network'] as const)
    expect(templates.getByRole('button', { name: t(`orders.admin:template.${template}.word`) })).toBeTruthy();
  fireEvent.click(templates.getByRole('button', { name: t('orders.admin:template.nothing.word') }));
  fireEvent.click(reject);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  // Screenshots are sent to the endpoint of the panel.
  expect(server.sent(decision)).toMatchObject([{ body: { status: 'completed', adminTransactionId: 'FCB/2' } }]);
  const adminNotes = t('orders.admin:template.nothing.text');
  expect(server.sent(quickDecision)).toMatchObject([{ body: { status: 'failed', adminNotes } }]);
});

test('an administrator whose refusal comes second reads the first decision', async () => {
  const order = anAdminOrder();
  const alreadyDecided = new Refused('already_decided', reasonWith('order_decided', { status: 'failed' }));
  await renderAdmin('/admin/transactions', { ...orderBook(order).answers, [decision]: alreadyDecided });
  await press(t('orders.admin:reject'));
  const name = t('orders.admin:quick.rejectTitle', { reference: order.reference });
  const dialog = await dialogOf(name);
  fireEvent.change(dialog.getByLabelText(t('orders.admin:field.reason')), { target: { value: 'Too late.' } });
  fireEvent.click(dialog.getByRole('button', { name }));
  expect(await dialog.findByText(/^Transaction has already been failed/i)).toBeTruthy();
});

test('an administrator whose session has ended signs in over the page and loses no input', async () => {
  const admin = anAdmin();
  const { answers } = orderBook(anAdminOrder({ status: 'processing' }));
  const server = await renderAdmin('/admin/transactions', answers, admin);
  await fill(t('orders.admin:field.finalId'), 'FCB/3');
  server.answer({ 'GET /api/admin/transactions': signedOut });
  await press(new RegExp(`^${t('orders.admin:work.waiting')}`));
  await expectText(t('errors:admin_sign_in_required'));
  server.answer({ ...answers, 'POST /api/login': signedInAs(admin) });
  await press(t('admin.common:reauthenticate'));
  const dialog = await dialogOf(t('common:session.expired'));
  expect((await field(t('auth:field.email'))).value).toBe(admin.email);
  await fill(t('auth:field.password'), 'the desk keeps its own key 9417');
  fireEvent.click(dialog.getByRole('button', { name: t('common:action.signIn') }));
  await waitFor(() => expect(screen.queryByRole('button', { name: t('admin.common:reauthenticate') })).toBeNull());
  await press(new RegExp(`^${t('orders.admin:work.todo')}`));
  await waitFor(async () => expect((await field(t('orders.admin:field.finalId'))).value).toBe('FCB/3'));
});

const finalId = t('orders.admin:field.finalId');
const paidText = t('orders.admin:paid', { amount: '$371.88\u00a0USD' });
const byHand = t('orders.admin:payByHand');
const reject = t('orders.admin:reject');

/** Opens an order under way, as this member sees it. */
async function openOrder(changes: Partial<AdminOrder>, role?: TeamRole) {
  const order = anAdminOrder({ status: 'processing', ...changes });
  const { answers } = orderBook(order, anAdminOrder());
  const server = await renderAdmin(`/admin/transactions?tx=${order.id}`, answers, anAdmin(role));
  await screen.findByRole('heading', { name: new RegExp(`${order.reference}$`) });
  await screen.findByRole('region', { name: t('orders.admin:slip.title') });
  return server;
}

test('a member who may not decide is not asked for evidence, and takes no next order', async () => {
  await openOrder({}, 'payer');
  await expectText(new RegExp(`^${t('admin.common:notPermitted.approve', { roles: '' }).slice(0, 12)}`));
  expect(screen.queryByLabelText(finalId)).toBeNull();
  expect(screen.queryByRole('button', { name: t('users.handling:takeNext') })).toBeNull();
});

test.each([
  ['that was approved is left to a batch, unless it is to be paid by hand', 'approved', [byHand, reject]],
  ['in a batch is left to the batch', 'batched', []],
] as const)('an order %s', async (_sentence, stage, offeredButtons) => {
  await openOrder({ stage });
  await expectText(t(`orders.admin:stage.${stage}`));
  const isOffered = (name: string | RegExp) => screen.queryByRole('button', { name }) !== null;
  await waitFor(() => expect([approval, paidText, byHand, reject].filter(isOffered)).toEqual(offeredButtons));
  expect(screen.queryByLabelText(finalId)).toBeNull();
  if (stage !== 'approved') return;
  await press(byHand);
  await field(finalId);
  expect(isOffered(paidText)).toBe(true);
});

test('a reviewer reads that an approval under a rule waits for a second member', async () => {
  const server = await openOrder({});
  await fill(finalId, 'WIRE/1');
  await press(t('orders.admin:template.confirmed.word'));
  chooseFile(await field(screenshots), 'receipt.png', 'image/png');
  const waitingResponse = Response.json({ approvalId: '1' }, { status: 202 });
  server.answer({ [decision]: waitingResponse, 'GET /api/admin/approvals': [] });
  await press(approval);
  await expectText(t('admin.common:waitsTitle'));
});

test('a payer reads that a reviewer puts an approved order into a batch first', async () => {
  const order = anAdminOrder({ status: 'processing', stage: 'approved' });
  const path = `/admin/transactions?tx=${order.id}`;
  await renderAdmin(path, { ...orderBook(order).answers, 'GET /api/admin/payouts': [] }, anAdmin('payer'));
  await expectText(t('orders.admin:stage.unbatched'));
});

test('a reviewer on a phone reads each warning above the proof', async () => {
  const account = { accountName: 'Ada Okafor', bankName: 'Elbe', accountNumber: 'NL91ABNA0417164300' };
  const paymentDetails = { method: 'bank', ...account } as const;
  const lastPayout = {
    ...account,
    bankName: 'Delta',
    accountNumber: 'DE89370400440532013000',
    at: new Date().toISOString(),
  };
  const order = anAdminOrder({
    status: 'pending',
    stage: 'by_hand',
    paymentDetails,
    similarProofReferences: ['LF-7K3M-Q2'],
    customer: { ...blankOf(orderCustomerView), lastPayout },
  });
  await renderAdmin(`/admin/transactions?tx=${order.id}`, orderBook(order).answers);
  await screen.findByText(t('orders.admin:gets'));
  // The member turns the tablet while the order is open.
  resizeWindow({ width: 360, height: 740 });
  const summary = within(await screen.findByRole('region', { name: t('orders.admin:summary') }));
  for (const reason of ['similar_proof', 'other_account'] as const)
    expect(await summary.findByText(t(`orders.matching:reason.${reason}`))).toBeTruthy();
  // The payee stands beside the button alone.
  expect(screen.getAllByText(t('orders.admin:payoutTo', { name: 'Ada Okafor', bank: 'Elbe' }))).toHaveLength(1);
});

test('a reviewer on a phone reads a warning once, beside the button that overrides it', async () => {
  const order = anAdminOrder({ status: 'pending', stage: 'by_hand', similarProofReferences: ['LF-7K3M-Q2'] });
  const left = [{ id: order.id, reference: order.reference, reason: 'similar_proof' as const, also: [] }];
  await renderAdmin(
    `/admin/transactions?tx=${order.id}`,
    { ...orderBook(order).answers, 'GET /api/admin/matching-transactions': { matching: [], left } },
    anAdmin('reviewer'),
  );
  await screen.findByText(t('orders.admin:gets'));
  resizeWindow({ width: 360, height: 740 });
  const flags = t('orders.matching:reason.similar_proof');
  await expectText(t('orders.admin:forPayout.despite', { flags }));
  const summary = within(await screen.findByRole('region', { name: t('orders.admin:summary') }));
  await waitFor(() => expect(summary.queryByText(flags)).toBeNull());
});

test('a reviewer without work reads that the queue is empty, and is led to other work or to all orders', async () => {
  const decidedOrder = anAdminOrder({ status: 'completed', stage: 'closed' });
  await renderAdmin('/admin/transactions?view=table', {
    ...orderBook(decidedOrder).answers,
    'GET /api/admin/unmatched': [blankOf(listUnmatched.response.element)],
  });
  await expectText(t('orders.admin:empty.text'));
  await expectLink(t('admin:goTo', { place: t('admin:coinsIn'), number: '1' }), '/admin/sell-quotes');
  await press(t('orders.admin:empty.all'));
  await screen.findByRole('link', { name: t('orders.admin:open', { reference: decidedOrder.reference }) });
});

test('a reviewer reads beside the order and in the queue that an account number is impossible', async () => {
  const account = { method: 'bank', accountName: 'Ada Okafor', bankName: 'Elbe', accountNumber: 'NL91ABNA0417164301' };
  const { answers } = orderBook(anAdminOrder({ payoutCurrency: 'EUR', paymentDetails: account }));
  await renderAdmin('/admin/transactions', answers);
  await expectText(t('payouts.admin:flag.number'));
  await expectText(t('payouts.admin:check.checksum'));
});
