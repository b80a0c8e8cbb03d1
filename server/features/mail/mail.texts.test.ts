import { describe, expect, test } from 'vitest';
import { mailExamples } from '#server/mails/mails.examples.ts';
import { mailTemplates } from '#server/mails/mails.ts';
import { customerMailNames, customerMails, mailBlocks, mailTextInput } from '#shared/mail/mail.texts.contract.ts';
import { languages } from '#shared/reference/languages.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { placeholdersOf } from '#shared/settings/settings.ready-texts.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { renderedMail } from '#tests/setup/mails.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { contentOf } from './mail.render.ts';
import type { MailMessage } from './mail.service.ts';
import { editableText } from './mail.texts.ts';

describe.each(languages.map(({ code }) => code))('the mails in %s', (language) => {
  const around = { language, settings: settingsDefaults };
  const mails = customerMailNames.map((template) => {
    const mail = { template, data: mailExamples[template] } as MailMessage;
    const content = contentOf(mailTemplates, mail, around);
    return { template, mail, content, text: editableText(content) };
  });

  test('could be saved unchanged, with exactly the listed placeholders', () => {
    for (const { template, content, text } of mails) {
      expect(mailTextInput.safeParse({ template, language, ...text }).error).toBeUndefined();
      const { required, optional } = customerMails[template];
      const known = [...Object.keys(content.values ?? {}), ...mailBlocks];
      expect(known).toEqual(expect.arrayContaining([...required, ...optional]));
      for (const name of placeholdersOf(`${text.subject} ${text.body}`))
        expect([...required, ...optional]).toContain(name);
    }
  });

  test('read the same after their own built-in text is saved', () => {
    for (const { mail, text } of mails)
      expect(renderedMail(mail, { ...around, own: text })).toEqual(renderedMail(mail, around));
  });
});

describe('a mail', () => {
  test.each(['https://evil.example.com', '//evil.example.com/x', '/\\evil.example.com'])(
    'never has the link %s, which would leave the site',
    (path) => {
      const mail = { template: 'password_reset', data: { firstName: 'Ada', path, minutes: 30 } } as const;
      expect(() => renderedMail(mail)).toThrow('another site');
    },
  );

  test('has the administrator’s own name, operator and address', () => {
    const ownBrand = {
      name: 'Hafen & Co',
      operator: 'Hafen GmbH',
      supportEmail: 'help@hafen.test',
      tagline: 'Fast <b>',
    };
    const settings = { ...settingsDefaults, brand: { ...settingsDefaults.brand, ...ownBrand } };
    const mail = { template: 'password_changed', data: { firstName: 'Ada' } } as const;
    const { html, text } = renderedMail(mail, { language: 'xx', settings });
    expect(html).toContain('Hafen &amp; Co');
    expect(text).toContain('Hafen & Co is operated by Hafen GmbH.');
    expect(text).toContain('help@hafen.test');
    expect(text).toMatch(/\nFast <b>$/);
    expect(html).toContain('Fast &lt;b&gt;');
  });

  test('ends with the shipped tagline in the reader’s language until the operator has one', () => {
    const mail = { template: 'password_changed', data: { firstName: 'Ada' } } as const;
    expect(renderedMail(mail, { language: 'fr' }).text).toContain('La plateforme sûre pour vendre vos cryptomonnaies');
  });

  test('with a template of another version is an error that names it', () => {
    const mail = { template: 'constructor', data: {} } as unknown as MailMessage;
    expect(() => renderedMail(mail)).toThrow('There is no mail template constructor.');
  });
});

