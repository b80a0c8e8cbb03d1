import { beforeAll, describe, expect, test, vi } from 'vitest';
import { declaredStatements } from '#server/db/statements.ts';
import { orderSorts } from '#shared/orders/orders.contract.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { aMember, aSession } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { socketOf } from '#tests/setup/flaky-connection.ts';
import type { Call } from '#tests/setup/platform.ts';
import { socketClients, waitForMessage } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const call: Call = (...sent) => testbed.app.call(...sent);
const clients = socketClients(() => socketOf(testbed.app.url));
const member = (role: TeamRole) => aMember(testbed.database.pool, testbed.app.deps, role);
let token: string;
let nora: Awaited<ReturnType<typeof member>>;
beforeAll(async () => {
  nora = await member('reviewer');
  token = nora.token;
});
const ordersOf = async (count: number) => {
  const customer = await aUser(testbed.database.pool);
  const ids: string[] = [];
  for (let day = 1; day <= count; day += 1) {
    const at = new Date(Date.UTC(2024, 0, day));
    ids.push(await anOrder(testbed.app.deps, customer, { at }));
  }
  return { customer, ids };
};
const assign = (id: string, userId: string | null, as = token) =>
  call('PUT', `/api/admin/transactions/${id}/assignee`, { token: as, json: { userId } });
const tag = (id: string, tags: string[]) =>
  call('PUT', `/api/admin/transactions/${id}/tags`, { token, json: { tags } });
const listed = async (query: string, as = token) => {
  const { body, headers } = await call('GET', `/api/admin/transactions?${query}`, { token: as });
  return {
    ids: (body as unknown as { id: string }[]).map(({ id }) => id),
    total: Number(headers.get('x-total-count')),
  };
};

describe('the order book', () => {
  test('is narrowed by assignee and tag, together with every other filter, and pages and counts as always', async () => {
    const tomas = await member('payer');
    const { customer, ids } = await ordersOf(4);
    const [item = '', two = '', three = '', four = ''] = ids;
    await assign(item, nora.id);
    await assign(two, nora.id);
    await assign(three, tomas.id);
    for (const id of [item, three, four]) await tag(id, ['Check Twice', 'late']);
    const newest = (...found: string[]) => ({ ids: found.toReversed(), total: found.length });
    const mine = `user=${customer.userId}`;
    expect(await listed('assignee=me')).toEqual(newest(item, two));
    expect(await listed(`assignee=${tomas.id}`)).toEqual(newest(three));
    expect(await listed('assignee=me', tomas.token)).toEqual(newest(three));
    expect(await listed('tag=check-twice')).toEqual(newest(item, three, four));
    expect(await listed('tag=%23Check%20Twice&sort=oldest&pageSize=2')).toEqual({ ids: [item, three], total: 3 });
    expect(await listed('tag=check-twice&pageSize=2&page=2')).toEqual({ ids: [item], total: 3 });
    expect(await listed('tag=late&assignee=me')).toEqual(newest(item));
    expect(await listed('tag=late&assignee=none')).toEqual(newest(four));
    expect(await listed(`assignee=none&${mine}`)).toEqual(newest(four));
    expect(await listed(`tag=late&${mine}`)).toEqual(newest(item, three, four));
    expect(await listed('tag=late&from=2024-01-02&to=2024-01-03&currency=USD&type=sell')).toEqual(newest(three));
    expect(await listed('tag=late&currency=EUR')).toEqual(newest());
    expect(await listed('assignee=none&status=completed')).toEqual(newest());
    expect((await listed('assignee=none')).ids).not.toContain(item);
    expect((await call('GET', '/api/admin/transactions?assignee=nobody', { token })).status).toBe(400);

    // A decision removes neither, and the order is listed under its new status.
    const decision = { status: 'rejected', adminNotes: 'No transfer has arrived.' };
    await call('PUT', `/api/admin/transactions/${item}/status`, { token, json: decision });
    expect(await listed('tag=late&status=rejected')).toEqual(newest(item));
    expect(await listed('tag=late&status=pending')).toEqual(newest(three, four));
    expect(await tag(item, [])).toMatchObject({ status: 200, body: { status: 'rejected', tags: [] } });
    expect(await listed('tag=late')).toEqual(newest(three, four));
    const csv = await call('GET', '/api/admin/transactions?tag=late', { token });
    expect(csv.body).toMatchObject([
      { tags: ['check-twice', 'late'], assignee: null },
      { tags: ['check-twice', 'late'], assignee: { id: tomas.id, name: 'Mo payer' } },
    ]);
  });

  test('reads an index for each of these filters', async () => {
    const index = { assignee: 'orders_by_assignee', unassigned: 'orders_unassigned', tag: 'order_tags_tag' };
    const plans = declaredStatements.filter(({ text }) => /with page as materialized \(select [rt]\.id/.test(text));
    const found = {
      assignee: plans.filter(({ text }) => text.includes('t.assignee_id = $8 and (')),
      unassigned: plans.filter(({ text }) => text.includes('t.assignee_id is null and (')),
      tag: plans.filter(({ text }) => text.includes('g.tag = $10 and (')),
    };
    for (const name of ['assignee', 'unassigned', 'tag'] as const) {
      expect(found[name]).toHaveLength(orderSorts.length);
      for (const { text } of found[name]) {
        const client = await testbed.database.pool.connect();
        await client.query('begin; set local enable_seqscan = off');
        const plan = await client.query<Record<string, string>>(`explain (generic_plan) ${text}`);
        await client.query('rollback');
        client.release();
        expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index[name]);
      }
    }
  });

  test('answers a poll with a new list once an assignee, tag or note has changed, and tells the team but not the customer', async () => {
    const { ids, customer } = await ordersOf(1);
    const id = ids[0] ?? '';
    const tomas = await clients.aClient({ token: (await member('payer')).token });
    const path = '/api/admin/transactions?assignee=me';
    const etag = (await call('GET', path, { token })).headers.get('etag') ?? '';
    await assign(id, nora.id);
    await waitForMessage(tomas, { type: 'queue_changed' });
    await vi.waitFor(
      async () => {
        const polled = await call('GET', path, { token, headers: { 'If-None-Match': etag } });
        expect(polled.status).toBe(200);
      },
      { timeout: 30_000 },
    );
    const [order] = await testbed.rows('select version, updated_at = created_at as same from orders where id = $1', [
      id,
    ]);
    expect(order).toEqual({ version: 1, same: true });
    expect(customer.userId).not.toBe(nora.id);
    clients.goAway();
  });

  test('is not mistaken for that of a colleague who asks for their own orders too', async () => {
    const tomas = await member('payer');
    const path = '/api/admin/transactions?assignee=me';
    const etag = (await call('GET', path, { token })).headers.get('etag') ?? '';
    const other = await call('GET', path, { token: tomas.token, headers: { 'If-None-Match': etag } });
    expect([other.status, other.body]).toEqual([200, []]);
  });
});

