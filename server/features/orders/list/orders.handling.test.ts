import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { publish } from '#server/events/publish.ts';
import { orderSorts } from '#shared/orders/admin/orders.admin.contract.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { aSession } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { socketOf } from '#tests/setup/flaky-connection.ts';
import { readsDuring } from '#tests/setup/reads.ts';
import { socketClients, waitForMessage } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, another, database, rows } = testbed;
/** A second process on the same database: each is notified of the other's commits. */
const otherProcess = fixture(() => another());
const clients = socketClients(() => socketOf(app.url));
const otherClients = socketClients(() => socketOf(otherProcess.url));
afterEach(() => [clients, otherClients].forEach(({ goAway }) => goAway()));

const member = (role: TeamRole) => aColleague(testbed, role);
const nora = fixture(() => member('reviewer'));
async function ordersOf(count: number) {
  const customer = await aUser(database.pool);
  const ids: string[] = [];
  for (let day = 1; day <= count; day += 1)
    ids.push(await anOrder(app.deps, customer, { at: new Date(Date.UTC(2024, 0, day)) }));
  return { customer, ids };
}
const assign = (id: string, userId: string | null) => nora.put(`transactions/${id}/assignee`, { userId });
const tag = (id: string, tags: string[]) => nora.put(`transactions/${id}/tags`, { tags });
const listed = (query: string, { page } = nora) => page(`transactions?${query}`);

describe('the order book', () => {
  test('is filtered by assignee and tag beside every other filter, with right pages and counts', async () => {
    const tomas = await member('payer');
    const { customer, ids } = await ordersOf(4);
    const [item = '', two = '', three = '', four = ''] = ids;
    await assign(item, nora.id);
    await assign(two, nora.id);
    await assign(three, tomas.id);
    for (const id of [item, three, four]) await tag(id, ['Check Twice', 'late']);
    const newest = (...found: string[]) => ({ ids: found.toReversed(), total: found.length });
    const ofCustomer = `user=${customer.userId}`;
    for (const [query, found] of [
      ['assignee=me', newest(item, two)],
      [`assignee=${tomas.id}`, newest(three)],
      ['tag=check-twice', newest(item, three, four)],
      ['tag=%23Check%20Twice&sort=oldest&pageSize=2', { ids: [item, three], total: 3 }],
      ['tag=check-twice&pageSize=2&page=2', { ids: [item], total: 3 }],
      ['tag=late&assignee=me', newest(item)],
      ['tag=late&assignee=none', newest(four)],
      [`assignee=none&${ofCustomer}`, newest(four)],
      [`tag=late&${ofCustomer}`, newest(item, three, four)],
      ['tag=late&from=2024-01-02&to=2024-01-03&currency=USD&type=sell', newest(three)],
      ['tag=late&currency=EUR', newest()],
      ['assignee=none&status=completed', newest()],
    ] as const)
      expect([query, await listed(query)]).toEqual([query, found]);
    expect(await listed('assignee=me', tomas)).toEqual(newest(three));
    expect((await listed('assignee=none')).ids).not.toContain(item);
    expect((await nora.get('transactions?assignee=nobody')).status).toBe(400);

    // A decision removes neither, and the order is listed under its new status.
    const decision = { status: 'rejected', adminNotes: 'No transfer has arrived.' };
    await nora.put(`transactions/${item}/status`, decision);
    expect(await listed('tag=late&status=rejected')).toEqual(newest(item));
    expect(await listed('tag=late&status=pending')).toEqual(newest(three, four));
    expect(await tag(item, [])).toMatchObject({ status: 200, body: { status: 'rejected', tags: [] } });
    const tags = ['check-twice', 'late'];
    expect(await nora.list('transactions?tag=late')).toMatchObject([
      { id: four, tags, assignee: null },
      { id: three, tags, assignee: { id: tomas.id, name: 'Mo payer' } },
    ]);
  });

  test.each([
    ['assignee', 'orders_by_assignee', 'assignee=me'],
    ['nobody', 'orders_unassigned', 'assignee=none'],
    ['tag', 'order_tags_tag', 'tag=late'],
  ])('reads an index for the filter by %s', async (_filter, index, filter) => {
    const sentReads = await readsDuring(app, async () => {
      for (const sort of orderSorts) await nora.list(`transactions?${filter}&sort=${sort}`);
    });
    const pages = sentReads.filter((text) => text.includes(') as page on'));
    expect(new Set(pages).size).toBe(orderSorts.length);
    const client = await database.pool.connect();
    await client.query('begin; set local enable_seqscan = off');
    for (const text of pages) {
      const plan = await client.query<Record<string, string>>(`explain (generic_plan) ${text}`);
      expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
    }
    await client.query('rollback');
    client.release();
  });

  test('answers a poll with a new list after an assignee, tag or note has changed', async () => {
    const [id = ''] = (await ordersOf(1)).ids;
    const tomas = await clients.aClient({ token: (await member('payer')).token });
    const path = 'transactions?assignee=me';
    const known = { 'If-None-Match': (await nora.get(path)).headers.get('etag') ?? '' };
    await assign(id, nora.id);
    await waitForMessage(tomas, { type: 'queue_changed' });
    const isNew = async () => expect((await nora.get(path, undefined, known)).status).toBe(200);
    await vi.waitFor(isNew, { timeout: 30_000 });
    const [order] = await rows('select version, updated_at = created_at as same from orders where id = $1', [id]);
    expect(order).toEqual({ version: 1, same: true });
  });

  test('of one member’s own orders is not mistaken for that of another member', async () => {
    const path = 'transactions?assignee=me';
    const known = { 'If-None-Match': (await nora.get(path)).headers.get('etag') ?? '' };
    const theirs = await (await member('payer')).get(path, undefined, known);
    expect([theirs.status, theirs.body]).toEqual([200, []]);
  });
});

