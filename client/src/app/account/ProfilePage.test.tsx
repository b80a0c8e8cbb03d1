import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSessionUser } from '#tests/components/answers.ts';
import { expectText, field, fill, press, renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const as = aSessionUser();

test('a customer whose name is too short is told so, and nothing is sent', async () => {
  const server = await renderScreen('/profile', {}, { as });
  const save = await screen.findByRole('button', { name: t('users.profile:form.save') });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await fill(t('users.profile:form.firstName'), 'A');
  await press(t('users.profile:form.save'));
  await expectText(t('errors:first_name_too_short'));
  expect(server.sent('PUT /api/profile')).toEqual([]);
});

test('a customer without saved payout accounts is told what is missing from a new one', async () => {
  await renderScreen('/profile?tab=payout', {}, { as });
  await expectText(t('payout-accounts:empty'));
  await press(t('payout-accounts:add'));
  await press(t('payout-accounts:save'));
  await waitFor(async () =>
    expect((await field(t('sell:payment.bankName'))).getAttribute('aria-invalid')).toBe('true'),
  );
});
