import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#client/lib/api/query-client.ts';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';
import { secondFactorOf } from '#shared/auth/auth.care.contract.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { customerMoney } from '#shared/orders/admin/orders.admin.contract.ts';
import { getUser } from '#shared/users/users.admin.contract.ts';
import { anAdmin, askingFirst, proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder } from '#tests/components/order-book.ts';
import { dialogOf, expectLink } from '#tests/components/screen.tsx';
import { Refused, type Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

type User = Api['GET /api/admin/users/:id']['output'];

const name = 'Ada Okafor';
const email = 'ada@customers.test';
const ada: User = { ...blankOf(getUser.response), name, firstName: 'Ada', email, transactions: 1, language: 'en' };
const answers = { 'GET /api/admin/users': [ada], 'GET /api/admin/users/:id': ada };

/** The dialog of a customer fetches these as well. */
const userAnswers = {
  'GET /api/admin/users/:id/notes': [],
  'GET /api/admin/users/:id/money': blankOf(customerMoney.response),
  'GET /api/admin/users/:id/second-factor': blankOf(secondFactorOf.response),
} satisfies Answers;

/** Chooses an action of Ada's row, and returns the dialog that opens. */
async function askFor(action: 'edit' | 'block' | 'delete') {
  const [menu] = await screen.findAllByRole('button', { name: t('users.admin:actionsFor', { name }) });
  const row = menu?.closest('tr');
  if (row) fireEvent.click(within(row).getByRole('button', { name: t(`users.admin:action.${action}`) }));
  return dialogOf(t(`users.admin:${action}.title`, { name }));
}

test.each([
  ['gives nobody a name that short', 'edit', 'edit.save', 'first_name_too_short', 'PUT /api/admin/users/:id'],
  ['blocks nobody for no reason', 'block', 'block.confirm', 'block_reason_required', 'POST /api/admin/users/:id/block'],
] as const)('the administrator %s, and reads why', async (_sentence, action, confirm, reason, route) => {
  const server = await renderAdmin('/admin/users', answers);
  const dialog = await askFor(action);
  const firstName = dialog.queryByLabelText(t('users.admin:edit.firstName'));
  if (firstName) fireEvent.change(firstName, { target: { value: 'A' } });
  fireEvent.click(dialog.getByRole('button', { name: t(`users.admin:${confirm}`, { name }) }));
  await dialog.findAllByText(t(`errors:${reason}`));
  expect(server.sent(route)).toEqual([]);
});

test('the administrator types the address of a user to delete them, and never with an open order', async () => {
  const open = new Refused('in_use', reasonWith('orders_open', { count: 1 }));
  const server = await renderAdmin('/admin/users', { ...answers, 'DELETE /api/admin/users/:id': askingFirst(open) });
  const dialog = await askFor('delete');
  await dialog.findByText(t('users.admin:delete.warning'));
  const confirm = dialog.getByRole('button', { name: t('users.admin:delete.confirm', { name }) });
  fireEvent.click(confirm);
  await dialog.findAllByText(t('errors:user_email_wrong'));
  expect(server.sent('DELETE /api/admin/users/:id')).toEqual([]);

  const confirmField = dialog.getByLabelText(t('users.admin:delete.type', { email }));
  fireEvent.change(confirmField, { target: { value: email } });
  fireEvent.click(confirm);
  await proveAgain();
  await dialog.findByText(t('errors:orders_open', { count: 1 }));
  expect(dialog.queryByRole('button', { name: t('common:action.tryAgain') })).toBeNull();
  await expectLink(t('users.admin:delete.openOrders'), `/admin/transactions?q=${encodeURIComponent(email)}`);
  expect(server.sent('DELETE /api/admin/users/:id')).toMatchObject([{ body: { email } }, { body: { email } }]);
});

test('a member of the team decides nothing about their own account', async () => {
  const admin = anAdmin();
  const me: User = { ...ada, id: admin.id, name: 'Desk Administrator', role: 'admin' };
  const ownAnswers = {
    'GET /api/admin/users': [me],
    'GET /api/admin/users/:id': me,
    'GET /api/admin/users/:id/notes': [],
  };
  await renderAdmin(`/admin/users?user=${admin.id}`, ownAnswers, admin);
  const dialog = await dialogOf(me.name);
  await dialog.findByText(t('admin.common:notPermitted.ownCase'));
  expect(dialog.queryByRole('button', { name: t('users.admin:action.delete') })).toBeNull();
});

const broughtCustomer: User = {
  ...ada,
  email: null,
  mobileNumber: '+2348031234567',
  origin: 'brought',
  customerState: 'brought',
};

test('the administrator deletes a customer without an address by their number', async () => {
  const answers = { 'GET /api/admin/users': [broughtCustomer], 'GET /api/admin/users/:id': broughtCustomer };
  await renderAdmin(`/admin/users?user=${broughtCustomer.id}`, {
    ...answers,
    ...userAnswers,
  });
  const dialog = await dialogOf(name);
  await dialog.findByText(t('users.admin:care.inviteNoEmail'));
  expect(dialog.queryByRole('button', { name: t('users.admin:care.invite') })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: t('users.admin:action.delete') }));
  const deleteDialog = await dialogOf(t('users.admin:delete.title', { name }));
  await deleteDialog.findByLabelText(t('users.admin:delete.type', { email: '+2348031234567' }));
});

