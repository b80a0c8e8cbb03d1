import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { filled } from '#shared/kernel/reason.ts';
import { getUser } from '#shared/users/users.admin.contract.ts';
import { anAdmin, askingFirst, proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectLink } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

type User = Api['GET /api/admin/users/:id']['output'];

const [name, email] = ['Ada Okafor', 'ada@customers.test'];
const ada: User = { ...blankOf(getUser.response), name, firstName: 'Ada', email, transactions: 1, language: 'en' };
const answers = { 'GET /api/admin/users': [ada], 'GET /api/admin/users/:id': ada };

/** Chooses an action of Ada's row, and gives the dialog that asks. */
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

test('a user is deleted only after their address was typed, and never while an order is open', async () => {
  const open = new Refused('in_use', filled('orders_open', { count: 1 }));
  const server = await renderAdmin('/admin/users', { ...answers, 'DELETE /api/admin/users/:id': askingFirst(open) });
  const dialog = await askFor('delete');
  await dialog.findByText(t('users.admin:delete.warning'));
  const confirm = dialog.getByRole('button', { name: t('users.admin:delete.confirm', { name }) });
  fireEvent.click(confirm);
  await dialog.findAllByText(t('errors:user_email_wrong'));
  expect(server.sent('DELETE /api/admin/users/:id')).toEqual([]);

  const typed = dialog.getByLabelText(t('users.admin:delete.type', { email }));
  fireEvent.change(typed, { target: { value: email } });
  fireEvent.click(confirm);
  await proveAgain();
  await dialog.findByText(t('errors:orders_open', { count: 1 }));
  expect(dialog.queryByRole('button', { name: t('common:action.tryAgain') })).toBeNull();
  await expectLink(t('users.admin:delete.openOrders'), `/admin/transactions?q=${encodeURIComponent(email)}`);
  expect(server.sent('DELETE /api/admin/users/:id')).toMatchObject([{ body: { email } }, { body: { email } }]);
});

test('a member of the team decides nothing about their own account', async () => {
  const as = anAdmin();
  const me: User = { ...ada, id: as.id, name: 'Desk Administrator', role: 'admin' };
  const mine = { 'GET /api/admin/users': [me], 'GET /api/admin/users/:id': me, 'GET /api/admin/users/:id/notes': [] };
  await renderAdmin(`/admin/users?user=${as.id}`, mine, as);
  const dialog = await dialogOf(me.name);
  await dialog.findByText(t('admin.common:notPermitted.ownCase'));
  expect(dialog.queryByRole('button', { name: t('users.admin:action.delete') })).toBeNull();
});