describe('a reviewer who takes the next order', () => {
  test('gets another one than forty-nine others at once, the oldest first, and then none', async () => {
    await rows(`update orders set assignee_id = $1 where assignee_id is null returning id`, [nora.id]);
    const { ids } = await ordersOf(50);
    const takers = await Promise.all([member('reviewer'), member('payer'), member('support'), member('owner')]);
    const take = (taker: number) => (takers[taker % takers.length] ?? nora).post('transactions/take-next');
    expect(await take(0)).toMatchObject({ status: 200, body: { id: ids[0], assignee: { id: takers[0]?.id } } });
    const takenOrders = await Promise.all(Array.from({ length: 50 }, (_, taker) => take(taker)));
    const received = takenOrders.filter(({ status }) => status === 200).map(({ body }) => String(body.id));
    expect(received.toSorted()).toEqual(ids.slice(1).toSorted());
    expect(takenOrders.filter(({ status }) => status === 204)).toHaveLength(1);
    const auditRows = await rows(
      `select subject_id, count(*)::int as count from audit_log
       where action = 'transaction.assigned' and subject_id = any($1) group by 1`,
      [ids],
    );
    expect(auditRows.map(({ count }) => count)).toEqual(ids.map(() => 1));
    expect((await (await member('auditor')).post('transactions/take-next')).status).toBe(403);
  });
});

describe('an open order', () => {
  test('names the other members who have it open, in every process, until they close it', async () => {
    const tomas = await member('payer');
    const [id = '', next = ''] = (await ordersOf(2)).ids;
    const ownClient = await clients.aClient({ token: nora.token });
    const theirs = await otherClients.aClient({ token: tomas.token });
    const opened = { type: 'order_opened', id };
    const seenBy = async (client: typeof ownClient) => {
      for (;;) {
        const message = await client.next();
        if (message.type === 'order_viewers') return message;
      }
    };
    ownClient.send(opened);
    expect(await seenBy(ownClient)).toEqual({ type: 'order_viewers', id, viewers: [] });
    theirs.send(opened);
    expect(await seenBy(theirs)).toMatchObject({ id, viewers: [{ id: nora.id, name: 'Mo reviewer' }] });
    expect(await seenBy(ownClient)).toMatchObject({ id, viewers: [{ id: tomas.id, name: 'Mo payer' }] });
    theirs.send({ type: 'order_opened', id: next });
    expect(await seenBy(ownClient)).toMatchObject({ id, viewers: [] });
    theirs.send(opened);
    expect(await seenBy(ownClient)).toMatchObject({ id, viewers: [{ id: tomas.id }] });
    otherClients.goAway();
    expect(await seenBy(ownClient)).toMatchObject({ id, viewers: [] });

    const customer = await aUser(database.pool);
    const { token } = await aSession(app.deps, { id: customer.userId, role: 'customer' });
    const outsider = await clients.aClient({ token });
    outsider.send(opened);
    expect(await outsider.next()).toMatchObject({ type: 'error', code: 'forbidden' });
  });
});

test('an order moved by another process changes at once on the team’s screens, and on no visitor’s', async () => {
  const colleague = await clients.aClient({ token: nora.token });
  const visitor = await clients.aClient();
  const order = { id: randomUUID(), userId: randomUUID(), status: 'processing', version: 2 };
  await otherProcess.deps.inTx((tx) => publish(tx, { kind: 'order_changed', ...order }));
  await waitForMessage(colleague, { type: 'queue_changed' });
  visitor.send({ type: 'nothing' });
  expect(await visitor.next()).toMatchObject({ type: 'error' });
});
