import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { join, next, openChat, sendText } from '#tests/setup/chat.ts';
import type { Client } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { here, anAgent, aVisitor, aCustomer, asAdmin, inConsole } = openChat(testbed);

const inChat = { window: 'chat' };
const inAssistant = { window: 'assistant' };
const firstLine = 'I sent 0.004 BTC instead of 0.005 for LF-72XF-PN, what now?';
const containing = (text: string) => expect.stringContaining(text) as string;

const linesOf = async (room: string) =>
  (await inConsole(`chat-rooms/${room}/messages`)).map(({ sender, text }) => [sender, String(text)]);
const lastOf = async (room: string) => (await linesOf(room)).at(-1) ?? [];
const requestsOf = async (room: string, query = '') =>
  (await inConsole(`agent-requests${query}`)).filter(({ roomId }) => roomId === room);

/** Sends a message that the bot answers; the answer may be there before the receipt. */
async function ask(client: Client, roomId: string, text: string, more: object) {
  client.send({ type: 'send_message', roomId, text, ...more });
  let [receipt, answer]: (Record<string, unknown> | undefined)[] = [];
  while (!receipt || !answer) {
    const event = await client.next();
    if (event.type === 'error') throw new Error(JSON.stringify(event));
    if (event.type === 'message_stored') receipt = event;
    if (event.type === 'new_message') answer = event.message as Record<string, unknown>;
  }
  return { receipt, answer };
}

test('an administrator finds a customer’s earlier questions to the bot unread', async () => {
  const { client, room, token } = await aCustomer();
  const line = { ...inChat, clientMessageId: 'a' };
  const { receipt, answer } = await ask(client, room, 'How do I sell?', line);
  expect(receipt).toMatchObject({ seq: 1, asksForAgent: false });
  const ofBot = { sender: 'bot', isBot: true, senderName: 'Assistant', seq: 2 };
  expect(answer).toMatchObject(ofBot);
  expect(answer.text).toMatch(/^1\. Choose a cryptocurrency/);
  const [row] = await inConsole(`chat-rooms?room=${room}`);
  expect(row).toMatchObject({ unread: 1, wantsAgent: false, messages: [{ sender: 'user', seq: 1 }] });
  expect(row?.waitingSince).not.toBeNull();
  const history = [{ sender: 'user', isBot: false, text: 'How do I sell?' }, ofBot];
  expect(await inConsole(`chat-rooms/${room}/messages`)).toMatchObject(history);

  // The connection broke before the receipt arrived: neither the message nor its answer is stored twice.
  expect(await sendText(client, room, 'How do I sell?', line)).toMatchObject({ id: receipt.id, seq: 1 });
  const tab = await here.aClient({ token });
  expect(await join(tab, { roomId: room })).toMatchObject({ messages: history, lastSeq: 2 });
});

test('the bot calls an agent once for a lost payment, and does not explain how to sell', async () => {
  const { client, room, email } = await aCustomer();
  const offer = containing('person will get back to you');
  for (const text of [firstLine, 'Help!!'])
    expect(await sendText(client, room, text, inChat)).toMatchObject({ asksForAgent: true });
  const lines = [firstLine, 'Help!!'].flatMap((text) => [
    ['user', text],
    ['bot', offer],
  ]);
  expect(await linesOf(room)).toEqual(lines);
  expect(await inConsole(`chat-rooms?room=${room}`)).toMatchObject([{ unread: 2, wantsAgent: true }]);
  expect(await requestsOf(room)).toMatchObject([{ email, message: firstLine }]);
  // Their words are in the conversation, and not a second time in the list beside it.
  expect(await requestsOf(room, '?status=open')).toEqual([]);
  const notices = (await testbed.mailbox.to('support@landfall.test')).filter(({ data }) => data.from === email);
  expect(notices).toHaveLength(1);
});

