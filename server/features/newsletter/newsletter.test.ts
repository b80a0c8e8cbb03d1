import { describe, expect, test } from 'vitest';
import { envelopeOf } from '#server/adapters/mail/mail.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { deleteUnconfirmed } from './newsletter.service.ts';

const testbed = openTestbed();

const admin = fixture(() => theAdmin(testbed.app));

let readers = 0;
const aReader = () => `reader${(readers += 1)}@example.com`;
const ask = (email: string) => testbed.app.call('POST', '/api/subscribe', { json: { email } });
const mails = async (email: string) => (await testbed.mailbox.to(email)).map(({ template }) => template);
const statusOf = async (email: string) =>
  (await testbed.rows('select status from subscribers where email = $1', [email]))[0]?.status;
const confirm = (token: string) => testbed.app.call('POST', '/api/subscribe/confirm', { json: { token } });
const oneClick = async (email: string) => String((await testbed.mailbox.to(email)).at(-1)?.data.oneClickPath);
const older = (email: string, interval: string) =>
  testbed.rows(`update subscribers set asked_at = asked_at - $2::interval where email = $1`, [email, interval]);

describe('a reader', () => {
  test('gets nothing before the mailbox has said yes, and leaves at one press without being signed in', async () => {
    const email = aReader();
    expect((await ask(` ${email.toUpperCase()} `)).status).toBe(200);
    expect(await statusOf(email)).toBe('pending');
    const token = await testbed.mailbox.linkToken(email);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    expect(await mails(email)).toEqual(['newsletter_confirm', 'newsletter_welcome']);
    expect(await statusOf(email)).toBe('subscribed');

    const path = await oneClick(email);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const left = await testbed.app.call('POST', path, { raw: 'List-Unsubscribe=One-Click', headers });
    expect(left.status).toBe(200);
    expect(await statusOf(email)).toBe('unsubscribed');
    expect((await testbed.app.call('POST', path)).status).toBe(200);
    expect((await testbed.app.call('GET', path)).status).toBe(405);
  });

  test('is answered alike whatever is known about the address', async () => {
    const email = aReader();
    const first = await ask(email);
    await confirm(await testbed.mailbox.linkToken(email));
    const again = await ask(email);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await statusOf(email)).toBe('subscribed');
    expect(await mails(email)).toHaveLength(2);
  });

  test('can come back after leaving', async () => {
    const email = aReader();
    await ask(email);
    await confirm(await testbed.mailbox.linkToken(email));
    await testbed.app.call('POST', await oneClick(email));
    await older(email, '2 minutes');
    await ask(email);
    expect(await statusOf(email)).toBe('pending');
    await confirm(await testbed.mailbox.linkToken(email));
    expect(await statusOf(email)).toBe('subscribed');
  });
});

describe('an attacker', () => {
  test('cannot fill a stranger’s mailbox: not twice a minute, not four times a day', async () => {
    const email = aReader();
    await Promise.all(Array.from({ length: 10 }, () => ask(email)));
    expect(await mails(email)).toHaveLength(1);
    for (let time = 0; time < 4; time += 1) {
      await older(email, '2 minutes');
      await ask(email);
    }
    expect(await mails(email)).toHaveLength(3);
    await older(email, '25 hours');
    await ask(email);
    expect(await mails(email)).toHaveLength(4);
  });

  test.each(['', 'nonsense', 'a.b', '00000000-0000-4000-8000-000000000000.AAAA'])(
    'invents no token: "%s"',
    async (token) => {
      expect([400, 422]).toContain((await confirm(token)).status);
      expect([400, 422]).toContain((await testbed.app.call('POST', `/api/unsubscribe?token=${token}`)).status);
    },
  );

  test('cannot confirm with the token that unsubscribes, nor the other way round', async () => {
    const email = aReader();
    await ask(email);
    const out = new URL(await oneClick(email), 'http://x').searchParams.get('token') ?? '';
    expect((await confirm(out)).status).toBe(422);
    const inToken = await testbed.mailbox.linkToken(email);
    expect((await testbed.app.call('POST', `/api/unsubscribe?token=${inToken}`)).status).toBe(422);
    expect(await statusOf(email)).toBe('pending');
  });

  test.each(['a@x.test\r\nBcc: b@x.test', 'a@x.test, b@x.test', 'no address', ''])(
    'smuggles no address in: %j',
    async (email) => {
      expect((await ask(email)).status).toBe(400);
    },
  );
});

test('an address that never answered is forgotten after a week', async () => {
  const [quiet, fresh] = [aReader(), aReader()];
  await ask(quiet);
  await ask(fresh);
  await older(quiet, '8 days');
  await deleteUnconfirmed(testbed.app.deps);
  expect([await statusOf(quiet), await statusOf(fresh)]).toEqual([undefined, 'pending']);
});

test('the administrator sees how many read, wait and have left', async () => {
  const { status, body } = await testbed.app.call('GET', '/api/admin/newsletter', { token: admin.token });
  const rows = await testbed.rows('select status, count(*)::int as count from subscribers group by status');
  const of = (name: string) => rows.find((row) => row.status === name)?.count ?? 0;
  expect([status, body]).toEqual([
    200,
    { subscribed: of('subscribed'), waiting: of('pending'), left: of('unsubscribed') },
  ]);
});

test('a writer takes the addresses that said yes as a file, after the password, and that is recorded', async () => {
  const [reader, gone, quiet] = [aReader(), aReader(), aReader()];
  for (const email of [reader, gone]) {
    await ask(email);
    await confirm(await testbed.mailbox.linkToken(email));
  }
  await testbed.app.call('POST', await oneClick(gone));
  await ask(quiet);
  const headers = { Authorization: `Bearer ${admin.token}`, ...admin.stepUp };
  const file = await fetch(`${testbed.app.url}/api/admin/newsletter/export`, { headers });
  const text = await file.text();
  expect(text).toContain(`\r\n${reader},en,`);
  for (const left of [gone, quiet]) expect(text).not.toContain(left);
  expect(await testbed.rows(`select details from audit_log where action = 'newsletter.exported'`)).toEqual([
    { details: { format: 'csv' } },
  ]);
});

test('a mail program finds the one press in the headers of the mail', () => {
  const mail = { id: 'x', template: 'newsletter_welcome', to: 'a@x.test', subject: 's', html: 'h', text: 't' };
  const unsubscribeUrl = 'https://desk.example.com/api/unsubscribe?token=abc';
  expect(envelopeOf('Desk <desk@x.test>', { ...mail, unsubscribeUrl }).headers).toMatchObject({
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(envelopeOf('Desk <desk@x.test>', mail).headers).not.toHaveProperty('List-Unsubscribe');
});