test('a member enters a customer with an address or a number, and may invite them', async () => {
  const enteredCustomer = { ...broughtCustomer, email };
  const server = await renderAdmin('/admin/users', {
    ...answers,
    ...userAnswers,
    'POST /api/admin/users': enteredCustomer,
    'POST /api/admin/users/:id/invite': { expiresAt: '2026-12-06T12:00:00.000Z' },
  });
  fireEvent.click(await screen.findByRole('button', { name: t('users.admin:new.open') }));
  const dialog = await dialogOf(t('users.admin:new.title'));
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  fireEvent.click(dialog.getByRole('button', { name: t('users.admin:new.addNone') }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(t('users.admin:edit.firstName'))));
  type(t('users.admin:edit.firstName'), 'Ada');
  type(t('users.admin:edit.lastName'), 'Okafor');
  type(t('users.admin:country'), 'NG');
  fireEvent.click(dialog.getByRole('button', { name: t('users.admin:new.add', { name }) }));
  await dialog.findAllByText(t('errors:reach_required'));
  expect(server.sent('POST /api/admin/users')).toEqual([]);

  type(t('users.admin:new.email'), email);
  fireEvent.click(dialog.getByLabelText(t('users.admin:new.invite')));
  fireEvent.click(dialog.getByRole('button', { name: t('users.admin:new.add', { name }) }));
  await expect.poll(() => server.sent('POST /api/admin/users/:id/invite')).toHaveLength(1);
  expect(server.sent('POST /api/admin/users')).toMatchObject([{ body: { email, country: 'NG', language: 'en' } }]);
  await dialogOf(name);
});

