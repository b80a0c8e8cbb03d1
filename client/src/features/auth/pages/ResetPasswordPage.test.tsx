import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectText, fill, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

async function setPassword(password: string, repetition = password): Promise<void> {
  await fill(t('auth:field.newPassword'), password);
  await fill(t('auth:field.confirmPassword'), repetition);
  await press(t('auth:reset.submit'));
}

test('somebody who asks for a link without a valid address is told so, and nothing is sent', async () => {
  const server = await renderScreen('/forgot-password');
  await press(t('auth:forgot.submit'));
  await expectText(t('errors:email_invalid'));
  expect(server.sent('POST /api/forgot-password')).toEqual([]);
});

test('somebody whose new password is too short or repeated differently reads why, and nothing is sent', async () => {
  const server = await renderScreen('/reset-password?token=the-token-of-the-link-in-the-mail');
  await setPassword('short');
  await expectText(t('errors:password_too_short'));
  await setPassword('nine calm lighthouses 12', 'other');
  await expectText(t('errors:passwords_differ'));
  expect(server.sent('POST /api/reset-password')).toEqual([]);
});

test('a customer whose link has expired or was used before reads what to do', async () => {
  const server = await renderScreen('/reset-password?token=the-token-of-the-link-in-the-mail', {
    'POST /api/reset-password': new Refused('link_expired', 'reset_link_expired'),
  });
  await waitFor(() => expect(location.search).toBe(''));
  await setPassword('nine calm lighthouses 12');
  await expectText(t('auth:reset.expired'));
  const link = screen.getByRole('link', { name: t('auth:reset.again') });
  expect(link.getAttribute('href')).toBe('/forgot-password');
  expect(server.sent('POST /api/reset-password')).toMatchObject([
    { body: { token: 'the-token-of-the-link-in-the-mail' } },
  ]);
});
