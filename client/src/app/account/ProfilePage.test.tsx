import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '#client/lib/api/query-client.ts';
import { sessionQuery } from '#client/lib/session/session.ts';
import { clearPrivateDrafts } from '#client/lib/storage/private-drafts.ts';
import { confirmEmailChange, requestEmailChange, secondFactor } from '#shared/auth/auth.account.contract.ts';
import { savePayoutAccount } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { changeOwnProfile } from '#shared/users/users.profile.contract.ts';
import { aSessionUser } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, field, fill, pick, press, renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const customer = aSessionUser();

test('a customer whose name is too short reads why, and nothing is sent', async () => {
  const server = await renderScreen('/profile', {}, { as: customer });
  const save = await screen.findByRole('button', { name: t('users.profile:form.save') });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await fill(t('users.profile:form.firstName'), 'A');
  await press(t('users.profile:form.save'));
  await expectText(t('errors:first_name_too_short'));
  expect(server.sent('PUT /api/profile')).toEqual([]);
});

test('a customer who changes their name is still warned in time before the session ends', async () => {
  const server = await renderScreen('/profile', {}, { as: customer });
  await field(t('users.profile:form.firstName'));
  const { queryKey } = sessionQuery;
  const arrivedAt = Date.now() - 3_600_000;
  queryClient.setQueryData(queryKey, customer, { updatedAt: arrivedAt });
  server.answer({ 'PUT /api/profile': { ...blankOf(changeOwnProfile.response), firstName: 'Adaeze' } });
  await fill(t('users.profile:form.firstName'), 'Adaeze');
  await press(t('users.profile:form.save'));
  await waitFor(() => expect(queryClient.getQueryData(queryKey)?.firstName).toBe('Adaeze'));
  expect(queryClient.getQueryState(queryKey)?.dataUpdatedAt).toBe(arrivedAt);
});

test('a customer who adds a first payout account reads which fields are missing', async () => {
  await renderScreen('/profile?tab=payout', {}, { as: customer });
  await expectText(t('payout-accounts:empty'));
  await press(t('payout-accounts:add'));
  await press(t('payout-accounts:save'));
  await waitFor(async () =>
    expect((await field(t('sell:payment.bankName'))).getAttribute('aria-invalid')).toBe('true'),
  );
});

test('a customer who changes the currency of a new account saves nothing typed before', async () => {
  const save = 'POST /api/payout-accounts';
  const server = await renderScreen(
    '/profile?tab=payout',
    { [save]: blankOf(savePayoutAccount.response) },
    { as: customer },
  );
  await press(t('payout-accounts:add'));
  await fill(t('sell:payment.bankName'), 'Example Bank');
  await fill(new RegExp(t('sell:payment.code.USD').replaceAll(/[()]/g, '.')), '021000021');
  await pick(t('sell:amount.payoutCurrency'), 'EUR', /^EUR ·/);
  fireEvent.click(await screen.findByRole('radio', { name: 'PayPal' }));
  await pick(t('sell:amount.payoutCurrency'), 'USD', /^USD ·/);
  fireEvent.click(await screen.findByRole('radio', { name: t('sell:payment.bank') }));
  expect((await field(t('sell:payment.bankName'))).value).toBe('');
  await pick(t('sell:amount.payoutCurrency'), 'EUR', /^EUR ·/);
  await fill(t('sell:payment.bankName'), 'Commerzbank');
  await fill(t('sell:payment.number.EUR'), 'DE89370400440532013000');
  await press(t('payout-accounts:save'));
  await waitFor(() => expect(server.sent(save)).toHaveLength(1));
  expect(server.sent(save)[0]?.body).toMatchObject({ currency: 'EUR', bankName: 'Commerzbank' });
  expect(server.sent(save)[0]?.body).not.toHaveProperty('bankCode');
});

const next = 'ada.new@customers.test';
const codeTimes = (minutesLeft: number, minutesToWait: number) => {
  const serverTime = new Date().toISOString();
  const timeAfter = (minutes: number) => new Date(Date.parse(serverTime) + minutes * 60_000).toISOString();
  return { serverTime, codeExpiresAt: timeAfter(minutesLeft), resendAt: timeAfter(minutesToWait) };
};
const emailChange = {
  'GET /api/second-factor': blankOf(secondFactor.response),
  'POST /api/profile/email': { ...blankOf(requestEmailChange.response), ...codeTimes(10, 1), email: next },
  'POST /api/profile/email/confirm': { ...blankOf(confirmEmailChange.response), email: next },
};

async function askForCode(times = codeTimes(10, 1)) {
  const answer = { ...emailChange['POST /api/profile/email'], ...times };
  const server = await renderScreen(
    '/profile',
    { ...emailChange, 'POST /api/profile/email': answer },
    { as: customer },
  );
  await press(t('auth.account:email.change'));
  await fill(t('auth.account:email.new'), next);
  await fill(t('auth:stepUp.password'), 'seven quiet harbours 58');
  await press(t('auth.account:email.submit'));
  await field(t('auth.account:email.code'));
  return server;
}

test('a customer who reloads can still type the code for the new address', async () => {
  await askForCode();
  cleanup();
  const server = await renderScreen('/profile', emailChange, { as: customer, isReload: true });
  await expectText(/^We kept your place/);
  await fill(t('auth.account:email.code'), '123456');
  await expectText(t('auth.account:email.done'));
  expect(server.sent('POST /api/profile/email/confirm')).toMatchObject([{ body: { email: next, otp: '123456' } }]);
  await press(t('auth.account:email.change'));
  expect((await field(t('auth.account:email.new'))).value).toBe('');
});

test('a customer whose code for a new address has expired asks for another one', async () => {
  await askForCode();
  expect(screen.queryByRole('button', { name: t('auth:code.resend') })).toBeNull();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000);
  await expectText(/^This code expired at .*\. Get a new one\.$/);
  await press(t('auth:code.resend'));
  expect((await field(t('auth.account:email.new'))).value).toBe(next);
  clock.mockRestore();
});

const sentText = t('auth.account:email.sent', { email: next });

test('a customer who asks for a code too early reads that the mailed one is valid', async () => {
  await askForCode(codeTimes(9.5, 0.5));
  await expectText(/^We kept your place\. The code from /);
});

test('a customer to whom no code was mailed reads when they can ask for another one', async () => {
  await askForCode(codeTimes(-3, 30));
  await expectText(/^This code expired at .*\. Get a new one\.$/);
  await expectText(/(29|30):\d\d/);
  expect(screen.queryByText(sentText)).toBeNull();
  expect(screen.queryByText(/^We kept your place/)).toBeNull();
});

test('a customer who signs out leaves no unconfirmed address on the device', async () => {
  await askForCode();
  await expectText(sentText);
  const storageText = () => JSON.stringify(Object.entries(localStorage));
  await clearPrivateDrafts(customer.id);
  expect(storageText()).toContain(next);
  // Waits for the files of drafts: this browser has none.
  void clearPrivateDrafts();
  expect(storageText()).not.toContain(next);
});
