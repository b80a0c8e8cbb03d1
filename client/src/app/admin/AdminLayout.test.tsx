import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { aSessionUser, signedInAs } from '#tests/components/answers.ts';
import { expectText, fill, press, pressFirst, field } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

test('a customer who opens the admin side is sent to its sign-in and back again', async () => {
  const admin = anAdmin();
  const server = await renderAdmin('/admin/transactions', {}, aSessionUser());
  await screen.findByRole('heading', { level: 1, name: t('admin:required') });
  await expectText(t('admin:relogin'));
  await screen.findByRole('button', { name: t('common:action.tryAgain') });
  expect(screen.queryByRole('heading', { name: t('orders.admin:title') })).toBeNull();
  expect(server.sent('GET /api/admin/transactions')).toEqual([]);

  await press(t('admin:toLogin'));
  const signedIn = { 'GET /api/auth/user': admin, 'POST /api/login': signedInAs(admin) };
  server.answer({ ...signedIn, 'POST /api/logout': { message: '' } });
  await fill(t('auth:field.email'), admin.email);
  await fill(t('auth:field.password'), 'the desk keeps its own key 9417');
  await press(t('auth:admin.submit'));
  await screen.findAllByRole('heading', { name: t('orders.admin:title') });
  expect(location.pathname).toBe('/admin/transactions');
  await pressFirst(t('common:action.signOut'));
  await waitFor(() => expect(location.pathname).toBe('/admin/login'));
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('a member sees the pages of their role, and reads that another page is not included', async () => {
  await renderAdmin('/admin/wallets', {}, anAdmin('support'));
  await expectText(t('admin.common:notPermitted.page'));
  const links = within(screen.getByRole('navigation', { name: t('common:nav.main') }));
  expect(links.getByRole('link', { name: new RegExp(`^${t('admin:chat')}`) })).toBeTruthy();
  expect(links.queryByRole('link', { name: t('admin:wallets') })).toBeNull();
});

test('a member who opens a tab outside of their role reads who can open it', async () => {
  const server = await renderAdmin('/admin/dashboard?tab=kyc', {}, anAdmin('payer'));
  await expectText(t('admin.common:notPermitted.page'));
  expect(screen.getByRole('heading', { level: 1, name: t('common:nav.kyc') })).toBeTruthy();
  expect(server.sent('GET /api/admin/kyc-requests')).toEqual([]);
});

test('the administrator whose search has no match reads that nothing was found', async () => {
  const pauses = { 'GET /api/admin/pauses': { active: [] } };
  const emptyAnswers = { 'GET /api/admin/sell-quotes': [], 'GET /api/admin/users': [], ...pauses };
  await renderAdmin('/admin/transactions', { ...emptyAnswers, 'GET /api/admin/payouts/due-parts': [] });
  await pressFirst(new RegExp(`^${t('admin:command.open')}`));
  const box = await screen.findByRole('combobox', { name: t('admin:command.label') });
  fireEvent.change(box, { target: { value: 'nobody is called this' } });
  await expectText(t('admin:command.none'));
});

const settings = {
  ...settingsDefaults,
  version: '1',
  sampleRates: false,
  walletCooloffHours: 0,
  productVersion: '1.0.0',
};
const openSection = (section: string) =>
  renderAdmin(`/admin/settings?section=${section}`, { 'GET /api/admin/settings': settings });

test('the administrator finds a setting by its name, and it opens at its field', async () => {
  await openSection('fees');
  const label = t('settings.admin:field.kyc');
  fireEvent.change(await field(t('settings.admin:search')), { target: { value: label } });
  fireEvent.click(await screen.findByRole('link', { name: new RegExp(`^${label}`) }));
  const result = await field(label);
  await waitFor(() => expect(document.activeElement).toBe(result));
});

test.each([
  ['spread', /^Spread: Bitcoin(?! Cash)/, '/admin/prices?field=coins.bitcoin.spreadPercent'],
  ['pause', /^Pause/, '/admin/prices?field=target'],
  ['password', /^Password/, '/admin/account'],
])('the administrator who searches the settings for %s is led to the screen that has it', async (text, name, to) => {
  await openSection('fees');
  fireEvent.change(await field(t('settings.admin:search')), { target: { value: text } });
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(to);
});

test('the administrator reads why a social media name or a fee tier is refused', async () => {
  const server = await openSection('brand');
  await fill(new RegExp(`^${t('settings.admin:field.telegram')}`), 'no handle');
  await expectText(t('errors:telegram_handle_malformed'));
  await press(t('settings.admin:undo'));

  fireEvent.click(screen.getByRole('link', { name: t('settings.admin:fees.title') }));
  await press(t('settings.admin:fees.add'));
  const tier = settingsDefaults.fees.tiers.length + 1;
  await fill(t('settings.admin:fees.overOf', { tier }), '9000');
  await fill(t('settings.admin:fees.percentOf', { tier }), '2');
  await press(t('settings.admin:fees.save'));
  await expectText(t('errors:fee_tiers_unordered'));
  await press(t('settings.admin:undo'));
  expect(screen.queryByLabelText(t('settings.admin:fees.overOf', { tier }))).toBeNull();
  expect(server.sent('PUT /api/admin/settings')).toEqual([]);
});

test('the administrator reads why the address of an explorer is refused', async () => {
  await openSection('explorers');
  const label = t('settings.admin:explorers.addressOf', { chain: 'XRP Ledger' });
  await fill(label, 'http://ledger.test/{address}');
  await press(t('settings.admin:explorers.save'));
  await expectText(t('errors:explorer_address_malformed'));
  expect((await field(label)).getAttribute('aria-invalid')).toBe('true');
  await fill(label, 'https://ledger.test/');
  await expectText(t('errors:placeholder_missing', { name: '{address}' }));
});
