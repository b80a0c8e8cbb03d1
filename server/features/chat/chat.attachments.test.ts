import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { sendChatFile } from '#tests/factories/chat-files.ts';
import { aPdf } from '#tests/factories/files.ts';
import { anOrder } from '#tests/factories/orders.ts';
import { customerRights } from '#tests/factories/rights.ts';
import { aProof, aSeller } from '#tests/factories/sales.ts';
import { adminToken, aLabel, anAgentOn, everybodyLeft, join, next, sendText } from '#tests/setup/chat.ts';
import { socketClients } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { eraseChatPersonalData, exportChatPersonalData } from './chat.service.ts';

const testbed = openTestbed();
const clients = socketClients(() => `${testbed.app.url.replace('http', 'ws')}/ws`);

afterEach(async () => {
  clients.goAway();
  await everybodyLeft(testbed);
});

/** A customer with an order, in the chat. */
async function aCustomerWithOrder() {
  const customer = await aSeller(testbed.app, testbed.database.pool);
  const actor = {
    userId: customer.id,
    email: customer.email,
    role: 'customer',
    sessionId: '',
    requestId: '',
    ...customerRights,
  } as const;
  const id = await anOrder(testbed.app.deps, actor);
  const [row] = await testbed.rows('select reference from orders where id = $1', [id]);
  const client = await clients.aClient({ token: customer.token });
  const room = aLabel();
  await join(client, { roomId: room });
  return { ...customer, client, room, order: { id, reference: String(row?.reference) } };
}

const aReceipt = { bytes: aPdf, name: 'receipt.pdf' };
const aScreenshot = () => ({ bytes: aProof(), name: 'proof.png' });
const open = (filename: string, token: string) => testbed.app.call('GET', `/api/files/${filename}`, { token });

test('an order that a customer attaches reaches the administrator with its reference, and asks for a person', async () => {
  const token = await adminToken(testbed.app);
  const agent = await anAgentOn(await clients.aClient(), token);
  const { client, room, order } = await aCustomerWithOrder();
  const sent = { orderId: order.id, window: 'chat', clientMessageId: 'a' };
  expect(await sendText(client, room, 'How do I sell?', sent)).toMatchObject({ asksForAgent: true });
  expect(await next(agent, 'new_message')).toMatchObject({ message: { text: 'How do I sell?', order, file: null } });
  const { body } = await testbed.app.call('GET', `/api/admin/chat-rooms/${room}/messages`, { token });
  expect(body).toMatchObject([
    { sender: 'user', order },
    { sender: 'bot', order: null },
  ]);
  // The agent answers about the same order.
  agent.send({ type: 'send_message', roomId: room, text: 'It is paid.', orderId: order.id });
  await expect
    .poll(async () => (await next(client, 'new_message')).message)
    .toMatchObject({ text: 'It is paid.', order });
});

test('nobody attaches an order that is not the customer’s own', async () => {
  const [ann, bob] = [await aCustomerWithOrder(), await aCustomerWithOrder()];
  const visitor = await clients.aClient();
  const room = aLabel();
  await join(visitor, { roomId: room });
  const agent = await anAgentOn(await clients.aClient(), await adminToken(testbed.app), ann.room);
  const attempts = [
    { client: ann.client, room: ann.room },
    { client: visitor, room },
    { client: agent, room: ann.room },
  ];
  for (const { client, room: roomId } of attempts) {
    client.send({ type: 'send_message', roomId, text: 'Whose is it?', orderId: bob.order.id, ref: 'foreign' });
    await expect
      .poll(() => client.next())
      .toMatchObject({ type: 'error', code: 'not_found', reason: 'order_not_found', ref: 'foreign' });
  }
  expect(await testbed.rows('select 1 from chat_messages where order_id = $1', [bob.order.id])).toEqual([]);
});

