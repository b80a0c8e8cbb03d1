import { expect, test } from 'vitest';
import { ownOrderView, type OwnOrderView } from '#shared/orders/orders.contract.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { anOrder } from '#tests/factories/orders.ts';
import { callsOf, outcomeOf, teamCalls } from '#tests/setup/calls.ts';
import { join, openChat, sendText, textsOf } from '#tests/setup/chat.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, mailbox, rows } = testbed;
const { aCustomer } = openChat(testbed);
const nora = fixture(() => aColleague(testbed, 'reviewer'));

const text = 'The account belongs to Bola. Who is that?';

/** A customer in the chat with an order that a reviewer has asked about. */
async function anAskedCustomer(question = text) {
  const customer = await aCustomer();
  const id = await anOrder(app.deps, customer);
  const reviewer = teamCalls(app, nora);
  const ask = (version = 1) => reviewer.post(`transactions/${id}/question`, { text: question, version });
  const answer = await ask();
  const readOwnOrder = async (): Promise<OwnOrderView | undefined> => {
    const { body } = await callsOf(app, customer).get('transactions?sort=needs');
    return ownOrderView.array().parse(body)[0];
  };
  const inTodo = async () => {
    const { body } = await reviewer.get('transactions?work=todo&pageSize=100');
    return (body as unknown as { id: string }[]).some((order) => order.id === id);
  };
  return { customer, id, ask, answer, own: readOwnOrder, inTodo, reviewer };
}

test('a customer reads a question in the chat and in one mail, and the order waits for the answer', async () => {
  const { customer, id, ask, answer, own, inTodo } = await anAskedCustomer();
  expect(answer).toMatchObject({ status: 201, body: { id, asked: { text } } });
  const order = await own();
  expect(order).toMatchObject({ needs: { what: 'asked' }, asked: { text } });
  const { at = '', until = '' } = order?.asked ?? {};
  expect(Date.parse(until) - Date.parse(at)).toBeCloseTo(24 * 3_600_000, -4);
  expect(await inTodo()).toBe(false);
  const status = await join(customer.client, { roomId: customer.room });
  expect(textsOf(status)).toContain(text);

  const secondQuestion = await ask();
  expect(secondQuestion).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'question_open' } });
  const mails = await mailbox.to(customer.email, 'order_question');
  expect(mails).toHaveLength(1);
  expect(await rows('select mailed_seq = last_seq as mailed from chat_rooms where id = $1', [customer.room])).toEqual([
    { mailed: true },
  ]);
});

test('a question ends only with an answer about its order, which can then be decided', async () => {
  const { customer, id, own, inTodo } = await anAskedCustomer();
  await sendText(customer.client, customer.room, 'Hello?');
  expect((await own())?.asked).not.toBeNull();
  await sendText(customer.client, customer.room, 'My sister.', { orderId: id });
  expect(await own()).toMatchObject({ needs: null, asked: null });
  expect(await inTodo()).toBe(true);
});

test('a question ends with its time limit and with a decision, even one taken back', async () => {
  const lateQuestion = await anAskedCustomer();
  await rows(`alter table order_events disable trigger user`);
  await rows(
    `update order_events set params = jsonb_set(params, '{until}', to_jsonb(now()::text))
    where order_id = $1 and reason = 'asked'`,
    [lateQuestion.id],
  );
  await rows(`alter table order_events enable trigger user`);
  expect((await lateQuestion.reviewer.get(`transactions/${lateQuestion.id}`)).body).toMatchObject({ asked: null });
  expect(await lateQuestion.inTodo()).toBe(true);

  const { id, own, reviewer } = await anAskedCustomer();
  await reviewer.put(`transactions/${id}/status`, { status: 'failed', adminNotes: 'Nothing came.', version: 1 });
  expect((await own())?.asked).toBeNull();
  await reviewer.post(`transactions/${id}/undo`, { version: 2 });
  expect(await own()).toMatchObject({ status: 'pending', asked: null });
});

test('a member cannot ask about a decided order', async () => {
  const { id, reviewer } = await anAskedCustomer();
  await reviewer.put(`transactions/${id}/status`, { status: 'failed', adminNotes: 'Nothing came.', version: 1 });
  const refusedOutcome = await outcomeOf(reviewer.post(`transactions/${id}/question`, { text, version: 2 }));
  expect(refusedOutcome).toContain('already_decided');
});

test('a member cannot ask a customer whom the team entered and who has no password yet', async () => {
  const customer = await aCustomer();
  const id = await anOrder(app.deps, customer);
  await rows(`update users set origin = 'brought', brought_at = now(), email_verified_at = null where id = $1`, [
    customer.id,
  ]);
  const refusal = await teamCalls(app, nora).post(`transactions/${id}/question`, { text, version: 1 });
  expect(refusal).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'question_to_brought' } });
  expect(await mailbox.to(customer.email, 'order_question')).toEqual([]);
});

test('a member cannot ask a blocked customer, who could not sign in to answer', async () => {
  const customer = await aCustomer();
  const id = await anOrder(app.deps, customer);
  await rows(`update users set status = 'blocked' where id = $1`, [customer.id]);
  const refusal = await teamCalls(app, nora).post(`transactions/${id}/question`, { text, version: 1 });
  expect(refusal).toMatchObject({ status: 409, body: { code: 'customer_blocked', reason: 'question_to_blocked' } });
  expect(await mailbox.to(customer.email, 'order_question')).toEqual([]);
  await rows(`update users set status = 'active' where id = $1`, [customer.id]);
});
