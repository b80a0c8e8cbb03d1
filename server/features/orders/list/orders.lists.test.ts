import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { amountOf } from '#shared/kernel/money.ts';
import { adminOrderDetails, adminOrderView, orderDetails, orderView } from '#shared/orders/orders.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { customerRights } from '#tests/factories/rights.ts';
import { aProof, aSeller, plainOrder, submit, type Seller } from '#tests/factories/sales.ts';
import { readsDuring, startTestApp } from '#tests/setup/app.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const listOf = async (token: string, query = '', headers: Record<string, string> = {}) => {
  const { status, headers: answered, body } = await app.call('GET', `/api/transactions${query}`, { token, headers });
  return { status, etag: answered.get('etag'), total: answered.get('x-total-count'), body: body as unknown };
};
const referencesIn = (body: unknown) =>
  z
    .array(z.object({ reference: z.string() }))
    .parse(body)
    .map((item) => item.reference);
const ownerOf = (seller: Seller) =>
  ({
    userId: seller.id,
    role: 'customer',
    ...customerRights,
    email: seller.email,
    sessionId: '',
    requestId: '',
  }) as const;

describe("a customer's list", () => {
  test('shows every field of the contract and nothing else, as do the details', async () => {
    const { body: made } = await submit(app, ada, plainOrder());
    const { body } = await listOf(ada.token);
    expect(z.array(z.strictObject(orderView.shape)).parse(body)).toHaveLength(1);
    const item = await app.call('GET', `/api/transactions/${made.id}`, { token: ada.token });
    expect(z.strictObject(orderDetails.shape).parse(item.body)).toEqual(made);
  });

  test('holds exchanges too, in their own words', async () => {
    const bob = await aSeller(app, database.pool);
    await anOrder(app.deps, ownerOf(bob), {
      gives: { type: 'fiat', currency: 'PHP' },
      amount: amountOf('sent', '1000'),
      deposit: null,
      hasProof: false,
    });
    const { body } = await listOf(bob.token, '?type=fiat&currency=PHP');
    expect(body).toMatchObject([
      {
        type: 'fiat',
        fromCurrency: 'PHP',
        toCurrency: 'USD',
        inputAmount: 1000,
        outputAmount: 371.88,
        awaitingProof: true,
        cryptoId: null,
        cryptocurrency: null,
        deposit: null,
      },
    ]);
  });

  test('is paged newest first with the exact total, and narrowed by filters and words', async () => {
    const bob = await aSeller(app, database.pool);
    const made: string[] = [];
    for (let day = 1; day <= 7; day += 1) {
      const at = new Date(`2026-03-0${day}T12:00:00Z`);
      const draft = { at, ...(day === 3 && { payoutCurrency: 'EUR', transactionHash: 'ee'.repeat(32) }) };
      made.unshift(await anOrder(app.deps, ownerOf(bob), draft));
    }
    const idsIn = async (query: string) => {
      const { body, total } = await listOf(bob.token, query);
      return {
        ids: z
          .array(z.object({ id: z.string() }))
          .parse(body)
          .map(({ id }) => id),
        total,
      };
    };
    expect(await idsIn('?page=2&pageSize=5')).toEqual({ ids: made.slice(5), total: '7' });
    expect(await idsIn('?from=2026-03-02&to=2026-03-04')).toEqual({ ids: made.slice(3, 6), total: '3' });
    expect(await idsIn('?currency=EUR')).toEqual({ ids: [made[4]], total: '1' });
    expect(await idsIn('?q=EEEEEE')).toEqual({ ids: [made[4]], total: '1' });
    expect(await idsIn('?q=%25')).toEqual({ ids: [], total: '0' });
    expect(await idsIn('?status=completed&status=failed')).toEqual({ ids: [], total: '0' });
    expect(await idsIn('?status=pending&type=sell&pageSize=100')).toEqual({ ids: made, total: '7' });
  });

  test("another customer's orders, details and files look as if they were not there", async () => {
    const { body } = await submit(app, ada, plainOrder());
    const eve = await aSeller(app, database.pool);
    expect(await listOf(eve.token)).toMatchObject({ body: [], total: '0' });
    const stranger = await app.call('GET', `/api/transactions/${body.id}`, { token: eve.token });
    const unknown = await app.call('GET', `/api/transactions/${randomUUID()}`, { token: eve.token });
    expect(stranger.status).toBe(404);
    expect(stranger.body).toEqual(unknown.body);
    const proof = body.paymentProofFiles[0]?.filename ?? '';
    expect((await app.call('GET', `/api/files/${proof}`, { token: eve.token })).status).toBe(404);
    expect((await app.call('GET', `/api/files/${proof}`, { token: ada.token })).status).toBe(200);
  });
});

