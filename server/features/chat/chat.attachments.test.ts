import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendChatFile } from '#tests/factories/chat-files.ts';
import { aPdf } from '#tests/factories/files.ts';
import { anOrder } from '#tests/factories/orders.ts';
import { customerRights } from '#tests/factories/rights.ts';
import { aProof, aSeller } from '#tests/factories/sales.ts';
import { next, openChat, sendText } from '#tests/setup/chat.ts';
import type { Client } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { eraseChatPersonalData, exportChatPersonalData } from './chat.personal-data.service.ts';

const testbed = openTestbed();
const { here, admin, anAgent, aVisitor, aCustomer, inConsole } = openChat(testbed);

/** A customer with an order, in the chat. */
async function aCustomerWithOrder() {
  const customer = await aCustomer();
  const session = { role: 'customer', sessionId: '', requestId: '', ...customerRights } as const;
  const id = await anOrder(testbed.app.deps, { ...session, userId: customer.id, email: customer.email });
  const [row] = await testbed.rows('select reference from orders where id = $1', [id]);
  return { ...customer, order: { id, reference: String(row?.reference) } };
}

type SentFile = Parameters<typeof sendChatFile>[3];
const aReceipt = { bytes: aPdf, name: 'receipt.pdf' };
/** A screenshot that a customer sends into their room. */
const aPicture = (roomId: string, changes: Partial<SentFile> = {}): SentFile => ({
  roomId,
  clientMessageId: randomUUID(),
  file: { bytes: aProof(), name: 'proof.png' },
  ...changes,
});
/** Returns the next message that this client gets. */
const news = async (client: Client) => (await next(client, 'new_message')).message;
const send = (sentFile: SentFile, token?: string) => sendChatFile(testbed.app, '/api/chat/files', token, sentFile);
const sendToRoom = (room: string, { token } = admin) =>
  sendChatFile(testbed.app, `/api/admin/chat-rooms/${room}/files`, token, aPicture(room, { file: aReceipt }));

test('an order that a customer attaches reaches the team with its reference and calls an agent', async () => {
  const agent = await anAgent();
  const { client, room, order } = await aCustomerWithOrder();
  const messageFields = { orderId: order.id, window: 'chat', clientMessageId: 'a' };
  expect(await sendText(client, room, 'How do I sell?', messageFields)).toMatchObject({ asksForAgent: true });
  expect(await next(agent, 'new_message')).toMatchObject({ message: { text: 'How do I sell?', order, file: null } });
  expect(await inConsole(`chat-rooms/${room}/messages`)).toMatchObject([
    { sender: 'user', order },
    { sender: 'bot', order: null },
  ]);
  // The agent answers about the same order.
  agent.send({ type: 'send_message', roomId: room, text: 'It is paid.', orderId: order.id });
  await expect.poll(() => news(client)).toMatchObject({ text: 'It is paid.', order });
});

test('a customer attaches only their own orders', async () => {
  const ann = await aCustomerWithOrder();
  const bob = await aCustomerWithOrder();
  const visitor = await aVisitor();
  const agent = await anAgent(here, ann.room);
  for (const { client, room } of [ann, visitor, { client: agent, room: ann.room }]) {
    client.send({ type: 'send_message', roomId: room, text: 'Whose is it?', orderId: bob.order.id, ref: 'foreign' });
    const expectedRefusal = { type: 'error', code: 'not_found', reason: 'order_not_found', ref: 'foreign' };
    await expect.poll(() => client.next()).toMatchObject(expectedRefusal);
  }
  expect(await testbed.rows('select 1 from chat_messages where order_id = $1', [bob.order.id])).toEqual([]);
});

test('a customer’s proof and an agent’s document reach the other side once, and no one else', async () => {
  const { client, room, order, id, token } = await aCustomerWithOrder();
  const stranger = await aSeller(testbed.app, testbed.database.pool);
  const agent = await anAgent(here, room);
  const proof = aPicture(room, { orderId: order.id });
  const first = await send(proof, token);
  expect(first).toMatchObject({ status: 201, body: { sender: 'user', text: '', order } });
  expect(first.body.file).toMatchObject({ originalName: 'proof.png', type: 'image/png' });
  // The call is repeated, as after a lost answer.
  expect((await send(proof, token)).body).toEqual(first.body);
  expect(await next(agent, 'new_message')).toMatchObject({ message: first.body });

  const answer = await sendToRoom(room);
  expect(answer).toMatchObject({ status: 201, body: { sender: 'support', file: { originalName: 'receipt.pdf' } } });
  await expect.poll(() => news(client)).toMatchObject({ id: answer.body.id });

  for (const { body } of [first, answer]) {
    const path = `/api/files/${String(body.file?.filename)}`;
    const opened = [token, admin.token, stranger.token].map((by) => testbed.app.call('GET', path, { token: by }));
    expect((await Promise.all(opened)).map(({ status }) => status)).toEqual([200, 200, 404]);
    const link = await testbed.app.call('POST', `${path}/link`, { token });
    expect((await testbed.app.call('GET', String(link.body.url))).status).toBe(200);
  }
  const storedRows = await testbed.rows('select purpose from files where owner_id = $1 order by purpose', [id]);
  expect(storedRows).toEqual([{ purpose: 'chat' }, { purpose: 'chat_document' }]);
});

test('an invalid or too large file, or one without a sender, is refused and not stored', async () => {
  const customer = await aCustomer();
  const refusal = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  const files: [SentFile['file'], unknown[]][] = [
    [undefined, [400, 'file_missing']],
    [{ bytes: Buffer.from('<script>alert(1)</script>'), name: 'proof.png' }, [415, 'file_type']],
    [{ bytes: Buffer.alloc(10 * 1024 * 1024 + 1, 1), name: 'big.pdf' }, [413, 'file_too_large']],
  ];
  for (const [file, expectedCode] of files)
    expect(await refusal(send(aPicture(customer.room, { file }), customer.token))).toEqual(expectedCode);
  expect(await refusal(send(aPicture(customer.room)))).toEqual([401, 'signed_out']);

  const { room } = await aVisitor();
  expect(await refusal(sendToRoom(room))).toEqual([409, 'conflict']);
  expect((await sendToRoom(room, customer)).status).toBe(403);
  expect(await testbed.rows(`select 1 from files where owner_id is null or owner_id = $1`, [customer.id])).toEqual([]);
});

test('files of a conversation are in the data export and are erased with the customer', async () => {
  const { room, order, ...customer } = await aCustomerWithOrder();
  const { body } = await send(aPicture(room, { orderId: order.id }), customer.token);
  const exported = await exportChatPersonalData(testbed.app.deps.db, customer);
  expect(exported).toMatchObject([{ room, messages: [{ file: 'proof.png', order: order.reference }] }]);
  await testbed.app.deps.inTx((tx) => eraseChatPersonalData(tx, customer));
  expect(await testbed.rows('select 1 from files where filename = $1', [String(body.file?.filename)])).toEqual([]);
  expect(await testbed.rows('select 1 from chat_rooms where user_id = $1', [customer.id])).toEqual([]);
});