test('a customer’s second proof and the agent’s document reach the other side, stored once, for these two alone', async () => {
  const token = await adminToken(testbed.app);
  const { client, room, order, ...customer } = await aCustomerWithOrder();
  const stranger = await aSeller(testbed.app, testbed.database.pool);
  const agent = await anAgentOn(await clients.aClient(), token, room);
  const proof = { roomId: room, clientMessageId: randomUUID(), orderId: order.id, file: aScreenshot() };
  const first = await sendChatFile(testbed.app, '/api/chat/files', customer.token, proof);
  expect(first).toMatchObject({ status: 201, body: { sender: 'user', text: '', order } });
  expect(first.body.file).toMatchObject({ originalName: 'proof.png', type: 'image/png' });
  // Sent again because its answer was lost.
  const again = await sendChatFile(testbed.app, '/api/chat/files', customer.token, proof);
  expect(again.body).toEqual(first.body);
  expect(await next(agent, 'new_message')).toMatchObject({ message: first.body });

  const path = `/api/admin/chat-rooms/${room}/files`;
  const answer = await sendChatFile(testbed.app, path, token, { clientMessageId: randomUUID(), file: aReceipt });
  expect(answer).toMatchObject({ status: 201, body: { sender: 'support', file: { originalName: 'receipt.pdf' } } });
  await expect.poll(async () => (await next(client, 'new_message')).message).toMatchObject({ id: answer.body.id });

  for (const { body } of [first, answer]) {
    const filename = String(body.file?.filename);
    expect((await open(filename, customer.token)).status).toBe(200);
    expect((await open(filename, token)).status).toBe(200);
    expect((await open(filename, stranger.token)).status).toBe(404);
    const link = await testbed.app.call('POST', `/api/files/${filename}/link`, { token: customer.token });
    expect((await testbed.app.call('GET', String(link.body.url))).status).toBe(200);
  }
  const { rows } = await testbed.database.pool.query('select purpose from files where owner_id = $1 order by purpose', [
    customer.id,
  ]);
  expect(rows).toEqual([{ purpose: 'chat' }, { purpose: 'chat_document' }]);
});

test('a file that is none, too large or from nobody is refused, and nothing of it remains', async () => {
  const token = await adminToken(testbed.app);
  const { room, ...customer } = await aCustomerWithOrder();
  const id = { clientMessageId: randomUUID(), roomId: room };
  const send = async (file: { bytes: Buffer; name: string } | undefined, as: string | undefined = customer.token) => {
    const { status, body } = await sendChatFile(testbed.app, '/api/chat/files', as, { ...id, ...(file && { file }) });
    return [status, body.code];
  };
  expect(await send(undefined)).toEqual([400, 'file_missing']);
  expect(await send({ bytes: Buffer.from('<script>alert(1)</script>'), name: 'proof.png' })).toEqual([
    415,
    'file_type',
  ]);
  expect(await send({ bytes: Buffer.alloc(10 * 1024 * 1024 + 1, 1), name: 'big.pdf' })).toEqual([
    413,
    'file_too_large',
  ]);
  const { status, body } = await sendChatFile(testbed.app, '/api/chat/files', undefined, {
    ...id,
    file: aScreenshot(),
  });
  expect([status, body.code]).toEqual([401, 'signed_out']);

  const visitor = await clients.aClient();
  const visited = aLabel();
  await join(visitor, { roomId: visited });
  const path = `/api/admin/chat-rooms/${visited}/files`;
  const answer = await sendChatFile(testbed.app, path, token, { clientMessageId: randomUUID(), file: aReceipt });
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
  expect((await sendChatFile(testbed.app, path, customer.token, { ...id, file: aReceipt })).status).toBe(403);
  expect(await testbed.rows(`select 1 from files where owner_id is null or owner_id = $1`, [customer.id])).toEqual([]);
});

test('files of a conversation are in the data export and go with an erasure', async () => {
  const { room, order, ...customer } = await aCustomerWithOrder();
  const proof = { roomId: room, clientMessageId: randomUUID(), orderId: order.id, file: aScreenshot() };
  const { body } = await sendChatFile(testbed.app, '/api/chat/files', customer.token, proof);
  const exported = await exportChatPersonalData(testbed.app.deps.db, customer);
  expect(exported).toMatchObject([{ room, messages: [{ file: 'proof.png', order: order.reference }] }]);
  await testbed.app.deps.inTx((tx) => eraseChatPersonalData(tx, customer));
  expect(await testbed.rows('select 1 from files where filename = $1', [String(body.file?.filename)])).toEqual([]);
  expect(await testbed.rows('select 1 from chat_rooms where user_id = $1', [customer.id])).toEqual([]);
});