/** The list once the event of its last change has arrived. */
const unchangedList = (token: string) =>
  vi.waitFor(
    async () => {
      const list = await listOf(token);
      expect((await listOf(token, '', { 'If-None-Match': list.etag ?? '' })).status).toBe(304);
      return list;
    },
    { timeout: 30_000 },
  );

describe('an unchanged poll', () => {
  test('is answered 304 without reading a row, until something changes', async () => {
    const bob = await aSeller(app, database.pool);
    await submit(app, bob, plainOrder());
    const { etag } = await unchangedList(bob.token);
    let again: Awaited<ReturnType<typeof listOf>> | undefined;
    const reads = await readsDuring(app, async () => {
      again = await listOf(bob.token, '', { 'If-None-Match': etag ?? '' });
    });
    expect([again?.status, again?.body, reads]).toEqual([304, '', []]);

    await submit(app, bob, plainOrder());
    const changed = await listOf(bob.token, '', { 'If-None-Match': etag ?? '' });
    expect([changed.status, changed.total]).toEqual([200, '2']);
  });

  test('of another page, filter or person is never taken for this one', async () => {
    const bob = await aSeller(app, database.pool);
    const { etag } = await listOf(bob.token);
    const known = { 'If-None-Match': etag ?? '' };
    expect((await listOf(bob.token, '?page=2', known)).status).toBe(200);
    expect((await listOf(bob.token, '?status=pending', known)).status).toBe(200);
    expect((await listOf(ada.token, '', known)).status).toBe(200);
  });

  test('hears of changes made by another process', async () => {
    const bob = await aSeller(app, database.pool);
    const other = await startTestApp(database);
    const { etag } = await listOf(bob.token);
    const notified = new Promise((resolve) => {
      app.deps.events.on('order_changed', resolve);
    });
    await submit(other, bob, plainOrder());
    await notified;
    expect((await listOf(bob.token, '', { 'If-None-Match': etag ?? '' })).status).toBe(200);
    await other.stop();
  });
});

