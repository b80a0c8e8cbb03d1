import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { aSessionUser, tokenOf } from '#tests/components/answers.ts';
import { expectText, field, fill, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const ada = aSessionUser();
const signedIn: Api['POST /api/login']['output'] = {
  token: tokenOf(ada),
  expiresAt: ada.sessionExpiresAt,
  isAdmin: false,
  user: ada,
  secondFactorSetupRequired: false,
  message: 'Welcome',
  deviceToken: 'device',
};
const wrong = new Refused('wrong_credentials', 'credentials_wrong');

async function signIn(button: string, password = 'seven quiet harbours 58'): Promise<void> {
  await fill(t('auth:field.email'), ada.email);
  await fill(t('auth:field.password'), password);
  await press(button);
}

test('a customer who leaves the fields empty or mistypes the password is told so and keeps the address', async () => {
  await renderScreen('/login', { 'POST /api/login': wrong });
  await press(t('auth:login.submit'));
  await expectText(/There .* problem/);
  await expectText(t('errors:fields_missing_out'));
  await signIn(t('auth:login.submit'), 'not my password');
  await expectText(t('errors:credentials_wrong'));
  const alert = within(screen.getByRole('main')).getByRole('alert').textContent;
  expect(alert).toContain(t('auth:login.failed'));
  expect(alert).toContain(t('errors:credentials_wrong'));
  expect((await field(t('auth:field.email'))).value).toBe(ada.email);
  expect((await field(t('auth:field.password'))).value).toBe('');
});

test('a customer whose sign-in a proxy answers with a page of its own reads what to do', async () => {
  await renderScreen('/login', { 'POST /api/login': new Response('<h1>Bad Gateway</h1>', { status: 502 }) });
  await signIn(t('auth:login.submit'));
  expect((await screen.findByRole('alert')).textContent).toContain(t('auth:login.refused'));
});

test.each(['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)'])(
  'a customer lured with a way back to %s lands on the dashboard',
  async (next) => {
    await renderScreen(`/login?next=${encodeURIComponent(next)}`, {
      'POST /api/login': signedIn,
      'GET /api/auth/user': ada,
    });
    await signIn(t('auth:login.submit'));
    await waitFor(() => expect(location.href).toBe('http://localhost:3000/dashboard'));
  },
);

test('a customer at the admin sign-in reads what a stranger reads and is not signed in', async () => {
  const server = await renderScreen('/admin/login', {
    'POST /api/login': signedIn,
    'POST /api/logout': { message: '' },
    'GET /api/auth/user': ada,
  });
  const submit = t('auth:admin.submit');
  await press(submit);
  await expectText(t('errors:credentials_required'));
  await signIn(submit);
  const asCustomer = (await expectText(t('auth:admin.refused'))).closest('[role=alert]')?.textContent;
  expect(localStorage.getItem('auth_token')).toBeNull();
  server.answer({ 'POST /api/login': wrong });
  await signIn(submit, 'not my password');
  await waitFor(() => expect(server.sent('POST /api/login')).toHaveLength(2));
  expect((await expectText(t('auth:admin.refused'))).closest('[role=alert]')?.textContent).toBe(asCustomer);
  expect(location.pathname).toBe('/admin/login');
});

test('a customer who is signed in already is led from the sign-in to the dashboard', async () => {
  await renderScreen('/login', {}, { as: ada });
  await waitFor(() => expect(location.pathname).toBe('/dashboard'));
});