describe('the operator’s text of a mail', () => {
  const mail = { template: 'verification_code', data: { code: '493817', minutes: 10 } } as const;

  test('stays text: markup is shown, and a code like a placeholder is not filled again', () => {
    const ownText = {
      subject: 'Code\r\nBcc: x@example.com',
      heading: '<b>Hi</b>',
      body: '<img src=x>{{code}}<%= 7*7 %>',
    };
    const { subject, html, text } = renderedMail(
      { ...mail, data: { code: '{{minutes}}', minutes: 10 } },
      { own: ownText },
    );
    expect(subject).toBe('Code Bcc: x@example.com');
    for (const escapedText of ['&lt;b&gt;Hi&lt;/b&gt;', '&lt;img src=x&gt;', '{{minutes}}'])
      expect(html).toContain(escapedText);
    expect(text).toContain('<%= 7*7 %>');
    expect(html).not.toMatch(/<img|<b>/);
  });

  test('is replaced by the built-in one if it lacks a required placeholder', () => {
    const ownText = { subject: 'Hi', heading: 'Hi', body: 'Your code is on its way.' };
    expect(renderedMail(mail, { own: ownText })).toEqual(renderedMail(mail));
  });

  test('leaves out a message that this mail does not have', () => {
    const ownText = { subject: 'Paid', heading: 'Paid', body: 'Here:\n\n{{order}}\n\n{{message}}\n\n{{link}}' };
    const data = { ...mailExamples.order_completed, notes: null };
    const { text } = renderedMail({ template: 'order_completed', data }, { own: ownText });
    expect(text).toContain('1,859.40 USD');
    expect(text).not.toMatch(/undefined|\{\{|team/);
  });
});

describe('the administration of mail texts', () => {
  const { app, database, rows } = openTestbed();
  const admin = fixture(() => theAdmin(app));
  const asAdmin = callsOf(app, admin, '/api/admin/mail-texts');
  const template = 'verification_code';
  const body = 'Bitte eingeben:\n\n{{code}}\n\nGilt {{minutes}} Minuten.';
  const ownText = { subject: 'Ihr Code', heading: 'Guten Tag!', body };
  const put = (changes: object = {}, { put: send } = asAdmin, headers: Record<string, string> = admin.stepUp) =>
    send('', { template, language: 'de', ...ownText, ...changes }, headers);
  const shown = async () => (await asAdmin.list('/de')).find((text) => text.template === template);

  test('lets the owner reword a mail in one language, and restore the default', async () => {
    expect((await put()).status).toBe(200);
    expect(await shown()).toMatchObject({ own: ownText, example: { code: '123456' } });
    expect((await asAdmin.del('/verification_code/de')).status).toBe(200);
    expect(await shown()).toMatchObject({ own: null });
    await asAdmin.del('/verification_code/de');
    const auditRows = `select action, subject_id, details from audit_log where action like 'mail.text%' order by id`;
    expect(await rows(auditRows)).toEqual([
      { action: 'mail.text_changed', subject_id: template, details: { language: 'de', from: null, to: ownText } },
      { action: 'mail.text_reset', subject_id: template, details: { language: 'de' } },
    ]);
  });

  test.each([
    ['its code', { body: 'Ihr Code ist unterwegs.' }, { body: 'Please keep {{code}}: the product fills it in' }],
    [
      'an unknown placeholder',
      { subject: '{{minutes}}' },
      { subject: '{{minutes}} is not a placeholder of this text' },
    ],
    ['nothing', { heading: ' ' }, { heading: 'Please write a text, or reset it to the default' }],
    ['a mail to the team', { template: 'order_alarm' }, {}],
  ])('refuses a text with an error in %s by a message', async (_what, changes, fields) => {
    expect(await put(changes)).toMatchObject({ status: 400, body: { fields } });
    expect(await shown()).toMatchObject({ own: null });
  });

  test('needs the password again, and refuses a customer', async () => {
    expect((await put({}, asAdmin, {})).body).toMatchObject({ code: 'step_up_required' });
    const asCustomer = callsOf(app, await aSeller(app, database.pool), '/api/admin/mail-texts');
    expect((await asCustomer.get('/de')).status).toBe(403);
    expect((await put({}, asCustomer)).status).toBe(403);
  });
});
