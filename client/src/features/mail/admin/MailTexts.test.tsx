import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listMailTexts } from '#shared/mail/mail.texts.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, fill, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const aMail = (template: 'verification_code' | 'payout_arrived', subject: string, body: string) => ({
  ...blankOf(listMailTexts.response.element),
  template,
  builtIn: { subject, heading: subject, body },
  own: null,
  example: { code: '123456' },
});

test('the administrator finds an email by words of its text', async () => {
  await renderAdmin('/admin/settings?tab=mails', {
    'GET /api/admin/mail-texts/:language': [
      aMail('verification_code', '{{code}} is your code', 'Enter it to confirm your address.'),
      aMail('payout_arrived', 'Your money has arrived', 'The bank says so.'),
    ],
  });
  await expectText('123456 is your code');
  await expectText(t('mail.admin:when.verification_code'));
  await fill(t('mail.admin:search'), 'THE BANK');
  await expectText('Your money has arrived');
  expect(screen.queryByText('123456 is your code')).toBeNull();
  await fill(t('mail.admin:search'), 'no such words');
  await press(t('admin.common:empty.clearSearch'));
  await expectText('123456 is your code');
});
