import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { aSessionUser, tokenOf } from '#tests/components/answers.ts';
import { expectText, fill, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

test('a customer cannot open the admin side, and is sent to its sign-in and back again', async () => {
  const admin = anAdmin();
  const server = await renderAdmin('/admin/transactions', {}, aSessionUser());
  await screen.findByRole('heading', { level: 1, name: t('admin:required') });
  await expectText(t('admin:relogin'));
  await screen.findByRole('button', { name: t('common:action.tryAgain') });
  expect(screen.queryByText(t('orders.admin:queue'))).toBeNull();
  expect(server.sent('GET /api/admin/transactions')).toEqual([]);

  await press(t('admin:toLogin'));
  server.answer({
    'GET /api/auth/user': admin,
    'POST /api/logout': { message: '' },
    'POST /api/login': {
      token: tokenOf(admin),
      expiresAt: admin.sessionExpiresAt,
      isAdmin: true,
      user: admin,
      secondFactorSetupRequired: false,
      message: 'Welcome',
      deviceToken: 'device',
    },
  });
  await fill(t('auth:field.email'), admin.email);
  await fill(t('auth:field.password'), 'the desk keeps its own key 9417');
  await press(t('auth:admin.submit'));
  await screen.findByRole('heading', { name: t('orders.admin:queue') });
  expect(location.pathname).toBe('/admin/transactions');
  const [signOut] = screen.getAllByRole('button', { name: t('common:action.signOut') });
  if (signOut) fireEvent.click(signOut);
  await waitFor(() => expect(location.pathname).toBe('/admin/login'));
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('a member of the team sees what the role includes, and is told of a page that it does not', async () => {
  await renderAdmin('/admin/wallets', {}, anAdmin('support'));
  await expectText(t('admin.common:notPermitted.page'));
  const links = within(screen.getByRole('navigation', { name: t('common:nav.main') }));
  expect(links.getByRole('link', { name: new RegExp(`^${t('admin:chat')}`) })).toBeTruthy();
  expect(links.queryByRole('link', { name: t('admin:wallets') })).toBeNull();
});

test('the administrator searches for nobody and is told that nothing is found', async () => {
  const empty = { 'GET /api/admin/sell-quotes': [], 'GET /api/admin/users': [] };
  await renderAdmin('/admin/transactions', empty);
  const [open] = await screen.findAllByRole('button', { name: new RegExp(`^${t('admin:command.open')}`) });
  if (open) fireEvent.click(open);
  const box = await screen.findByRole('combobox', { name: t('admin:command.label') });
  fireEvent.change(box, { target: { value: 'nobody is called this' } });
  await expectText(t('admin:command.none'));
});