test('a visitor in distress gets the form, and their request is stored with their address', async () => {
  const { client: visitor, room, roomToken } = await aVisitor();
  const text = 'Ich habe mein Geld verloren';
  const german = { ...inChat, language: 'de' };
  const { receipt, answer } = await ask(visitor, room, text, german);
  expect(receipt).toMatchObject({ asksForAgent: true });
  expect(answer.text).toContain('Hinterlassen Sie Ihre E-Mail-Adresse');
  const email = `${randomUUID()}@example.com`;
  const json = { email, message: text, roomId: room, roomToken };
  // While they write on, and both at once.
  const [{ status }] = await Promise.all([
    testbed.app.call('POST', '/api/agent-request', { json }),
    sendText(visitor, room, 'Hilfe!', german),
  ]);
  expect(status).toBe(201);
  expect(await requestsOf(room)).toContainEqual(expect.objectContaining({ email, message: text }));
});

test('the bot hands over questions it cannot answer, and answers again in a closed room', async () => {
  const { client, room } = await aCustomer();
  const send = (text: string) => sendText(client, room, text, inAssistant);
  expect(await send('What are your fees?')).toMatchObject({ asksForAgent: false });
  expect(await send('Are quinces ripe?')).toMatchObject({ asksForAgent: true });
  await send('What are your fees?');
  expect((await linesOf(room)).map(([sender, text]) => (sender === 'bot' ? text : sender))).toEqual([
    'user',
    containing('5% standard, 4% over $5,000.00 USD, 3% over $10,000.00 USD'),
    'user',
    'I don’t know that one. I’m bringing in our support team.',
    'You’re connected to our support team. Everything you write here now reaches them.',
    'user',
    'Your message was sent to our support team.',
  ]);
  await asAdmin.put(`chat-rooms/${room}/close`);
  await send('What are your fees?');
  expect(await lastOf(room)).toEqual(['bot', containing('5% standard')]);
});

test('the bot is silent beside an agent', async () => {
  const { client, room } = await aCustomer();
  await sendText(client, room, 'How do I sell?');
  await anAgent(here, room);
  await sendText(client, room, 'How do I sell?', inChat);
  await sendText(client, room, 'Are quinces ripe?', inAssistant);
  expect((await linesOf(room)).map(([sender]) => sender)).toEqual(['user', 'user', 'user']);
});

test('a customer reads the state of their newest order, and a visitor is asked to sign in', async () => {
  for (const [{ client, room }, answer] of [
    [await aCustomer(), 'You have no orders yet. Start one under Sell Crypto.'],
    [await aVisitor(), 'Sign in to see your orders'],
  ] as const) {
    await sendText(client, room, 'Transaction status', inChat);
    expect(await lastOf(room)).toEqual(['bot', containing(answer)]);
  }
});

test('a visitor who only opens the chat leaves no room, and still sees the agents’ status', async () => {
  const nothing = { exists: false, messages: [] };
  const { client: visitor, room, ...reading } = await aVisitor({ create: false });
  expect(reading).toMatchObject({ ...nothing, roomId: room, roomToken: null, agentStatus: 'offline' });
  expect(await testbed.rows('select 1 from chat_rooms where id = $1', [room])).toEqual([]);
  visitor.send({ type: 'send_message', roomId: room, text: 'Hello?' });
  expect(await visitor.next()).toMatchObject({ type: 'error', code: 'not_found' });
  await anAgent();
  expect(await next(visitor, 'agent_status_update')).toMatchObject({ status: 'online' });

  const { roomToken } = await join(visitor, { roomId: room });
  await sendText(visitor, room, 'Hello?', inChat);
  const back = await join(await here.aClient(), { roomId: room, roomToken, create: false });
  expect(back).toMatchObject({ exists: true, lastSeq: 2 });
  // A caller without its token gets the same response as for a missing room.
  const stranger = await join(await here.aClient(), { roomId: room, create: false });
  expect(stranger).toMatchObject({ ...nothing, lastSeq: 0 });
});

test('the administrator finds messages of customers, and not the bot’s common answers', async () => {
  const { client, room } = await aCustomer();
  await sendText(client, room, 'What are your xylophone fees?', inChat);
  expect(await inConsole('chat-rooms?q=xylophone')).toMatchObject([{ roomId: room }]);
  expect(await inConsole(`chat-rooms?q=${encodeURIComponent('plus network fees')}`)).toEqual([]);
  expect(await inConsole('chat-rooms?q=k%20f')).toEqual([]);
});
