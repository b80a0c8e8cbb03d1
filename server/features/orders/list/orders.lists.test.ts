import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { amountOf } from '#shared/kernel/money.ts';
import { adminOrderDetails, adminOrderView } from '#shared/orders/admin/orders.admin.contract.ts';
import { orderDetails, ownOrderView } from '#shared/orders/orders.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aProof, aQuote, aSeller, plainOrder, submit, type Seller } from '#tests/factories/sales.ts';
import { callsOf, type Row } from '#tests/setup/calls.ts';
import { readsDuring } from '#tests/setup/reads.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app, another, rows } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const someone = () => aSeller(app, database.pool);
/** An order that was submitted: the answer arrives once this process knows of the change. */
const anOrderOf = async (who: Seller, proof = aProof()) => (await submit(app, who, plainOrder(), { proof })).body;
const book = (query = '') => admin.get(`transactions${query}`);
const pageOfBook = (query: string) => admin.page(`transactions${query}`);
const listOf = async (who: Seller, query = '', etag?: string | null) => {
  const known: Record<string, string> = etag === undefined ? {} : { 'If-None-Match': etag ?? '' };
  const { status, headers, body } = await callsOf(app, who).get(`transactions${query}`, undefined, known);
  return { status, etag: headers.get('etag'), body: body as unknown };
};
const reject = (id: string) =>
  admin.put(`transactions/${id}/status`, { status: 'failed', adminNotes: 'The amount that arrived differs.' });

describe("a customer's list", () => {
  test('has exactly the fields of the contract, and so have the details', async () => {
    const bob = await someone();
    const newOrder = await anOrderOf(bob);
    expect(z.array(z.strictObject(ownOrderView.shape)).parse((await listOf(bob)).body)).toHaveLength(1);
    const { body } = await callsOf(app, bob).get(`transactions/${newOrder.id}`);
    expect(z.strictObject(orderDetails.shape).parse(body)).toEqual(newOrder);
  });

  test('has exchanges too, with their own texts', async () => {
    const bob = await someone();
    const gives = { type: 'fiat', currency: 'PHP' } as const;
    await anOrder(app.deps, bob, { gives, amount: amountOf('sent', '1000'), deposit: null, hasProof: false });
    const terms = { type: 'fiat', fromCurrency: 'PHP', toCurrency: 'USD', inputAmount: 1000, outputAmount: 371.88 };
    const noCoin = { cryptoId: null, cryptocurrency: null, deposit: null };
    const { body } = await listOf(bob, '?type=fiat&currency=PHP');
    expect(body).toMatchObject([{ ...terms, ...noCoin, awaitingProof: true }]);
  });

  test('is paged newest first with the exact total, and filtered by status and words', async () => {
    const bob = await someone();
    const orderIds: string[] = [];
    for (let day = 1; day <= 7; day += 1) {
      const at = new Date(`2026-03-0${day}T12:00:00Z`);
      const draft = { at, ...(day === 3 && { payoutCurrency: 'EUR', transactionHash: 'ee'.repeat(32) }) };
      orderIds.unshift(await anOrder(app.deps, bob, draft));
    }
    for (const [query, ids, total] of [
      ['page=2&pageSize=5', orderIds.slice(5), 7],
      ['from=2026-03-02&to=2026-03-04', orderIds.slice(3, 6), 3],
      ['currency=EUR', [orderIds[4]], 1],
      ['q=EEEEEE', [orderIds[4]], 1],
      ['q=%25', [], 0],
      ['status=completed&status=failed', [], 0],
      ['status=pending&type=sell&pageSize=100', orderIds, 7],
    ] as const)
      expect([query, await callsOf(app, bob).page(`transactions?${query}`)]).toEqual([query, { ids, total }]);
  });

  test('lists proofs by their arrival', async () => {
    const bob = await someone();
    const { id } = await anOrderOf(bob);
    const came = [
      ['z.png', '2026-03-02T12:00:00Z'],
      ['b.png', '2026-03-01T12:00:00Z'],
      ['a.png', '2026-03-01T12:00:00Z'],
    ];
    for (const [name, at] of came)
      await rows(
        `insert into files (filename, original_name, type, size, sent_hash, purpose, owner_id, order_id, created_at)
         values ($1, $2, 'image/png', 1, sha256('x'), 'payment_proof', $3, $4, $5)`,
        [`${randomUUID()}.png`, name, bob.id, id, at],
      );
    const [line] = z.array(ownOrderView).parse((await listOf(bob)).body);
    const names = line?.paymentProofFiles.map(({ originalName }) => originalName);
    expect(names).toEqual(['a.png', 'b.png', 'z.png', 'proof.png']);
  });

  test('looks empty for another customer’s orders, details and files', async () => {
    const { id, paymentProofFiles } = await anOrderOf(ada);
    const eve = await someone();
    const hers = callsOf(app, ada);
    const strangers = callsOf(app, eve);
    expect(await strangers.page('transactions')).toEqual({ ids: [], total: 0 });
    const stranger = await strangers.get(`transactions/${id}`);
    expect(stranger.status).toBe(404);
    expect(stranger.body).toEqual((await strangers.get(`transactions/${randomUUID()}`)).body);
    const proof = `files/${paymentProofFiles[0]?.filename}`;
    expect([(await strangers.get(proof)).status, (await hers.get(proof)).status]).toEqual([404, 200]);
  });
});

