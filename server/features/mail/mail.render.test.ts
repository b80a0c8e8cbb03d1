import { expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { renderedMail } from '#tests/setup/mails.ts';
import type { MailMessage } from './mail.service.ts';

test('a link that would leave the site is never written', () => {
  for (const path of ['https://evil.example.com', '//evil.example.com/x', '/\\evil.example.com']) {
    expect(() => renderedMail({ template: 'password_reset', data: { firstName: 'Ada', path, minutes: 30 } })).toThrow(
      'another site',
    );
  }
});

test('the administrator’s own name, operator and address stand in every mail', () => {
  const brand = {
    ...settingsDefaults.brand,
    name: 'Hafen & Co',
    operator: 'Hafen GmbH',
    supportEmail: 'help@hafen.test',
  };
  const mail = { template: 'password_changed', data: { firstName: 'Ada' } } as const;
  const { html, text } = renderedMail(mail, { language: 'xx', settings: { ...settingsDefaults, brand } });
  expect(html).toContain('Hafen &amp; Co');
  expect(text).toContain('Hafen & Co is operated by Hafen GmbH.');
  expect(text).toContain('help@hafen.test');
});

test('a mail whose template another version of the product wrote is an error that names it', () => {
  const mail = { template: 'constructor', data: {} } as unknown as MailMessage;
  expect(() => renderedMail(mail)).toThrow('There is no mail template constructor.');
});