describe('the order book', () => {
  const book = async (query: string) => {
    const { status, headers, body } = await app.call('GET', `/api/admin/transactions${query}`, { token: admin.token });
    return { status, total: headers.get('x-total-count'), body: body as unknown };
  };

  test('shows the administrator who ordered, and every field of its contract', async () => {
    const { body } = await book('');
    expect(z.array(z.strictObject(adminOrderView.shape)).parse(body).length).toBeGreaterThan(0);
    expect(await book(`?q=${ada.email}`)).toMatchObject({
      body: [{ userEmail: ada.email, userName: 'Ada Obi', kycStatus: 'approved' }, {}],
    });
  });

  test('is another one right after a decision: a poll with the tag of the old list never hears that it is unchanged', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await submit(app, ada, plainOrder())).body;
      const path = '/api/admin/transactions?status=pending&pageSize=100';
      const before = await app.call('GET', path, { token: admin.token });
      const decision = { status: 'failed', adminNotes: 'The amount that arrived differs.' };
      const decided = await app.call('PUT', `/api/admin/transactions/${id}/status`, {
        token: admin.token,
        json: decision,
      });
      expect(decided.status).toBe(200);
      const headers = { 'If-None-Match': before.headers.get('etag') ?? '' };
      const { status, body } = await app.call('GET', path, { token: admin.token, headers });
      expect(status).toBe(200);
      expect((body as unknown as { id: string }[]).map((order) => order.id)).not.toContain(id);
    }
  });

  test('is closed to customers and visitors', async () => {
    const { id } = (await submit(app, ada, plainOrder())).body;
    for (const path of ['/api/admin/transactions', `/api/admin/transactions/${id}`, '/api/admin/sell-quotes']) {
      expect((await app.call('GET', path, { token: ada.token })).status).toBe(403);
      expect((await app.call('GET', path)).status).toBe(401);
    }
  });

  test('finds an order by all it is known by', async () => {
    const zoe = await aUser(database.pool, {
      firstName: 'Zoë',
      lastName: 'Quillfeather',
      email: 'zoe_q%1@example.com',
    });
    const transactionHash = '7a'.repeat(32);
    const deposit = { address: 'addr-of-zoe', memo: null, network: 'Bitcoin Network' };
    const id = await anOrder(app.deps, zoe, { transactionHash, deposit });
    await database.pool.query(`update orders set admin_transaction_id = 'WIRE-99' where id = $1`, [id]);
    const details = await app.call('GET', `/api/admin/transactions/${id}`, { token: admin.token });
    const { reference } = adminOrderDetails.parse(details.body);
    const searches = [
      reference,
      reference.slice(0, 8),
      reference.slice(3).toLowerCase(),
      id,
      transactionHash.slice(0, 12),
    ];
    searches.push('WIRE-99', 'wire-9', 'addr-of-zoe', 'quillf', 'zoë quill', 'zoe_q%1', 'Q%1@EXAMPLE');
    for (const search of searches) {
      const { body, total } = await book(`?q=${encodeURIComponent(search)}`);
      expect([search, referencesIn(body), total]).toEqual([search, [reference], '1']);
    }
    expect(await book('?q=quillf&status=completed')).toMatchObject({ body: [], total: '0' });
    expect(await book('?q=no-such-thing')).toMatchObject({ body: [], total: '0' });
  });

  test('names who decided, to the team alone, and lists what waits first where a member searches', async () => {
    const seller = await aSeller(app, database.pool);
    const { body: ended } = await submit(app, seller, plainOrder());
    const { body: waits } = await submit(app, seller, plainOrder());
    const path = `/api/admin/transactions/${ended.id}`;
    const json = { status: 'failed', adminNotes: 'Nothing came.' };
    const decided = await app.call('PUT', `${path}/status`, { token: admin.token, json });
    const { decidedBy, events } = adminOrderDetails.parse(decided.body);
    expect([decidedBy, events.at(-1)?.byName, events[0]?.byName]).toEqual([expect.any(String), decidedBy, null]);
    const own = await app.call('GET', `/api/transactions/${ended.id}`, { token: seller.token });
    expect(JSON.stringify(own.body)).not.toMatch(/decidedBy|byName/);
    const found = await book(`?sort=oldest&q=${encodeURIComponent(seller.email)}`);
    expect(referencesIn(found.body)).toEqual([waits.reference, ended.reference]);
    const sorted = JSON.stringify((await book('?sort=-decidedBy&pageSize=100')).body);
    expect(sorted.lastIndexOf('"decidedBy":"')).toBeLessThan(sorted.indexOf('"decidedBy":null'));
  });

  test('filters, sorts, pages and counts', async () => {
    const bob = await aUser(database.pool, { lastName: 'Sortable' });
    const ids: string[] = [];
    for (let day = 1; day <= 4; day += 1) {
      ids.push(await anOrder(app.deps, bob, { at: new Date(`2025-01-0${day}T00:00:00Z`), payoutCurrency: 'SEK' }));
    }
    const idsIn = async (query: string) => {
      const { body, total } = await book(query);
      return {
        ids: z
          .array(z.object({ id: z.string() }))
          .parse(body)
          .map(({ id }) => id),
        total,
      };
    };
    const newest = ids.toReversed();
    expect(await idsIn('?currency=SEK')).toEqual({ ids: newest, total: '4' });
    expect(await idsIn('?currency=SEK&sort=oldest&page=2&pageSize=3')).toEqual({ ids: ids.slice(3), total: '4' });
    expect(await idsIn('?from=2025-01-02&to=2025-01-03')).toEqual({ ids: [ids[2], ids[1]], total: '2' });
    expect(await idsIn('?q=sortable&sort=oldest&pageSize=2')).toEqual({ ids: ids.slice(0, 2), total: '4' });
    expect(await idsIn('?status=pending&status=processing&currency=SEK&type=sell')).toEqual({
      ids: newest,
      total: '4',
    });
    expect((await book('?page=1000&pageSize=100')).status).toBe(400);
    const references = z.array(z.object({ reference: z.string() }).transform(({ reference }) => reference));
    const shown = async (sort: string) => references.parse((await book(`?currency=SEK&sort=${sort}`)).body);
    const inOrder = (await shown('newest')).toSorted();
    expect(await shown('reference')).toEqual(inOrder);
    expect(await shown('-reference')).toEqual(inOrder.toReversed());
    expect((await idsIn('?q=sortable&sort=-value&pageSize=3')).ids).toHaveLength(3);
  });

  test('warns of a proof that was sent for another order', async () => {
    const proof = aProof();
    const [first, second] = [await aSeller(app, database.pool), await aSeller(app, database.pool)];
    const item = await submit(app, first, plainOrder(), { proof });
    const two = await submit(app, second, plainOrder(), { proof });
    expect([item.status, two.status]).toEqual([201, 201]);
    const seen = await app.call('GET', `/api/admin/transactions/${two.body.id}`, { token: admin.token });
    expect(seen.body.sameProofReferences).toEqual([item.body.reference]);
    expect((await book(`?q=${first.email}`)).body).toMatchObject([{ sameProofReferences: [two.body.reference] }]);
    expect(JSON.stringify(two.body)).not.toContain(item.body.reference);
  });

  test('lists holds that coins may still arrive for', async () => {
    const bob = await aSeller(app, database.pool);
    const quote = await app.call('POST', '/api/sell-quotes', {
      token: bob.token,
      json: { cryptoId: 'bitcoin', cryptoAmount: 0.01, targetCurrency: 'USD' },
    });
    const { body } = await app.call('GET', '/api/admin/sell-quotes', { token: admin.token });
    expect(body).toMatchObject([{ quoteId: quote.body.quoteId, userEmail: bob.email }]);
  });
});
