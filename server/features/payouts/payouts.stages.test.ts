import { Client, escapeLiteral } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { receiptCode } from '#server/features/orders/export/orders.receipts.service.ts';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { orderStages, stagesOf } from '#shared/orders/orders.stages.ts';
import { payoutStates, type AttemptState, type PayoutState } from '#shared/payouts/payouts.lifecycle.ts';
import { aColleague, approvalCalls, setRules, setSettings, takeRole } from '#tests/factories/approvals.ts';
import { download, readPdf } from '#tests/factories/documents.ts';
import { aSession } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls, type Body } from '#tests/factories/payouts.ts';
import { otherStages } from '#tests/factories/stages.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, database, mailbox, rows } = testbed;
const calls = payoutCalls(testbed);
const { reviewer, payer, ada, as, ok, aPayout, aBatch, release, markSent, sendAlone, giveBack, payAgain, orderOf } =
  calls;
const { approve, pendingOf } = approvalCalls(testbed);

const attemptAt: Record<PayoutState, AttemptState> = {
  due: 'void',
  held: 'void',
  batched: 'open',
  released: 'open',
  sent: 'sent',
  settled: 'settled',
  returned: 'returned',
  reversed: 'reversed',
  cancelled: 'void',
};
const cause = { reason: 'Tried' };
const moves = {
  hold: ({ id }) => as(reviewer, 'POST', `payouts/${id}/hold`, cause),
  resume: ({ id }) => as(reviewer, 'POST', `payouts/${id}/resume`, cause),
  again: ({ id }) => as(reviewer, 'POST', `payouts/${id}/again`, cause),
  return: ({ id }) => as(payer, 'POST', `payouts/${id}/return`, { reason: 'name', note: 'x' }),
  settle: ({ id }) => as(payer, 'POST', `payouts/${id}/settle`, cause),
  approve: ({ orderId }) => as(reviewer, 'POST', `transactions/${orderId}/payout`, {}),
  complete: ({ orderId }) => as(reviewer, 'PUT', `transactions/${orderId}/status`, { status: 'completed' }),
  reject: ({ orderId }) => as(reviewer, 'PUT', `transactions/${orderId}/status`, { status: 'rejected' }),
} as const satisfies Record<string, (payout: { id: string; orderId: string }) => ReturnType<typeof as>>;

/**
 * A connection past the triggers, beside those of the product: they would plan each statement again after such a
 * change.
 */
const placing = fixture(async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  return { query: (text: string) => client.query(text), end: () => client.end() };
});
afterAll(() => placing.end());

/** Brings a payout and its order into a state that only a defect or another feature would. */
async function place(
  { id, orderId }: { id: string; orderId: string },
  state: PayoutState,
  stage: string,
  status: string,
) {
  const payout = escapeLiteral(id);
  const order = escapeLiteral(orderId);
  const isOpen = status === 'pending' || status === 'processing';
  // An approval after a cancelled payout makes another one.
  const otherQuery = `select id from payouts where order_id = ${order} and id <> ${payout}`;
  // In one message, which is one transaction.
  await placing.query(`
    delete from payout_attempts where payout_id in (${otherQuery});
    delete from payouts where id in (${otherQuery});
    update payouts set state = '${state}', reason = 'x' where id = ${payout};
    update payout_attempts set state = 'void' where payout_id = ${payout} and no > 1;
    update payout_attempts set state = '${attemptAt[state]}' where payout_id = ${payout} and no = 1;
    update payout_batches set state = 'sent', released_by = made_by where state <> 'sent';
    delete from book_lines; delete from book_entries; update book_balances set amount = 0 where amount <> 0;
    update orders set stage = '${stage}', status = '${status}', decided_at = ${isOpen ? 'null' : 'now()'}
    where id = ${order}`);
}

test.each(Object.entries(moves))(
  '%s is done or refused with its reason, in every stage and state',
  async (_name, move) => {
    await setSettings(testbed, { rules: { payoutEvidenceRequired: false } });
    const payout = await aPayout();
    await aBatch([payout.id]);
    const defects: string[] = [];
    for (const stage of orderStages)
      for (const status of orderStatuses.filter((known) => stagesOf[known].includes(stage)))
        for (const state of payoutStates) {
          await place(payout, state, stage, status);
          const answer = await move(payout);
          const isRefused = typeof answer.body.reason === 'string' && answer.status < 500;
          if (answer.status !== 200 && answer.status !== 201 && !isRefused) defects.push(`${stage} ${status} ${state}`);
        }
    expect(defects).toEqual([]);
  },
  180_000,
);

