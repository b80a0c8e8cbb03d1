import { afterAll, beforeEach, expect, test } from 'vitest';
import { notifyOfAway } from '#server/features/chains/chains.away.service.ts';
import { mailJobs } from '#server/features/mail/mail.jobs.ts';
import { gatherNotices, notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import { reportSources } from '#server/features/rates/rates.states.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { review } from '#tests/factories/deposits.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { anOwnSale, aPaidSale, aStray } from '#tests/factories/own-sales.ts';
import { payoutCalls } from '#tests/factories/payouts.ts';
import { phonesOf } from '#tests/factories/phones.ts';
import { aDueRefund } from '#tests/factories/refunds.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { startTelegram } from '#tests/setup/telegram.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const telegram = await startTelegram();
const testbed = openTestbed({
  TELEGRAM_BOT_TOKEN: telegram.token,
  TELEGRAM_API_URL: telegram.url,
  CHAIN_LITECOIN: 'simulated',
});
const { app, database, rows } = testbed;
const { aPhone } = phonesOf(testbed, telegram);
const payouts = payoutCalls(testbed);
afterAll(telegram.close);
beforeEach(() => rows('delete from telegram_links'));

type Phone = Awaited<ReturnType<typeof aPhone>>;
const wait = { timeout: 60_000 };
/** The words of each message; the address below them is a screen of the administration. */
const shownOn = (phone: Phone) => () => phone.texts().map((text) => text.split('\n')[0]?.replace('Landfall: ', ''));
const referenceOf = async ({ id }: { id: string }) =>
  String((await testbed.row('select reference from orders where id = $1', [id])).reference);
const timesOf = (phone: Phone, words: string) => phone.texts().filter((text) => text.includes(words)).length;

test('a notice whose event was lost is shared out by the next minute’s job', async () => {
  const nora = await aPhone('reviewer');
  await rows(`insert into team_notices (name, data, audience) values ('unmatched_notice', '{"coin": "LTC"}', '{}')`);
  await rows(`select graphile_worker.add_job('notices.share', payload := '{}')`);
  await expect.poll(shownOn(nora), wait).toEqual(['LTC arrived without an order']);
  expect(mailJobs.crons).toContainEqual({ task: 'notices.share', at: '* * * * *' });
});

test('a member gets one message for a matching deposit with its new order', async () => {
  const nora = await aPhone('reviewer');
  const reference = await referenceOf(await aPaidSale(testbed, ['2']));
  await expect
    .poll(shownOn(nora), wait)
    .toEqual(expect.arrayContaining([`New order ${reference}`, `${reference}: the deposit matches the order`]));
  const otherReference = await referenceOf(await aPaidSale(testbed, ['2']));
  await expect
    .poll(shownOn(nora), wait)
    .toEqual(expect.arrayContaining([`${otherReference}: the deposit matches the order`]));
  expect(timesOf(nora, `${reference}: the deposit`)).toBe(1);
}, 180_000);

test('a member gets a message for a deposit that needs a decision', async () => {
  const nora = await aPhone('reviewer');
  const reference = await referenceOf(await aPaidSale(testbed, ['2.5']));
  await expect
    .poll(shownOn(nora), wait)
    .toEqual(expect.arrayContaining([`${reference}: the deposit needs your decision`]));
}, 180_000);

test('a member gets one message for coins without an order, with their symbol alone', async () => {
  const nora = await aPhone('reviewer');
  await aStray(testbed, { amount: '0.77' });
  await expect.poll(shownOn(nora), wait).toEqual(expect.arrayContaining(['LTC arrived without an order']));
  await aPaidSale(testbed, ['2']);
  expect(timesOf(nora, 'without an order')).toBe(1);
  expect(nora.texts().join()).not.toContain('0.77');
}, 180_000);

test('a member gets a message for a due refund, with the reference of its order', async () => {
  const nora = await aPhone('reviewer');
  const { id, userId } = await anOwnSale(testbed);
  const reference = await referenceOf({ id });
  await aDueRefund(app, { orderId: id, userId, cryptoId: 'litecoin', amount: '0.5' });
  await expect.poll(shownOn(nora), wait).toEqual(expect.arrayContaining([`${reference}: a refund is due`]));
});

test('members who may release get a message for a returned payout, except its reporter', async () => {
  const bea = await aPhone('payer');
  const nora = await aPhone('reviewer');
  const { id, orderId } = await payouts.aPayout();
  await payouts.sendAlone(id);
  await payouts.giveBack(id, { reason: 'name', note: 'Name' });
  await expect
    .poll(shownOn(bea), wait)
    .toEqual(expect.arrayContaining([`${await referenceOf({ id: orderId })}: the payout came back`]));
  expect(timesOf(bea, 'waits for its release')).toBe(1);
  expect(timesOf(nora, 'came back')).toBe(0);
}, 180_000);

test('members who may approve get a message for a request, and its maker never', async () => {
  const asker = await aPhone('reviewer');
  const second = await aPhone('reviewer');
  await setRules(testbed, { payoutOverUsd: 0 });
  const id = await anOrder(app.deps, await aUser(database.pool));
  await review(testbed, asker.token, id, { status: 'completed', adminNotes: 'x', adminTransactionId: 'W' });
  await expect.poll(shownOn(second), wait).toEqual(expect.arrayContaining(['Something waits for your approval']));
  expect(timesOf(asker, 'approval')).toBe(0);
});

test('members who may change addresses get one message for a node that is away for 15 minutes', async () => {
  const olga = await aPhone('owner');
  const nora = await aPhone('reviewer');
  const insertFailedCursor = `insert into chain_cursors (chain, source, failed_at)
    values ('bitcoin', 'node.test', now() - $1::interval)
    on conflict (chain) do update set failed_at = excluded.failed_at`;
  await rows(insertFailedCursor, ['14 minutes']);
  await notifyOfAway(app.deps, 'bitcoin');
  const later = `select run_at > now() as is_later from graphile_worker.jobs where key = 'chains.away bitcoin'`;
  expect(await rows(later)).toEqual([{ is_later: true }]);
  expect(timesOf(olga, 'node')).toBe(0);
  await rows(insertFailedCursor, ['16 minutes']);
  await notifyOfAway(app.deps, 'bitcoin');
  await notifyOfAway(app.deps, 'bitcoin');
  await expect
    .poll(shownOn(olga), wait)
    .toEqual(expect.arrayContaining(['The node of Bitcoin has not answered for 15 minutes']));
  expect([timesOf(olga, 'node'), timesOf(nora, 'node')]).toEqual([1, 0]);
});

test('the owner gets one mail for a failed price source, and members of rates a message', async () => {
  const olga = await aPhone('owner');
  const nora = await aPhone('reviewer');
  const mailed = async () =>
    (
      await rows(`select template || ' ' || coalesce(email, 'a mere address') as sent from outbox left
        join users on users.id = user_id
      where template like 'rate_source_%' and channel = 'mail'`)
    ).map(({ sent }) => sent);
  await rows(`insert into rate_feeds (name, source, claimed_at, failing_since, last_error)
    values ('prices:kraken', 'kraken', now(), now() - interval '11 minutes', 'the answer has status 500')`);
  const report = () =>
    app.deps.inTx((tx) => reportSources(tx, { ...app.deps, prices: [{ source: 'kraken' }], fx: [] }));
  await report();
  await report();
  await expect.poll(shownOn(olga), wait).toEqual(['A source of rates is down']);
  await expect.poll(mailed, wait).toEqual([`rate_source_down ${adminEmail}`]);
  expect(nora.texts()).toEqual([]);
});

test('the owner gets the first order’s mail at once, and on a busy day one mail a quarter of an hour', async () => {
  const owner = await testbed.row(`select id from users where role = 'admin'`);
  await rows('delete from held_notices where user_id = $1', [owner.id]);
  await rows(`update team_notices set created_at = created_at - interval '1 hour'`);
  const data = { id: 'id-1', reference: 'LF-7K3M-Q2', gives: '0.05 BTC', pays: '1,859.40 USD', kind: 'sell' } as const;
  const notify = () => app.deps.inTx((tx) => notifyTeam(tx, { template: 'new_order_notice', data }));
  const before = (await testbed.mailbox.to(adminEmail)).length;
  const mails = async () => (await testbed.mailbox.to(adminEmail)).slice(before);
  await notify();
  await expect.poll(mails, { timeout: 45_000 }).toMatchObject([{ template: 'new_order_notice' }]);
  for (let order = 0; order < 12; order += 1) await notify();
  // The mailbox waits until every notice was shared out: no mail arrives after that.
  await testbed.mailbox.to('');
  expect(await mails()).toHaveLength(1);
  testbed.minutesLater(16);
  await gatherNotices(app.deps, { userId: String(owner.id), channel: 'mail' });
  const [, gathered] = await mails();
  expect(gathered).toMatchObject({ template: 'team_digest' });
  expect(gathered?.data.items).toHaveLength(12);
});