describe('an unchanged poll', () => {
  test('is answered 304 without reading a row until something changes', async () => {
    const bob = await someone();
    await anOrderOf(bob);
    let { etag } = await listOf(bob);
    // Once the event of its last change has arrived.
    const settled = async () => {
      ({ etag } = await listOf(bob));
      expect((await listOf(bob, '', etag)).status).toBe(304);
    };
    await vi.waitFor(settled, { timeout: 30_000 });
    const again: object[] = [];
    const reads = await readsDuring(app, async () => again.push(await listOf(bob, '', etag)));
    expect([again, reads]).toMatchObject([[{ status: 304, body: '' }], []]);

    await anOrderOf(bob);
    const { status, body } = await listOf(bob, '', etag);
    expect([status, body]).toMatchObject([200, [{}, {}]]);
  });

  test('is never answered from another page, filter or user', async () => {
    const bob = await someone();
    const { etag } = await listOf(bob);
    const polls = [listOf(bob, '?page=2', etag), listOf(bob, '?status=pending', etag), listOf(ada, '', etag)];
    expect((await Promise.all(polls)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('sees the changes of another process', async () => {
    const bob = await someone();
    const otherProcess = await another();
    const { etag } = await listOf(bob);
    const notified = new Promise((resolve) => {
      app.deps.events.on('order_changed', resolve);
    });
    await anOrder(otherProcess.deps, bob);
    await notified;
    expect((await listOf(bob, '', etag)).status).toBe(200);
  });
});

describe('the order book', () => {
  test('shows the administrator the customer, and every field of its contract', async () => {
    const bob = await someone();
    await anOrder(app.deps, bob);
    const { body } = await book(`?q=${bob.email}`);
    expect(z.array(z.strictObject(adminOrderView.shape)).parse(body)).toHaveLength(1);
    expect(body).toMatchObject([{ userEmail: bob.email, userName: 'Ada Obi', kycStatus: 'approved' }]);
  });

  test('has another ETag right after a decision, so that a poll gets the new list', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await anOrderOf(ada);
      const path = 'transactions?status=pending&pageSize=100';
      const firstResponse = await admin.get(path);
      expect((await reject(id)).status).toBe(200);
      const known = { 'If-None-Match': firstResponse.headers.get('etag') ?? '' };
      const { status, body } = await admin.get(path, undefined, known);
      expect(status).toBe(200);
      expect((body as unknown as Row[]).map((order) => order.id)).not.toContain(id);
    }
  });

  test('finds an order by each of its names and numbers', async () => {
    const name = { firstName: 'Zoë', lastName: 'Quillfeather', email: 'zoe_q%1@example.com' };
    const transactionHash = '7a'.repeat(32);
    const address = 'bc1qgl5vlg0zdl7yvprgxj9fevsc6q6x5dmcyk3cn3';
    const deposit = { address, memo: null, network: 'Bitcoin Network' };
    const id = await anOrder(app.deps, await aUser(database.pool, name), { transactionHash, deposit });
    await rows(`update orders set admin_transaction_id = 'WIRE-99' where id = $1`, [id]);
    const { reference } = adminOrderDetails.parse((await admin.get(`transactions/${id}`)).body);
    const ofReference = [reference, reference.slice(0, 8), reference.slice(3).toLowerCase()];
    const otherFilters = [
      'WIRE-99',
      'wire-9',
      address,
      `bitcoin:${address}?amount=1`,
      'quillf',
      'zoë quill',
      'zoe_q%1',
      'Q%1@EXAMPLE',
    ];
    for (const search of [...ofReference, id, transactionHash.slice(0, 12), ...otherFilters])
      expect([search, await pageOfBook(`?q=${encodeURIComponent(search)}`)]).toEqual([search, { ids: [id], total: 1 }]);
    expect(await pageOfBook('?q=quillf&status=completed')).toEqual({ ids: [], total: 0 });
    expect(await pageOfBook('?q=no-such-thing')).toEqual({ ids: [], total: 0 });
  });

  test('finds an order by an email address in its shown and its stored form', async () => {
    const email = 'zoe@xn--e1afmkfd.xn--p1ai';
    const id = await anOrder(app.deps, await aUser(database.pool, { email }));
    for (const search of [email, 'zoe@пример.рф', 'ZOE@Пример.рф'])
      expect(await pageOfBook(`?q=${encodeURIComponent(search)}`)).toEqual({ ids: [id], total: 1 });
  });

  test('names the deciding member to the team alone, and lists waiting orders first in a search', async () => {
    const seller = await someone();
    const endedOrder = await anOrder(app.deps, seller);
    const waitingOrder = await anOrder(app.deps, seller);
    const { decidedBy, events } = adminOrderDetails.parse((await reject(endedOrder)).body);
    expect([decidedBy, events.at(-1)?.byName, events[0]?.byName]).toEqual([expect.any(String), decidedBy, null]);
    const ownCall = await callsOf(app, seller).get(`transactions/${endedOrder}`);
    expect(JSON.stringify(ownCall.body)).not.toMatch(/decidedBy|byName/);
    const page = await pageOfBook(`?sort=oldest&q=${encodeURIComponent(seller.email)}`);
    expect(page.ids).toEqual([waitingOrder, endedOrder]);
    const sortedBook = JSON.stringify((await book('?sort=-decidedBy&pageSize=100')).body);
    expect(sortedBook.lastIndexOf('"decidedBy":"')).toBeLessThan(sortedBook.indexOf('"decidedBy":null'));
  });

  test('filters, sorts, pages and counts orders', async () => {
    const bob = await aUser(database.pool, { lastName: 'Sortable' });
    const orderIds: string[] = [];
    for (let day = 1; day <= 4; day += 1)
      orderIds.push(await anOrder(app.deps, bob, { at: new Date(`2025-01-0${day}T00:00:00Z`), payoutCurrency: 'SEK' }));
    const newest = orderIds.toReversed();
    for (const [query, ids, total] of [
      ['currency=SEK', newest, 4],
      ['currency=SEK&sort=oldest&page=2&pageSize=3', orderIds.slice(3), 4],
      ['from=2025-01-02&to=2025-01-03', newest.slice(1, 3), 2],
      ['q=sortable&sort=oldest&pageSize=2', orderIds.slice(0, 2), 4],
      ['status=pending&status=processing&currency=SEK&type=sell', newest, 4],
    ] as const)
      expect([query, await pageOfBook(`?${query}`)]).toEqual([query, { ids, total }]);
    expect((await book('?page=1000&pageSize=100')).status).toBe(400);
    const shown = async (sort: string) =>
      (await admin.list(`transactions?currency=SEK&sort=${sort}`)).map(({ reference }) => String(reference));
    const inOrder = (await shown('newest')).toSorted();
    expect(await shown('reference')).toEqual(inOrder);
    expect(await shown('-reference')).toEqual(inOrder.toReversed());
    expect((await pageOfBook('?q=sortable&sort=-value&pageSize=3')).ids).toHaveLength(3);
  });

  test('moves an approved order to its payout, and one without a proof to its customer', async () => {
    const bob = await aUser(database.pool);
    const bookFields = { payoutCurrency: 'DKK' };
    const readyOrder = await anOrder(app.deps, bob, bookFields);
    const approvedOrder = await anOrder(app.deps, bob, bookFields);
    const gives = { type: 'fiat', currency: 'PHP' } as const;
    const unprovenOrder = await anOrder(app.deps, bob, { ...bookFields, gives, deposit: null, hasProof: false });
    const work = async (kind: string) => (await pageOfBook(`?currency=DKK&work=${kind}`)).ids;
    expect((await work('todo')).toSorted()).toEqual([readyOrder, approvedOrder].toSorted());
    await rows(`update orders set status = 'processing', version = 2, stage = 'approved' where id = $1`, [
      approvedOrder,
    ]);
    expect([await work('todo'), await work('waiting'), await work('approved')]).toEqual([
      [readyOrder],
      [unprovenOrder],
      [approvedOrder],
    ]);
    expect((await pageOfBook('?currency=DKK')).total).toBe(3);
  });

  test('warns of a proof that was sent for another order too', async () => {
    const proof = aProof();
    const first = await someone();
    const item = await anOrderOf(first, proof);
    const secondOrder = await anOrderOf(await someone(), proof);
    expect((await admin.get(`transactions/${secondOrder.id}`)).body.sameProofReferences).toEqual([item.reference]);
    expect((await book(`?q=${first.email}`)).body).toMatchObject([{ sameProofReferences: [secondOrder.reference] }]);
    expect(JSON.stringify(secondOrder)).not.toContain(item.reference);
  });

  test('lists open quotes that coins may still arrive for', async () => {
    const bob = await someone();
    const { quoteId } = await aQuote(app, bob);
    expect((await admin.get('sell-quotes')).body).toMatchObject([{ quoteId, userEmail: bob.email }]);
  });
});