test('a payout returned before its order was completed is paid again, also after a hold', async () => {
  await setSettings(testbed, { payouts: { completedWhen: 'settled' } });
  const { id, orderId } = await aPayout();
  const stage = async () => (await orderOf(orderId)).stage;
  await sendAlone(id);
  expect(await stage()).toBe('sent');
  await giveBack(id, { reason: 'name', note: 'Name' });
  expect(await stage()).toBe('details_needed');
  await payAgain(id);
  for (const [move, expected] of [
    ['hold', 'on_hold'],
    ['resume', 'approved_again'],
  ]) {
    await ok(reviewer, 'POST', `payouts/${id}/${move}`, cause);
    expect(await stage()).toBe(expected);
  }
  await sendAlone(id);
  await ok(payer, 'POST', `payouts/${id}/settle`, cause);
  expect(await orderOf(orderId)).toMatchObject({ status: 'completed', stage: 'settled' });
  expect(await otherStages(testbed, [orderId])).toEqual([]);
});

describe('a payment outside of batches under dual approval', () => {
  const extraPayment = { kind: 'extra', amount: '60.00', note: 'Owed' };
  const addExtra = (orderId: string) => as(reviewer, 'POST', `transactions/${orderId}/payout`, extraPayment);
  const complete = (id: string) => as(reviewer, 'PUT', `transactions/${id}/status`, { status: 'completed' });

  test('needs a second member if second payments exceed the limit of a day', async () => {
    const someone = await aUser(database.pool);
    const { id, orderId } = await aPayout(inEuro('70.00'), someone);
    await sendAlone(id);
    await setRules(testbed, { payoutOverUsd: 200 });
    expect((await addExtra(orderId)).status).toBe(201);
    const request = await pendingOf(addExtra(orderId));
    expect(await rows(`select 1 from payouts where order_id = $1`, [orderId])).toHaveLength(2);
    expect(await outcome(approve(request, reviewer.token))).toBe('409 own_request approval_own');
    expect((await approve(request, payer.token)).status).toBe(200);
    // The member who approved it may not release it too.
    expect(await rows(`select state, approved_by from payouts where order_id = $1 and seq = 3`, [orderId])).toEqual([
      { state: 'due', approved_by: payer.id },
    ]);
  });

  test('is not made for a member who may no longer ask for it', async () => {
    const { id, orderId } = await aPayout(inEuro('70.00'), await aUser(database.pool));
    await sendAlone(id);
    await setRules(testbed, { payoutOverUsd: 20 });
    const asker = await aColleague(testbed, 'reviewer');
    const request = await pendingOf(as(asker, 'POST', `transactions/${orderId}/payout`, extraPayment));
    await takeRole(testbed, asker);
    expect(await outcome(approve(request, payer.token))).toBe('409 facts_changed approval_changed');
    expect(await rows(`select 1 from payouts where order_id = $1`, [orderId])).toHaveLength(1);
  });

  test('needs a second member, or a release, under the rule for batches', async () => {
    await setSettings(testbed, { rules: { payoutEvidenceRequired: false } });
    await setRules(testbed, { payoutRelease: true });
    const id = await anOrder(app.deps, ada, inEuro());
    const request = await pendingOf(complete(id));
    await setSettings(testbed, { payouts: { handPayments: 'after_release' } });
    expect(await outcome(complete(id))).toBe('409 release_first');
    expect(await orderOf(id)).toMatchObject({ status: 'pending' });
    await setSettings(testbed, { payouts: { handPayments: 'allowed' } });
    expect((await approve(request, payer.token)).status).toBe(200);
    expect(await orderOf(id)).toMatchObject({ status: 'completed', stage: 'sent' });
    const [batch] = await rows(
      `select b.made_by, b.released_by, b.sent_by, p.approved_by from payouts p
       join payout_attempts a on a.payout_id = p.id join payout_batches b on b.id = a.batch_id where p.order_id = $1`,
      [id],
    );
    const second = { released_by: payer.id, approved_by: payer.id };
    expect(batch).toEqual({ made_by: reviewer.id, sent_by: reviewer.id, ...second });
  });
});

