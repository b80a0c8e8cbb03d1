import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reasonWith } from '#shared/kernel/reason.ts';
import { anAdmin, askingFirst, proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { dialogOf, expectText, field, fill, press } from '#tests/components/screen.tsx';
import { Refused, type Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const amendRoute = 'POST /api/admin/transactions/:id/amendments';
const account = { id: crypto.randomUUID(), name: 'Main account' };
const moneyBack = { amount: '100', currency: 'EUR', accounts: [account] };
const owes = /€100/;

/** Opens a rejected exchange whose money came, as a member sees it. */
async function openRefused(answers: Answers = {}, role: Parameters<typeof anAdmin>[0] = 'payer') {
  const order = anAdminOrder({ type: 'fiat', status: 'rejected', fromCurrency: 'EUR', moneyBack });
  const book = orderBook(order);
  const path = `/admin/transactions?show=all&tx=${order.id}`;
  const server = await renderAdmin(path, { ...book.answers, ...answers }, anAdmin(role));
  await expectText(owes);
  return { server, order };
}

async function askFor(reference: string) {
  await press(t('orders.admin:moneyBack.open'));
  return dialogOf(t('orders.admin:moneyBack.dialog', { reference }));
}
const confirm = (dialog: Awaited<ReturnType<typeof askFor>>) =>
  fireEvent.click(dialog.getByRole('button', { name: t('orders.admin:moneyBack.do') }));

test('a payer records the returned money with the password, and reads that nothing is owed', async () => {
  const decidedOrder = anAdminOrder({ type: 'fiat', status: 'rejected', fromCurrency: 'EUR', moneyBack: null });
  const { server, order } = await openRefused({ [amendRoute]: askingFirst(decidedOrder) });
  const dialog = await askFor(order.reference);
  expect((await field(t('orders.admin:moneyBack.amount', { currency: 'EUR' }))).value).toBe('100');
  fireEvent.change(dialog.getByLabelText(t('orders.admin:moneyBack.account')), { target: { value: account.id } });
  await fill(t('orders.admin:moneyBack.transactionId'), 'WIRE-7');
  await fill(t('orders.admin:moneyBack.note'), 'Sent back on Monday');
  confirm(dialog);
  await proveAgain();
  const fields = { kind: 'money_back', amount: '100', accountId: account.id, transactionId: 'WIRE-7' };
  await waitFor(() => expect(server.sent(amendRoute).at(-1)).toMatchObject({ body: fields }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a payer who pays by hand names no account, and reads missing fields before anything is sent', async () => {
  const { server, order } = await openRefused({ [amendRoute]: anAdminOrder() });
  const dialog = await askFor(order.reference);
  confirm(dialog);
  await expectText(t('errors:amendment_transaction_id_required'));
  expect(server.sent(amendRoute)).toEqual([]);
  await fill(t('orders.admin:moneyBack.transactionId'), 'CASH-1');
  await fill(t('orders.admin:moneyBack.note'), 'In cash');
  confirm(dialog);
  await waitFor(() => expect(server.sent(amendRoute)).toHaveLength(1));
  expect(Object.keys(server.sent(amendRoute)[0]?.body as object)).not.toContain('accountId');
});

test('a payer who sends back more than is owed reads how much is left', async () => {
  const params = { account: 'owed:x', holds: '60', needed: '100', unit: 'EUR' };
  const { order } = await openRefused({ [amendRoute]: new Refused('conflict', reasonWith('not_enough', params)) });
  const dialog = await askFor(order.reference);
  await fill(t('orders.admin:moneyBack.transactionId'), 'WIRE-8');
  await fill(t('orders.admin:moneyBack.note'), 'Again');
  confirm(dialog);
  await expectText(t('errors:not_enough', params));
});

test('a reviewer reads what is owed, and has no button that sends it', async () => {
  await openRefused({}, 'reviewer');
  const main = within(document.body);
  expect(main.queryByRole('button', { name: t('orders.admin:moneyBack.open') })).toBeNull();
});
