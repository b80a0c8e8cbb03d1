import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { payoutsMail } from '#server/features/payouts/payouts.mail.templates.ts';
import { refundsMail } from '#server/features/refunds/refunds.mail.templates.ts';
import { settlementsMail } from '#server/features/settlements/settlements.mail.templates.ts';
import { mailTemplates } from '#server/mails/mails.ts';
import { declaredNotices, isForMember, isNotice } from '#shared/mail/mail.notices.ts';
import { languages } from '#shared/reference/languages.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { rightsOf, teamRoles, type TeamRole } from '#shared/team/team.roles.ts';
import { aColleague, takeRole, theOwner } from '#tests/factories/approvals.ts';
import { noticeSamples as samples } from '#tests/factories/notices.ts';
import { phonesOf } from '#tests/factories/phones.ts';
import { aQuote, aSeller, orderOf, submit } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { callsOf, outcome } from '#tests/setup/calls.ts';
import { describeMails } from '#tests/setup/mails.ts';
import { startTelegram } from '#tests/setup/telegram.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { deliverMail } from '../mail.delivery.ts';
import { gatherNotices, notifyTeam, shareNotices, type Notice } from './notices.service.ts';
import { noticesText } from './notices.text.ts';

const telegram = await startTelegram();
const testbed = openTestbed({ TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_URL: telegram.url });
const { app, database, mailbox, row, rows } = testbed;
afterAll(telegram.close);
beforeEach(() => rows('delete from telegram_links'));

const { aPhone: linked, arrived, link, textsIn } = phonesOf(testbed, telegram);
/** A member with a linked chat, its messages, and the calls that set when messages are sent. */
async function aPhone(role: TeamRole) {
  const member = await linked(role);
  return { ...member, settings: callsOf(app, member) };
}
type LinkedPhone = Awaited<ReturnType<typeof aPhone>>;
const notify = (notice: Notice) => app.deps.inTx((tx) => notifyTeam(tx, notice));
let orders = 0;
const anOrder = (): Notice => {
  const reference = `LF-N${String((orders += 1)).padStart(3, '0')}-Q2`;
  const money = { gives: '0.05 BTC', pays: '1,859.40 USD' };
  return { template: 'new_order_notice', data: { id: 'id-1', reference, kind: 'sell', ...money } };
};
/** Waits until all notices were shared out and gathered: a message that is not there by now does not come. */
const settled = () => mailbox.to('');
/** Sets the quiet hours of a member to the hours around now, or to others. */
const silence = (member: LinkedPhone, isNow = true) => {
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  const quietHours = isNow
    ? { from: clock(-1), to: clock(1), timeZone: 'UTC' }
    : { from: clock(2), to: clock(3), timeZone: 'UTC' };
  return member.settings.put('telegram', { quiet: quietHours });
};

const names = Object.keys(declaredNotices).filter(isNotice);

test('a reviewer gets a message within twenty seconds of a sale, without its sum or account', async () => {
  const nora = await aPhone('reviewer');
  const ada = await aSeller(app, database.pool);
  const { body: soldBody } = await submit(app, ada, orderOf(await aQuote(app, ada)));
  await arrived(nora, 1);
  const link = `http://localhost:3000/admin/transactions?tx=${soldBody.id}`;
  expect(nora.texts()).toEqual([`Landfall: New order ${soldBody.reference}\n${link}`]);
  const last = async () => (await nora.settings.get('telegram')).body.lastSentAt;
  await expect.poll(last, { timeout: 45_000 }).toMatch(/T/);
});

test('every notice is sent to the roles that may act on it, and to no other', async () => {
  const phones = await Promise.all(teamRoles.map(async (role) => ({ role, ...(await aPhone(role)) })));
  for (const template of names) {
    const messagesBefore = telegram.sent.length;
    await notify({ template, data: samples[template] } as Notice);
    await settled();
    const isSent = (role: TeamRole) =>
      declaredNotices[template].telegram && isForMember(template, samples[template], rightsOf(role).may);
    const expected = phones.filter(({ role }) => isSent(role)).map(({ chat }) => chat);
    await expect
      .poll(() =>
        telegram.sent
          .slice(messagesBefore)
          .map((sentMessage) => sentMessage.chat_id)
          .toSorted(),
      )
      .toEqual(expected.toSorted());
  }
  const [reviewer, payer] = phones.filter(({ role }) => role === 'reviewer' || role === 'payer');
  expect([reviewer?.texts().length, payer?.texts().length]).toEqual([6, 4]);
}, 60_000);

const { order_question_notice, unmatched_notice } = settlementsMail;
const { refund_due_notice } = refundsMail;
const { payout_returned_notice } = payoutsMail;
describeMails(
  { order_question_notice, unmatched_notice, refund_due_notice, payout_returned_notice },
  {
    order_question_notice: samples.order_question_notice,
    unmatched_notice: samples.unmatched_notice,
    refund_due_notice: samples.refund_due_notice,
    payout_returned_notice: samples.payout_returned_notice,
  },
);