test('a member reads beside the field that an address belongs to the team, and loses nothing typed', async () => {
  const server = await renderAdmin('/admin/users', {
    ...answers,
    'POST /api/admin/users': new Refused('email_taken', 'email_of_member', { email: 'email_of_member' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: t('users.admin:new.open') }));
  const dialog = await dialogOf(t('users.admin:new.title'));
  const inputs = [
    [t('users.admin:edit.firstName'), 'Sam'],
    [t('users.admin:edit.lastName'), 'Cole'],
    [t('users.admin:country'), 'NG'],
    [t('users.admin:new.email'), 'sam@landfall.test'],
  ] as const;
  for (const [label, value] of inputs) fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  fireEvent.click(dialog.getByRole('button', { name: t('users.admin:new.add', { name: 'Sam Cole' }) }));
  await dialog.findAllByText(t('errors:email_of_member'));
  expect(dialog.getByLabelText<HTMLInputElement>(t('users.admin:edit.firstName')).value).toBe('Sam');
  expect(server.sent('POST /api/admin/users')).toHaveLength(1);
});

test('a member who enters an existing customer gets a link, and a form sent twice enters one', async () => {
  const refusalReason = { mobileNumber: 'customer_here' } as const;
  const id = '22222222-2222-4222-8222-222222222222';
  const server = await renderAdmin('/admin/users', {
    ...answers,
    'POST /api/admin/users': new Refused('conflict', 'customer_here', refusalReason, { sameNumber: [{ id, name }] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: t('users.admin:new.open') }));
  const dialog = await dialogOf(t('users.admin:new.title'));
  const inputs = [
    [t('users.admin:edit.firstName'), 'Ada'],
    [t('users.admin:edit.lastName'), 'Okafor'],
    [t('users.admin:country'), 'NG'],
    [t('users.admin:edit.mobileNumber'), '0803 123 4567'],
  ] as const;
  for (const [label, value] of inputs) fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  const add = dialog.getByRole('button', { name: t('users.admin:new.add', { name }) });
  fireEvent.click(add);
  const link = await dialog.findByRole('link', { name });
  expect(link.getAttribute('href')).toContain(`user=${id}`);
  fireEvent.click(add);
  await expect.poll(() => server.sent('POST /api/admin/users')).toHaveLength(2);
  const [first, repeatedCall] = server.sent('POST /api/admin/users');
  expect(first?.idempotencyKey).toMatch(/\S/);
  expect(repeatedCall?.idempotencyKey).toBe(first?.idempotencyKey);
});

test('a returned payout is not shown as completed, and a refused order not with a sum that is not paid', async () => {
  const order = anAdminOrder({ status: 'completed', stage: 'returned' });
  const back = anAdminOrder({ status: 'rejected', stage: 'refund_due', payoutAmount: 777.77 });
  await renderAdmin(`/admin/users?user=${ada.id}`, {
    ...answers,
    ...userAnswers,
    'GET /api/admin/transactions': [order, back],
  });
  const dialog = await dialogOf(name);
  await dialog.findByText(t('orders.admin:stageWord.returned'));
  await dialog.findByText(t('common:status.refund_due'));
  expect(dialog.queryByText(/777\.77/)).toBeNull();
  expect(dialog.queryByText(t('common:status.completed'))).toBeNull();
});

test('a member adds the customer whom they searched for in vain, without typing the name again', async () => {
  await renderAdmin('/admin/users?q=Sade%20Bello', { 'GET /api/admin/users': [] });
  fireEvent.click(await screen.findByRole('button', { name: t('users.admin:new.openSearched', { q: 'Sade Bello' }) }));
  const dialog = await dialogOf(t('users.admin:new.title'));
  expect(dialog.getByLabelText<HTMLInputElement>(t('users.admin:edit.firstName')).value).toBe('Sade');
  expect(dialog.getByLabelText<HTMLInputElement>(t('users.admin:edit.lastName')).value).toBe('Bello');
  // A page has one filled button, so that of the head is hidden.
  expect(screen.queryByRole('button', { name: t('users.admin:new.open') })).toBeNull();
});

test('a member who types a new customer loses nothing when a colleague enters one whom the search finds', async () => {
  const server = await renderAdmin('/admin/users?q=Ada', { 'GET /api/admin/users': [] });
  fireEvent.click(await screen.findByRole('button', { name: t('users.admin:new.openSearched', { q: 'Ada' }) }));
  const dialog = await dialogOf(t('users.admin:new.title'));
  const lastName = dialog.getByLabelText<HTMLInputElement>(t('users.admin:edit.lastName'));
  fireEvent.change(lastName, { target: { value: 'Obi' } });
  server.answer({ 'GET /api/admin/users': [ada] });
  await invalidateRoutes(queryClient, 'GET /api/admin/users');
  expect(await screen.findAllByText(name)).not.toEqual([]);
  expect(lastName.isConnected).toBe(true);
  expect(lastName.value).toBe('Obi');
});

test('an order that waits for the member comes before newer ones, and is not repeated', async () => {
  const [newest, waiting] = [anAdminOrder({ reference: 'LF-NEW0-01' }), anAdminOrder({ reference: 'LF-OLD0-01' })];
  const server = await renderAdmin(`/admin/users?user=${ada.id}`, {
    ...answers,
    ...userAnswers,
    'GET /api/admin/transactions': ({ query }) =>
      // The contract has parsed it.
      (query as { work?: string }).work === 'todo' ? [waiting] : [newest, waiting],
  });
  const dialog = await dialogOf(name);
  await dialog.findByText('LF-NEW0-01');
  const orders = dialog.getAllByRole('link', { name: /^LF-/ }).map((link) => link.textContent);
  expect(orders).toEqual(['LF-OLD0-01', 'LF-NEW0-01']);
  expect(server.sent('POST /api/admin/users')).toEqual([]);
});

test('a member finds a message as the main action on a customer, and blocking in a menu', async () => {
  await renderAdmin(`/admin/users?user=${ada.id}`, { ...answers, ...userAnswers });
  const dialog = await dialogOf(name);
  expect(await dialog.findByRole('link', { name: t('users.admin:toChat') })).toBeTruthy();
  for (const action of ['edit', 'block', 'delete'] as const) {
    const entry = dialog.getByRole('button', { name: t(`users.admin:action.${action}`) });
    expect(entry.closest('[popover]')).not.toBeNull();
  }
});

test('a decision of the member comes before an older order that waits for somebody else too', async () => {
  const shared = anAdminOrder({ reference: 'LF-SHAR-01' });
  const decision = anAdminOrder({ reference: 'LF-M1NE-01', stage: 'question' });
  await renderAdmin(`/admin/users?user=${ada.id}`, {
    ...answers,
    ...userAnswers,
    'GET /api/admin/transactions': [shared, decision],
  });
  const dialog = await dialogOf(name);
  await dialog.findByText('LF-M1NE-01');
  const orders = dialog.getAllByRole('link', { name: /^LF-/ }).map((link) => link.textContent);
  expect(orders).toEqual(['LF-M1NE-01', 'LF-SHAR-01']);
});

test('a member reads the fees of a verified customer in dollars, and why no limit holds', async () => {
  const money = {
    ...blankOf(customerMoney.response),
    limitUsedUsd: 22_571.83,
    limitUsd: null,
    limitDays: 30,
    feesUsd: 3342.73,
    fees: [{ currency: 'NGN', fee: '4841946.57' }],
  };
  await renderAdmin(`/admin/users?user=${ada.id}`, {
    ...answers,
    ...userAnswers,
    'GET /api/admin/users/:id/money': money,
  });
  const dialog = await dialogOf(name);
  await dialog.findByText(t('users.admin:money.sold', { days: '30' }));
  expect(dialog.queryByText(t('users.admin:money.limit', { days: '30' }))).toBeNull();
  dialog.getByText(t('admin.common:noLimit'));
  const fees = dialog.getByText(t('users.admin:money.fees')).nextElementSibling;
  expect(fees?.textContent).toMatch(/3,342\.73/);
  expect(fees?.textContent).toMatch(/4,841,946\.57/);
});

test('a member reads how many customers there are, and whose address is cut reads it in the title', async () => {
  const long = { ...ada, email: 'maria-cristina.dela-cruz-villanueva.y.santos@customers.test' };
  await renderAdmin('/admin/users', { 'GET /api/admin/users': [long] });
  await screen.findByText(t('users.admin:ledeCounted', { total: '1' }));
  const [, ...rows] = screen.getAllByRole('row');
  const reach = rows[0]?.querySelector('[title^="maria-"]');
  const [read, shown] = reach?.children ?? [];
  expect([read?.textContent, shown?.textContent]).toEqual([long.email, long.email]);
  expect(shown?.children).toHaveLength(2);
});

test('a member who finds no customer is offered no export of nothing', async () => {
  await renderAdmin('/admin/users?q=nobody', { 'GET /api/admin/users': [] });
  await screen.findByRole('button', { name: t('users.admin:new.openSearched', { q: 'nobody' }) });
  expect(screen.queryByRole('button', { name: t('admin.common:export.button') })).toBeNull();
});
