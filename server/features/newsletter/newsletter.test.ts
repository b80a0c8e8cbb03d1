import { describe, expect, test } from 'vitest';
import { envelopeOf } from '#server/adapters/mail/mail.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { deleteUnconfirmed } from './newsletter.service.ts';

const { app, mailbox, rows } = openTestbed();
const admin = fixture(() => theAdmin(app));

let readers = 0;
const aReader = () => `reader${(readers += 1)}@example.com`;
const post = async (path: string, json?: object) => (await app.call('POST', path, { json })).status;
const ask = (email: string) => app.call('POST', '/api/subscribe', { json: { email } });
const confirm = (token: string) => post('/api/subscribe/confirm', { token });
const unsubscribe = (token: string) => post(`/api/unsubscribe?token=${token}`);
/** A reader who has asked for the newsletter and confirmed it by the mailed link. */
async function aSubscriber() {
  const email = aReader();
  const { status, body } = await ask(email);
  await confirm(await mailbox.linkToken(email));
  return { email, answer: { status, body } };
}
const statusOf = async (email: string) =>
  (await rows('select status from subscribers where email = $1', [email]))[0]?.status;
const oneClick = async (email: string) => String((await mailbox.to(email)).at(-1)?.data.oneClickPath);
const askAfter = async (email: string, interval: string) => {
  await rows(`update subscribers set asked_at = asked_at - $2::interval where email = $1`, [email, interval]);
  await ask(email);
};

describe('a reader', () => {
  test('gets nothing before they confirm by mail, and unsubscribes by one press without a session', async () => {
    const email = aReader();
    expect((await ask(` ${email.toUpperCase()} `)).status).toBe(200);
    expect(await statusOf(email)).toBe('pending');
    const token = await mailbox.linkToken(email);
    expect([await confirm(token), await confirm(token)]).toEqual([200, 200]);
    expect(await mailbox.names(email)).toEqual(['newsletter_confirm', 'newsletter_welcome']);
    expect(await statusOf(email)).toBe('subscribed');

    const path = await oneClick(email);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await app.call('POST', path, { raw: 'List-Unsubscribe=One-Click', headers });
    expect(answer.status).toBe(200);
    expect(await statusOf(email)).toBe('unsubscribed');
    expect([await post(path), (await app.call('GET', path)).status]).toEqual([200, 405]);
  });

  test('gets one answer for a known and an unknown address', async () => {
    const { email, answer } = await aSubscriber();
    expect(await ask(email)).toMatchObject(answer);
    expect(await statusOf(email)).toBe('subscribed');
    expect(await mailbox.names(email)).toHaveLength(2);
  });

  test('can subscribe again after unsubscribing', async () => {
    const { email } = await aSubscriber();
    await post(await oneClick(email));
    await askAfter(email, '2 minutes');
    expect(await statusOf(email)).toBe('pending');
    await confirm(await mailbox.linkToken(email));
    expect(await statusOf(email)).toBe('subscribed');
  });
});

describe('an attacker', () => {
  test('cannot fill a stranger’s mailbox: at most one mail a minute and three a day', async () => {
    const email = aReader();
    await Promise.all(Array.from({ length: 10 }, () => ask(email)));
    expect(await mailbox.to(email)).toHaveLength(1);
    for (let time = 0; time < 4; time += 1) await askAfter(email, '2 minutes');
    expect(await mailbox.to(email)).toHaveLength(3);
    await askAfter(email, '25 hours');
    expect(await mailbox.to(email)).toHaveLength(4);
  });

  test.each(['', 'nonsense', 'a.b', '00000000-0000-4000-8000-000000000000.AAAA'])(
    'cannot invent a token: "%s"',
    async (token) => {
      for (const status of [await confirm(token), await unsubscribe(token)]) expect([400, 422]).toContain(status);
    },
  );

  test('cannot confirm with the token that unsubscribes, and the reverse', async () => {
    const email = aReader();
    await ask(email);
    const unsubscribeToken = new URL(await oneClick(email), 'http://x').searchParams.get('token') ?? '';
    expect([await confirm(unsubscribeToken), await unsubscribe(await mailbox.linkToken(email))]).toEqual([422, 422]);
    expect(await statusOf(email)).toBe('pending');
  });

  test.each(['a@x.test\r\nBcc: b@x.test', 'a@x.test, b@x.test', 'no address', ''])(
    'cannot add a second address: %j',
    async (email) => expect((await ask(email)).status).toBe(400),
  );
});

test('an unconfirmed address is deleted after a week', async () => {
  const quietReader = aReader();
  const newReader = aReader();
  await ask(quietReader);
  await ask(newReader);
  await rows(`update subscribers set asked_at = asked_at - interval '8 days' where email = $1`, [quietReader]);
  await deleteUnconfirmed(app.deps);
  expect([await statusOf(quietReader), await statusOf(newReader)]).toEqual([undefined, 'pending']);
});

test('the administrator sees how many are subscribed, unconfirmed and unsubscribed', async () => {
  const statusCounts = await rows('select status, count(*)::int as count from subscribers group by status');
  const of = (name: string) => statusCounts.find((row) => row.status === name)?.count ?? 0;
  const body = { subscribed: of('subscribed'), waiting: of('pending'), left: of('unsubscribed') };
  expect(await admin.get('newsletter')).toMatchObject({ status: 200, body });
});

test('a writer exports confirmed addresses with the password, and the export is audited', async () => {
  const { email: reader } = await aSubscriber();
  const { email: gone } = await aSubscriber();
  const quietReader = aReader();
  await post(await oneClick(gone));
  await ask(quietReader);
  const text = await admin.text('newsletter/export');
  expect(text).toContain(`\r\n${reader},en,`);
  for (const left of [gone, quietReader]) expect(text).not.toContain(left);
  const auditRows = await rows(`select details from audit_log where action = 'newsletter.exported'`);
  expect(auditRows).toEqual([{ details: { format: 'csv' } }]);
});

test('a mail program finds the link to unsubscribe in the headers of the mail', () => {
  const mail = { id: 'x', template: 'newsletter_welcome', to: 'a@x.test', subject: 's', html: 'h', text: 't' };
  const unsubscribeUrl = 'https://desk.example.com/api/unsubscribe?token=abc';
  expect(envelopeOf('Desk <desk@x.test>', { ...mail, unsubscribeUrl }).headers).toMatchObject({
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(envelopeOf('Desk <desk@x.test>', mail).headers).not.toHaveProperty('List-Unsubscribe');
});