const customer = fixture(() => aSession(app.deps, { id: ada.userId, role: 'customer' }));
const readOwnOrder = (orderId: string) => app.call('GET', `/api/transactions/${orderId}`, { token: customer.token });

test('a payout by hand of a released batch is sent once', async () => {
  await setSettings(testbed, { rules: { payoutEvidenceRequired: false } });
  const { id, orderId } = await aPayout();
  const batch = await ok(reviewer, 'POST', 'payout-batches', { accountId: null, payoutIds: [id] });
  await release(batch);
  await ok(reviewer, 'PUT', `transactions/${orderId}/status`, { status: 'completed' });
  expect((await readOwnOrder(orderId)).body).toMatchObject({ stage: 'sent', payout: { state: 'sent' } });
});

test('a customer reads no generated note on the order, in its history or in a mail', async () => {
  const { id, orderId } = await aPayout();
  const batch = await aBatch([id]);
  await release(batch);
  await markSent(batch);
  const note = `Paid in batch ${String(batch.reference)}`;
  expect(await orderOf(orderId)).toMatchObject({ adminNotes: note });
  const { body } = await readOwnOrder(orderId);
  expect(body).toMatchObject({ status: 'completed', adminNotes: null });
  expect(JSON.stringify(body)).not.toContain('Paid in batch');
  const [user] = await rows('select email from users where id = $1', [ada.userId]);
  const mails = await mailbox.of('order_completed', String(user?.email));
  expect(mails.length).toBeGreaterThan(0);
  expect(JSON.stringify(mails)).not.toContain('Paid in batch');
  await rows('alter table order_events disable trigger user');
  await rows(`update order_events set note = $2 where order_id = $1 and to_status = 'completed'`, [orderId, note]);
  await rows('alter table order_events enable trigger user');
  expect(JSON.stringify((await readOwnOrder(orderId)).body)).not.toContain('Paid in batch');
});

test('a receipt shows a payout as sent, then as arrived, or as returned with its day', async () => {
  const { id, orderId } = await aPayout();
  const code = receiptCode(app.deps.env.encryptionKey, orderId);
  const checkReceipt = async () => (await app.call('GET', `/api/receipts/${code}`)).body as { payout: Body };
  const paper = async () => {
    const answer = await download(app, customer, `/api/transactions/${orderId}/receipt`);
    return answer.status === 200 ? (await readPdf(answer.bytes)).text : answer.status;
  };
  const statement = async () => {
    const q = String((await orderOf(orderId)).reference);
    const { bytes } = await download(app, customer, `/api/transactions/export?format=csv&q=${q}`);
    return Buffer.from(bytes).toString();
  };
  expect(await paper()).toBe(409);
  await sendAlone(id);
  expect(await checkReceipt()).toMatchObject({ payout: { state: 'sent' } });
  expect(await paper()).toMatch(/Sent on \d/);
  expect(await paper()).not.toContain('Paid out to you');
  await giveBack(id, { reason: 'name', note: 'Name' });
  expect(await checkReceipt()).toMatchObject({ payout: { state: 'returned' } });
  const returnedPaper = await paper();
  expect(returnedPaper).toMatch(/Returned on \d/);
  expect(returnedPaper).not.toMatch(/Paid out to you|Completed/);
  expect(await statement()).toContain(',Returned,');
  await payAgain(id);
  expect(await checkReceipt()).toMatchObject({ payout: { state: 'returned' } });
  await sendAlone(id);
  expect(await checkReceipt()).toMatchObject({ payout: { state: 'sent' } });
  await rows(
    `update payout_attempts set state = 'settled', settled_by = 'statement', settled_at = now() where payout_id = $1
    and no = 2`,
    [id],
  );
  await rows(`update payouts set state = 'settled' where id = $1`, [id]);
  await rows(`update orders set stage = 'settled' where id = $1`, [orderId]);
  expect(await checkReceipt()).toMatchObject({ payout: { state: 'arrived' } });
  expect(await paper()).toContain('Paid out to you');
});