describe('taking the next order', () => {
  test('gives fifty reviewers who ask at once fifty different ones, the oldest first, and then none', async () => {
    await testbed.rows(`update orders set assignee_id = $1 where assignee_id is null returning id`, [nora.id]);
    const { ids } = await ordersOf(50);
    const takers = await Promise.all([member('reviewer'), member('payer'), member('support'), member('owner')]);
    const take = (taker: number) =>
      call('POST', '/api/admin/transactions/take-next', { token: takers[taker % takers.length]?.token ?? '' });
    const first = await take(0);
    expect(first).toMatchObject({ status: 200, body: { id: ids[0], assignee: { id: takers[0]?.id } } });
    const taken = await Promise.all(Array.from({ length: 50 }, (_, taker) => take(taker)));
    const got = taken.filter(({ status }) => status === 200).map(({ body }) => String(body.id));
    expect(got.toSorted()).toEqual(ids.slice(1).toSorted());
    expect(taken.filter(({ status }) => status === 204)).toHaveLength(1);
    const audited = await testbed.rows(
      `select subject_id, count(*)::int as count from audit_log
       where action = 'transaction.assigned' and subject_id = any($1) group by 1`,
      [ids],
    );
    expect(audited.map(({ count }) => count)).toEqual(ids.map(() => 1));
    const auditor = await member('auditor');
    expect((await call('POST', '/api/admin/transactions/take-next', { token: auditor.token })).status).toBe(403);
  });
});

describe('an open order', () => {
  test('names the colleagues who have it open too, in every process, until they close it or their tab', async () => {
    const other = await testbed.another();
    const otherClients = socketClients(() => socketOf(other.url));
    const tomas = await member('payer');
    const { ids } = await ordersOf(2);
    const [id = '', next = ''] = ids;
    const mine = await clients.aClient({ token });
    const theirs = await otherClients.aClient({ token: tomas.token });
    const opened = { type: 'order_opened', id };
    const seenBy = async (client: typeof mine) => {
      for (;;) {
        const message = await client.next();
        if (message.type === 'order_viewers') return message;
      }
    };
    mine.send(opened);
    expect(await seenBy(mine)).toEqual({ type: 'order_viewers', id, viewers: [] });
    theirs.send(opened);
    expect(await seenBy(theirs)).toMatchObject({ id, viewers: [{ id: nora.id, name: 'Mo reviewer' }] });
    expect(await seenBy(mine)).toMatchObject({ id, viewers: [{ id: tomas.id, name: 'Mo payer' }] });
    theirs.send({ type: 'order_opened', id: next });
    expect(await seenBy(mine)).toMatchObject({ id, viewers: [] });
    theirs.send(opened);
    expect(await seenBy(mine)).toMatchObject({ id, viewers: [{ id: tomas.id }] });
    otherClients.goAway();
    expect(await seenBy(mine)).toMatchObject({ id, viewers: [] });

    const customer = await aUser(testbed.database.pool);
    const { token: stranger } = await aSession(testbed.app.deps, { id: customer.userId, role: 'customer' });
    const outsider = await clients.aClient({ token: stranger });
    outsider.send(opened);
    expect(await outsider.next()).toMatchObject({ type: 'error', code: 'forbidden' });
    clients.goAway();
  });
});
