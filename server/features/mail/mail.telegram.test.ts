import { inspect } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { botApi } from '#server/adapters/telegram/telegram.bot-api.ts';
import { mailTemplates } from '#server/mails/mails.ts';
import statusNames from '#shared/mail/mail.status-templates.json' with { type: 'json' };
import { aQuote, aSeller, orderOf, submit, type Seller } from '#tests/factories/sales.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { startTelegram } from '#tests/setup/telegram.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const telegram = await startTelegram();
const { app, another, database, mailbox, rows } = openTestbed({
  TELEGRAM_BOT_TOKEN: telegram.token,
  TELEGRAM_API_URL: telegram.url,
});
afterAll(telegram.close);

const someone = () => aSeller(app, database.pool);
const statusOf = async (who: Seller) => (await callsOf(app, who).get('telegram')).body;
const codeFor = async (who: Seller) => {
  const { status, body } = await callsOf(app, who).post('telegram');
  expect(status).toBe(201);
  const url = new URL(String(body.url));
  expect(url.origin + url.pathname).toBe('https://t.me/landfall_test_bot');
  return url.searchParams.get('start') ?? '';
};
/** The texts that a chat got. */
const textsIn = (chat: number) => telegram.sent.filter(({ chat_id: id }) => id === `${chat}`).map(({ text }) => text);
const isLinked = async (seller: Seller) => {
  await expect.poll(async () => (await statusOf(seller)).linkedAt).toMatch(/T/);
};
async function aLinkedSeller(chat: number): Promise<Seller> {
  const seller = await someone();
  telegram.write(`/start ${await codeFor(seller)}`, chat);
  await isLinked(seller);
  return seller;
}
const sell = async (seller: Seller) => submit(app, seller, orderOf(await aQuote(app, seller)));

test('a customer reads a status on Telegram without amount, account, code or link', async () => {
  const ada = await aLinkedSeller(41);
  await app.call('POST', '/api/forgot-password', { json: { email: ada.email } });
  await sell(ada);
  await expect.poll(() => textsIn(41)).toHaveLength(1);
  expect(textsIn(41)[0]).toMatch(/^Landfall: We have received your order LF-[A-Z0-9]{4}-[A-Z0-9]{2}$/);
  expect(await mailbox.names(ada.email)).toEqual(['password_reset', 'order_received']);
});

test('a code links one chat once, no group, and nothing after ten minutes', async () => {
  const bea = await someone();
  const eve = await someone();
  const code = await codeFor(bea);
  telegram.write(`/start ${code}`, 7, 'group');
  telegram.write(`/start ${code}`, 42);
  telegram.write(`/start ${code}`, 43);
  await isLinked(bea);
  const lateCode = await codeFor(eve);
  await rows("update telegram_links set code_expires_at = now() - interval '1 second' where code_hash is not null");
  telegram.write(`/start ${lateCode}`, 44);
  // The code of another customer makes the product read the messages to the bot.
  await aLinkedSeller(45);
  const links = await rows('select chat_id from telegram_links where chat_id is not null');
  const chats = links.map(({ chat_id: chat }) => chat);
  expect(chats).toEqual(expect.arrayContaining(['42', '45']));
  expect(chats.filter((chat) => ['7', '43', '44'].includes(String(chat)))).toEqual([]);
});

test('a customer who blocks the bot is unlinked, and still gets the mail', async () => {
  const cai = await aLinkedSeller(46);
  telegram.blocked.add('46');
  await sell(cai);
  await expect.poll(() => statusOf(cai)).toMatchObject({ isOffered: true, linkedAt: null });
  expect(await mailbox.names(cai.email)).toEqual(['order_received']);
});

test('every status on Telegram belongs to a mail without codes and amounts', () => {
  for (const name of statusNames) {
    expect(mailTemplates).toHaveProperty(name);
    expect(JSON.stringify(name)).not.toMatch(/code|factor|password|refund/);
  }
});

test('a customer who unlinks gets no more messages', async () => {
  const dan = await aLinkedSeller(47);
  expect((await callsOf(app, dan).del('telegram')).status).toBe(204);
  await sell(dan);
  expect(await rows("select id from outbox where channel = 'telegram' and user_id = $1", [dan.id])).toEqual([]);
});

test('Telegram is not offered without a token of the operator', async () => {
  const off = await another({ TELEGRAM_BOT_TOKEN: '' });
  const { get, post } = callsOf(off, await aSeller(off, database.pool));
  expect((await get('telegram')).body).toMatchObject({ isOffered: false, linkedAt: null });
  expect((await post('telegram')).status).toBe(404);
});

test('no error contains the operator’s token', async () => {
  const token = '1:secret-secret-secret-secret';
  for (const url of [telegram.url, 'http://127.0.0.1:1']) {
    const [refused] = await Promise.allSettled([botApi({ token, url }).takeStarts()]);
    const reason = { name: 'MailRefused', isServerDown: true };
    expect(refused).toMatchObject({ status: 'rejected', reason });
    expect(inspect(refused)).not.toContain('secret');
  }
});