test('no message on a phone has a sum, an account or a name in any language', () => {
  const around = { settings: settingsDefaults, publicUrl: 'http://localhost:3000' };
  for (const { code: language } of languages) {
    for (const template of names.filter((name) => declaredNotices[name].telegram)) {
      const item = { template, data: samples[template], at: '' };
      const [words = '', address] = noticesText(mailTemplates, [item], { ...around, language }).split('\n');
      expect(words).not.toMatch(/1[.,\s\u00a0\u202f]?859|0[.,]05|Ada|Lovelace|Mo Payer|undefined|\{\{/);
      expect(words.length).toBeGreaterThan(5);
      expect(address).toMatch(/^http:\/\/localhost:3000\/admin\/[a-z-]+(\?(tx|tab|user)=[\w-]+)?$/);
    }
  }
});

test('two orders within a minute are two messages', async () => {
  const nora = await aPhone('reviewer');
  await notify(anOrder());
  await notify(anOrder());
  await arrived(nora, 2);
  expect(nora.texts().every((text) => text.startsWith('Landfall: New order'))).toBe(true);
});

test('no notice is sent to members who caused it, whom it is about, or who may not decide', async () => {
  const nora = await aPhone('reviewer');
  const bea = await aPhone('reviewer');
  const mo = await aPhone('reviewer');
  const cy = await aPhone('reviewer');
  await notify({ ...anOrder(), by: nora.id, about: bea.id, except: [mo.id] });
  await arrived(cy, 1);
  await settled();
  expect([nora, bea, mo].flatMap(({ texts }) => texts())).toEqual([]);
});

describe('a member in quiet hours', () => {
  test('gets nothing by chat or mail, and one message at their end', async () => {
    const olga = await aPhone('payer');
    await silence(olga);
    for (const batch of ['B-0101', 'B-0102'])
      await notify({ template: 'batch_to_release', data: { batch, count: 1, total: '5', currency: 'EUR' } });
    await settled();
    expect([olga.texts(), await mailbox.to(olga.email)]).toEqual([[], []]);
    const laterJobsQuery = `select run_at > now() + interval '50 minutes' as is_later from graphile_worker.jobs
      where key like $1`;
    expect(await rows(laterJobsQuery, [`notices ${olga.id}%`])).toEqual([{ is_later: true }, { is_later: true }]);
    testbed.minutesLater(61);
    for (const channel of ['mail', 'telegram'] as const) await gatherNotices(app.deps, { userId: olga.id, channel });
    await arrived(olga, 1);
    expect(olga.texts()[0]).toMatch(/New for you: 2\n\nBatch B-0101 .*\nhttp.*\n\nBatch B-0102 /);
    const [digest] = await mailbox.to(olga.email);
    expect(digest).toMatchObject({ template: 'team_digest', data: { items: [{}, {}] } });
  });

  test('gets a message that waited for a mail server at their end too', async () => {
    const olga = await aPhone('payer');
    await silence(olga, true);
    const mail = `insert into outbox (template, channel, recipient, user_id, data)
      values ('batch_to_release', 'telegram', $2, $1, $3) returning id`;
    const { id } = await row(mail, [olga.id, olga.chat, JSON.stringify(samples.batch_to_release)]);
    await deliverMail({ ...app.deps, deliveryThrottle: app.deps.telegramThrottle }, String(id));
    expect(olga.texts()).toEqual([]);
    expect(await row('select last_error, data from outbox where id = $1', [id])).toEqual({
      last_error: 'quiet hours',
      data: {},
    });
    testbed.minutesLater(61);
    await gatherNotices(app.deps, { userId: olga.id, channel: 'telegram' });
    await arrived(olga, 1);
  });

  test('gets codes and mails about their own account at once', async () => {
    const nora = await aPhone('reviewer');
    await silence(nora);
    await app.call('POST', '/api/forgot-password', { json: { email: nora.email } });
    expect(await mailbox.names(nora.email)).toEqual(['password_reset']);
    const sent = () => rows('select 1 from outbox where user_id = $1 and sent_at is not null', [nora.id]);
    await expect.poll(sent, { timeout: 45_000 }).toHaveLength(1);
  });

  test('gets the waiting messages at once after ending them', async () => {
    const nora = await aPhone('reviewer');
    await silence(nora);
    await notify(anOrder());
    await settled();
    expect(nora.texts()).toEqual([]);
    expect((await nora.settings.put('telegram', { quiet: null })).body).toMatchObject({ quiet: null });
    await arrived(nora, 1);
  });
});

test('a member with a digest gets one message a quarter of an hour, by chat and by mail', async () => {
  const owner = await theOwner(testbed);
  const settings = callsOf(app, owner);
  await settings.put('telegram', { digest: true });
  const { id } = await row(`select id from users where role = 'admin'`);
  const chat = await link(String(id));
  const before = (await mailbox.to(adminEmail)).length;
  for (let order = 0; order < 12; order += 1) await notify(anOrder());
  await settled();
  expect([textsIn(chat).length, (await mailbox.to(adminEmail)).length]).toEqual([0, before]);
  testbed.minutesLater(16);
  for (const channel of ['mail', 'telegram'] as const) await gatherNotices(app.deps, { userId: String(id), channel });
  await expect.poll(() => textsIn(chat), { timeout: 45_000 }).toHaveLength(1);
  expect(textsIn(chat)[0]).toContain('New for you: 12');
  expect((await mailbox.to(adminEmail)).slice(before)).toMatchObject([{ template: 'team_digest' }]);
  await settings.put('telegram', { digest: false });
});

describe('a member who lost the permission or was blocked', () => {
  test('gets none of the waiting notices', async () => {
    const nora = await aPhone('reviewer');
    const bea = await aPhone('reviewer');
    const payer = await aPhone('payer');
    for (const member of [nora, bea, payer]) await silence(member);
    await notify(anOrder());
    await notify({ template: 'batch_to_release', data: samples.batch_to_release });
    await settled();
    await takeRole(testbed, nora);
    await rows(`update users set status = 'blocked' where id = $1`, [bea.id]);
    testbed.minutesLater(61);
    for (const { id } of [nora, bea, payer]) await gatherNotices(app.deps, { userId: id, channel: 'telegram' });
    await arrived(payer, 1);
    await settled();
    expect([...nora.texts(), ...bea.texts()]).toEqual([]);
    const heldNoticesQuery = 'select 1 from held_notices where user_id = any($1)';
    expect(await rows(heldNoticesQuery, [[nora.id, bea.id]])).toHaveLength(0);
  });

  test('gets no message that is on its way', async () => {
    const nora = await aPhone('reviewer');
    const digest = { items: [{ template: 'new_order_notice', data: samples.new_order_notice, at: new Date() }] };
    const mail = `insert into outbox (template, channel, recipient, user_id, data)
      values ('team_digest', 'telegram', $2, $1, $3) returning id`;
    const { id } = await row(mail, [nora.id, nora.chat, JSON.stringify(digest)]);
    await takeRole(testbed, nora);
    await deliverMail({ ...app.deps, deliveryThrottle: app.deps.telegramThrottle }, String(id));
    expect(nora.texts()).toEqual([]);
    expect(await row('select last_error from outbox where id = $1', [id])).toEqual({
      last_error: 'no longer permitted',
    });
  });
});

test('a notice whose process died is sent once by another one', async () => {
  const nora = await aPhone('reviewer');
  await silence(nora);
  // The owner's mail of it must not wait for the other orders of this file.
  await rows(`update team_notices set created_at = created_at - interval '1 hour'`);
  const dying = { ...app.deps, inTx: () => Promise.reject(new Error('killed')) };
  await notify({ ...anOrder(), onceKey: 'the same' });
  await notify({ ...anOrder(), onceKey: 'the same' });
  await settled();
  const { id } = await row(`select id from team_notices where once_key = 'the same'`);
  await expect(shareNotices(dying)).rejects.toThrow('killed');
  await Promise.all([shareNotices(app.deps), shareNotices(app.deps)]);
  testbed.minutesLater(61);
  const gather = () => gatherNotices(app.deps, { userId: nora.id, channel: 'telegram' });
  await expect(gatherNotices(dying, { userId: nora.id, channel: 'telegram' })).rejects.toThrow('killed');
  await Promise.all([gather(), gather(), gather()]);
  await arrived(nora, 1);
  await settled();
  expect(nora.texts()).toHaveLength(1);
  expect(await row('select data from team_notices where id = $1', [id])).toEqual({ data: {} });
});

test('a member without a chat sets quiet hours and digest, and impossible values are refused', async () => {
  const { get, put } = callsOf(app, await aColleague(testbed, 'support'));
  const none = { isOffered: true, linkedAt: null, quiet: null, digest: false, lastSentAt: null };
  expect((await get('telegram')).body).toEqual(none);
  const quiet = { from: '22:00', to: '07:00', timeZone: 'Africa/Lagos' };
  expect((await put('telegram', { quiet })).body).toEqual({ ...none, quiet });
  expect((await put('telegram', { digest: true })).body).toEqual({ ...none, quiet, digest: true });
  for (const json of [
    {},
    { quiet: { ...quiet, from: '24:00' } },
    { quiet: { ...quiet, to: '22:00' } },
    { quiet: { ...quiet, timeZone: 'Lagos' } },
    { quiet: { from: '22:00', to: '07:00' } },
    { digest: 'yes' },
  ])
    expect([json, await outcome(put('telegram', json))]).toEqual([json, expect.stringMatching(/^400 invalid_input/)]);
  expect((await put('telegram', { quiet: null })).body).toEqual({ ...none, digest: true });
  const customer = callsOf(app, await aSeller(app, database.pool));
  expect(await outcome(customer.put('telegram', { digest: true }))).toMatch(/^403/);
});
