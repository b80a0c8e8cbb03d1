import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { filled } from '#shared/kernel/reason.ts';
import { anAdmin, proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

type User = Api['GET /api/admin/users/:id']['output'];

const ada: User = {
  id: '0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a01',
  name: 'Ada Okafor',
  email: 'ada@customers.test',
  registeredDate: '2026-03-01T12:00:00.000Z',
  status: 'active',
  role: 'customer',
  kycStatus: 'none',
  country: 'Nigeria',
  transactions: 1,
  profileImageUrl: null,
  tags: [],
  assignee: null,
  firstName: 'Ada',
  middleName: null,
  lastName: 'Okafor',
  countryCode: '+234',
  mobileNumber: '+2348031234567',
  language: 'en',
  blockedReason: null,
  eraseAt: null,
  sessions: [],
};
const { name, email } = ada;
const answers = { 'GET /api/admin/users': [ada], 'GET /api/admin/users/:id': ada };

/** Chooses an action of Ada's row, and gives the dialog that asks. */
async function askFor(action: 'edit' | 'block' | 'delete') {
  const [menu] = await screen.findAllByRole('button', { name: t('users.admin:actionsFor', { name }) });
  const row = menu?.closest('tr');
  if (row) fireEvent.click(within(row).getByRole('button', { name: t(`users.admin:action.${action}`) }));
  return within(await screen.findByRole('dialog', { name: t(`users.admin:${action}.title`, { name }) }));
}

test('the administrator reads why a name cannot be that short', async () => {
  const server = await renderAdmin('/admin/users', answers);
  const dialog = await askFor('edit');
  fireEvent.change(dialog.getByLabelText(t('users.admin:edit.firstName')), { target: { value: 'A' } });
  fireEvent.click(dialog.getByRole('button', { name: t('users.admin:edit.save') }));
  await dialog.findAllByText(t('errors:first_name_too_short'));
  expect(server.sent('PUT /api/admin/users/:id')).toEqual([]);
});

test('the administrator blocks nobody without a reason', async () => {
  const server = await renderAdmin('/admin/users', answers);
  const dialog = await askFor('block');
  fireEvent.click(dialog.getByRole('button', { name: t('users.admin:block.confirm', { name }) }));
  await dialog.findAllByText(t('errors:block_reason_required'));
  expect(server.sent('POST /api/admin/users/:id/block')).toEqual([]);
});

test('a user is deleted only after their address was typed, and never while an order is open', async () => {
  const open = new Refused('in_use', filled('orders_open', { count: 1 }));
  const server = await renderAdmin('/admin/users', { ...answers, 'DELETE /api/admin/users/:id': open });
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
  const link = dialog.getByRole('link', { name: t('users.admin:delete.openOrders') });
  expect(link.getAttribute('href')).toBe(`/admin/transactions?q=${encodeURIComponent(email)}`);
  expect(server.sent('DELETE /api/admin/users/:id')).toMatchObject([{ body: { email } }]);
});

test('a member of the team decides nothing about their own account', async () => {
  const as = anAdmin();
  const me: User = { ...ada, id: as.id, name: 'Desk Administrator', role: 'admin' };
  await renderAdmin(
    `/admin/users?user=${as.id}`,
    { 'GET /api/admin/users': [me], 'GET /api/admin/users/:id': me, 'GET /api/admin/users/:id/notes': [] },
    as,
  );
  const dialog = within(await screen.findByRole('dialog', { name: me.name }));
  await dialog.findByText(t('admin.common:notPermitted.ownCase'));
  expect(dialog.queryByRole('button', { name: t('users.admin:action.delete') })).toBeNull();
});
