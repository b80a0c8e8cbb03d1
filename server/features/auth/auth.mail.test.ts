import { expect, test } from 'vitest';
import { describeMails, renderedMail } from '#tests/setup/mails.ts';
import { authMail } from './auth.mail.templates.ts';

const samples = {
  verification_code: { code: '493817', minutes: 10 },
  already_registered: { firstName: 'Ada' },
  password_reset: { firstName: 'Ada', path: '/reset-password?token=abc', minutes: 30 },
  customer_invitation: { firstName: 'Ada', path: '/reset-password?token=abc', until: '16 Mar, 14:58 UTC' },
  password_changed: { firstName: 'Ada' },
  email_changed: { firstName: 'Ada' },
  second_factor_removal: { firstName: 'Ada', path: '/keep-second-factor?token=abc', hours: 24 },
  second_factor_changed: { firstName: 'Ada', change: 'off' },
} as const;

describeMails(authMail, samples);

test('a code is once in each part of its mail, and no name that a stranger typed', () => {
  const { html, text } = renderedMail({ template: 'verification_code', data: samples.verification_code });
  // The name must not be in the title or in the body.
  expect(html.match(/493817/g)).toHaveLength(2);
  expect(text.match(/493817/g)).toHaveLength(1);
  expect(text).toContain('valid for 10 minutes');
});
