import { beforeAll, describe, expect, test } from 'vitest';
import { mailExamples } from '#server/mails/mails.examples.ts';
import { mailTemplates } from '#server/mails/mails.ts';
import { customerMailNames, customerMails, mailBlocks, mailTextInput } from '#shared/mail/mail.texts.contract.ts';
import { languages } from '#shared/reference/languages.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { placeholdersOf } from '#shared/settings/settings.ready-texts.contract.ts';
import { aCustomer, signedIn } from '#tests/factories/accounts.ts';
import { theOwner } from '#tests/factories/approvals.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { renderedMail } from '#tests/setup/mails.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { contentOf } from './mail.render.ts';
import type { MailMessage } from './mail.service.ts';
import { editableText } from './mail.texts.ts';

const mailOf = (template: (typeof customerMailNames)[number]) =>
  ({ template, data: mailExamples[template] }) as MailMessage;

describe.each(languages.map(({ code }) => code))('the mails in %s', (language) => {
  test('could be saved as they are built in, with exactly the placeholders that the list names', () => {
    for (const template of customerMailNames) {
      const content = contentOf(mailTemplates, mailOf(template), { language, settings: settingsDefaults });
      const text = editableText(content);
      expect(mailTextInput.safeParse({ template, language, ...text }).error).toBeUndefined();
      const { required, optional } = customerMails[template];
      const known = [...Object.keys(content.values ?? {}), ...mailBlocks];
      expect(known).toEqual(expect.arrayContaining([...required, ...optional]));
      for (const name of placeholdersOf(`${text.subject} ${text.body}`))
        expect([...required, ...optional]).toContain(name);
    }
  });

  test('read the same when their own built-in text is saved', () => {
    for (const template of customerMailNames) {
      const content = contentOf(mailTemplates, mailOf(template), { language, settings: settingsDefaults });
      const own = editableText(content);
      const around = { language, settings: settingsDefaults };
      expect(renderedMail(mailOf(template), { ...around, own })).toEqual(renderedMail(mailOf(template), around));
    }
  });
});

describe('the operator’s text of a mail', () => {
  const mail = { template: 'verification_code', data: { code: '493817', minutes: 10 } } as const;

  test('stays text: markup is shown, and a code that looks like a placeholder is not filled again', () => {
    const own = { subject: 'Code\r\nBcc: x@example.com', heading: '<b>Hi</b>', body: '<img src=x>{{code}}<%= 7*7 %>' };
    const { subject, html, text } = renderedMail({ ...mail, data: { code: '{{minutes}}', minutes: 10 } }, { own });
    expect(subject).toBe('Code Bcc: x@example.com');
    expect(html).toContain('&lt;b&gt;Hi&lt;/b&gt;');
    expect(html).toContain('&lt;img src=x&gt;');
    expect(html).toContain('{{minutes}}');
    expect(text).toContain('<%= 7*7 %>');
    expect(html).not.toMatch(/<img|<b>/);
  });

  test('gives way to the built-in one when it lacks what this version requires', () => {
    const own = { subject: 'Hi', heading: 'Hi', body: 'Your code is on its way.' };
    expect(renderedMail(mail, { own })).toEqual(renderedMail(mail));
  });

  test('leaves out a message that this mail does not carry', () => {
    const own = { subject: 'Paid', heading: 'Paid', body: 'Here:\n\n{{order}}\n\n{{message}}\n\n{{link}}' };
    const { text } = renderedMail(
      { template: 'order_completed', data: { ...mailExamples.order_completed, notes: null } },
      { own },
    );
    expect(text).toContain('1,859.40 USD');
    expect(text).not.toMatch(/undefined|\{\{|team/);
  });
});

type Shown = { template: string; own: object | null };

describe('the administration of mail texts', () => {
  const testbed = openTestbed();
  const path = '/api/admin/mail-texts';
  let admin: string;

  beforeAll(async () => {
    admin = await signedIn(testbed.app.call, adminEmail, adminPassword);
  });

  const own = {
    subject: 'Ihr Code',
    heading: 'Guten Tag!',
    body: 'Bitte eingeben:\n\n{{code}}\n\nGilt {{minutes}} Minuten.',
  };
  const put = async (text: object, token = admin) =>
    testbed.app.call('PUT', path, {
      ...(await theOwner(testbed)),
      ...(token !== admin && { token }),
      json: { template: 'verification_code', language: 'de', ...own, ...text },
    });
  const shown = async () => {
    const { body } = await testbed.app.call('GET', `${path}/de`, { token: admin });
    return (body as unknown as Shown[]).find(({ template }) => template === 'verification_code');
  };

  test('the owner rewords a mail in one language, sees it so, and restores the default', async () => {
    expect((await put({})).status).toBe(200);
    expect(await shown()).toMatchObject({ own, example: { code: '123456' } });
    await testbed.app.call('POST', '/api/auth/register/code', {
      json: { email: 'ada@example.de' },
      headers: { 'accept-language': 'de' },
    });
    const reset = await testbed.app.call('DELETE', `${path}/verification_code/de`, { token: admin });
    expect(reset.status).toBe(200);
    expect(await shown()).toMatchObject({ own: null });
    await testbed.app.call('DELETE', `${path}/verification_code/de`, { token: admin });
    const subject_id = 'verification_code';
    expect(
      await testbed.rows(
        `select action, subject_id, details from audit_log where action like 'mail.text%' order by id`,
      ),
    ).toEqual([
      { action: 'mail.text_changed', subject_id, details: { language: 'de', from: null, to: own } },
      { action: 'mail.text_reset', subject_id, details: { language: 'de' } },
    ]);
  });

  test('a text without its code, with an unknown placeholder or with nothing is refused in words', async () => {
    expect(await put({ body: 'Ihr Code ist unterwegs.' })).toMatchObject({
      status: 400,
      body: { fields: { body: 'Please keep {{code}}: the product fills it in' } },
    });
    expect(await put({ subject: 'Ihr Code {{minutes}}' })).toMatchObject({
      status: 400,
      body: { fields: { subject: '{{minutes}} is not a placeholder of this text' } },
    });
    expect(await put({ heading: ' ' })).toMatchObject({
      status: 400,
      body: { fields: { heading: 'Please write a text, or reset it to the default' } },
    });
    expect((await put({ template: 'order_alarm' })).status).toBe(400);
    expect(await shown()).toMatchObject({ own: null });
  });

  test('without the password again, or as a customer, nobody rewords a mail', async () => {
    const json = { template: 'verification_code', language: 'de', ...own };
    expect(await testbed.app.call('PUT', path, { token: admin, json })).toMatchObject({
      body: { code: 'step_up_required' },
    });
    const { token } = await aCustomer(testbed.app.call, testbed.mailbox);
    expect((await testbed.app.call('GET', `${path}/de`, { token })).status).toBe(403);
    expect((await put({}, token)).status).toBe(403);
  });
});
