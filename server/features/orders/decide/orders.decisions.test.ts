import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { adminOrderDetails, orderDetails } from '#shared/orders/orders.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aProof, aSeller, plainOrder, submit, worldOf } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const anOrder = async () => (await submit(app, ada, plainOrder())).body.id;
const seenByOwner = async (id: string) =>
  orderDetails.parse((await app.call('GET', `/api/transactions/${id}`, { token: ada.token })).body);

type Sent = { fields: Record<string, string>; shots?: number; shot?: Buffer; key?: string; token?: string };

/** The review panel's form. */
async function patch(id: string, { fields, shots = 0, shot, key, token = admin.token }: Sent) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (let i = 0; i < shots; i += 1) {
    form.append('payoutFiles', new Blob([new Uint8Array(shot ?? aProof())], { type: 'image/png' }), `payout ${i}.png`);
  }
  const headers = { Authorization: `Bearer ${token}`, ...(key ? { 'Idempotency-Key': key } : {}) };
  const url = `${app.url}/api/admin/transactions/${id}/status`;
  const response = await fetch(url, { method: 'PATCH', headers, body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const put = (id: string, json: unknown, token = admin.token) =>
  app.call('PUT', `/api/admin/transactions/${id}/status`, { token, json });

const evidence = { adminNotes: 'Paid by bank.', adminTransactionId: 'WIRE-1' };

describe('approval', () => {
  test('in the review panel pays with notes, transaction id and screenshots, which the customer then sees', async () => {
    const id = await anOrder();
    expect((await patch(id, { fields: { status: 'processing' } })).status).toBe(200);
    const { status, body } = await patch(id, { fields: { status: 'completed', version: '2', ...evidence }, shots: 2 });
    expect(status).toBe(200);
    expect(adminOrderDetails.parse(body)).toMatchObject({ status: 'completed', version: 3, ...evidence });
    const seen = await seenByOwner(id);
    expect(seen).toMatchObject({
      status: 'completed',
      ...evidence,
      events: [{}, {}, { by: 'desk', note: 'Paid by bank.' }],
    });
    expect(seen.adminPayoutScreenshots.map(({ originalName }) => originalName)).toEqual([
      'payout 0.png',
      'payout 1.png',
    ]);
    const shot = seen.adminPayoutScreenshots[0]?.filename ?? '';
    expect((await app.call('GET', `/api/files/${shot}`, { token: ada.token })).status).toBe(200);
  });

  const missing: [string, Record<string, string>, number, string][] = [
    ['notes', { adminTransactionId: 'WIRE-1' }, 1, 'Admin notes are required before approval'],
    ['blank notes', { ...evidence, adminNotes: '   ' }, 1, 'Admin notes are required before approval'],
    ['the transaction id', { adminNotes: 'paid' }, 1, 'Transaction ID must be provided before approving'],
    ['a screenshot', evidence, 0, 'Payout screenshot is required before approval'],
  ];
  test.each(missing)(
    'without %s is refused in the words of the panel, and leaves nothing',
    async (_name, fields, shots, message) => {
      const id = await anOrder();
      const before = await worldOf(app, database.pool);
      const answer = await patch(id, { fields: { status: 'completed', ...fields }, shots });
      expect(answer).toMatchObject({ status: 422, body: { code: 'evidence_missing', message } });
      expect(await worldOf(app, database.pool)).toEqual(before);
      expect((await seenByOwner(id)).status).toBe('pending');
    },
  );

  test('by the quick action takes what the panel has put on record', async () => {
    const id = await anOrder();
    expect(await put(id, { status: 'completed' })).toMatchObject({ status: 422 });
    await patch(id, { fields: { status: 'processing', ...evidence }, shots: 1 });
    expect(await put(id, { status: 'completed' })).toMatchObject({ status: 200, body: { status: 'completed' } });
  });

  test('sent twice with one key is done once', async () => {
    const id = await anOrder();
    const [key, shot] = [randomUUID(), aProof()];
    const send = () => patch(id, { fields: { status: 'completed', ...evidence }, shots: 1, shot, key });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await seenByOwner(id)).adminPayoutScreenshots).toHaveLength(1);
  });

  test('with a page instead of a picture, or a sixth picture, is refused', async () => {
    const id = await anOrder();
    const fields = { status: 'completed', ...evidence };
    expect((await patch(id, { fields, shots: 1, shot: Buffer.from('<svg onload=alert(1)>') })).status).toBe(415);
    expect((await patch(id, { fields, shots: 6 })).status).toBe(400);
    expect((await seenByOwner(id)).status).toBe('pending');
  });
});

describe('refusal', () => {
  test('in the review panel needs a reason, which the customer reads on screen and by mail', async () => {
    const id = await anOrder();
    expect(await patch(id, { fields: { status: 'rejected' } })).toMatchObject({
      status: 422,
      body: { code: 'evidence_missing', fields: { adminNotes: 'Please give a reason: the customer will read it.' } },
    });
    await patch(id, { fields: { status: 'rejected', adminNotes: 'The proof shows another address.' } });
    expect(await seenByOwner(id)).toMatchObject({ status: 'rejected', adminNotes: 'The proof shows another address.' });
  });

  test('by the quick action goes without one', async () => {
    const id = await anOrder();
    expect(await put(id, { status: 'failed' })).toMatchObject({ status: 200, body: { status: 'failed' } });
  });
});

describe('only once, and only by the administrator', () => {
  test('approve, reject and quick approve at the same moment: one wins, the others hear what happened', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await anOrder();
      const answers = await Promise.all([
        patch(id, { fields: { status: 'completed', ...evidence, adminTransactionId: `WIRE-${id}` }, shots: 1 }),
        patch(id, { fields: { status: 'rejected', adminNotes: 'no' } }),
        put(id, { status: 'failed' }),
      ]);
      const winner = answers.find(({ status }) => status === 200);
      const losers = answers.filter((answer) => answer !== winner);
      const message = `Transaction has already been ${String(winner?.body.status)}`;
      expect(losers.map(({ status, body }) => [status, body.code, body.message])).toEqual([
        [409, 'already_decided', message],
        [409, 'already_decided', message],
      ]);
      const seen = await seenByOwner(id);
      expect([seen.status, seen.events.length]).toEqual([winner?.body.status, 2]);
      expect(seen.adminPayoutScreenshots).toHaveLength(seen.status === 'completed' ? 1 : 0);
    }
  }, 60_000);

  test('a customer and a visitor decide nothing', async () => {
    const id = await anOrder();
    expect((await put(id, { status: 'completed' }, ada.token)).status).toBe(403);
    expect((await patch(id, { fields: { status: 'completed', ...evidence }, shots: 1, token: ada.token })).status).toBe(
      403,
    );
    expect((await put(id, { status: 'completed' }, 'nonsense')).status).toBe(401);
    expect((await seenByOwner(id)).status).toBe('pending');
  });

  test('nothing else of the order can be slipped in', async () => {
    const id = await anOrder();
    const before = await seenByOwner(id);
    await put(id, {
      status: 'processing',
      userId: randomUUID(),
      payoutAmount: 1e6,
      createdAt: '2000-01-01',
      version: 1,
    });
    const after = await seenByOwner(id);
    expect({ ...after, status: 0, version: 0, updatedAt: 0, events: 0 }).toEqual({
      ...before,
      status: 0,
      version: 0,
      updatedAt: 0,
      events: 0,
    });
  });

  test('a status the administrator has no move for is refused', async () => {
    const id = await anOrder();
    for (const status of ['pending', 'paid', '', null]) expect((await put(id, { status })).status).toBe(400);
  });
});

describe('a warning about an order', () => {
  const approval = { status: 'completed', ...evidence };
  const sameProof = async () => {
    const proof = aProof();
    const other = await aSeller(app, database.pool);
    expect((await submit(app, other, plainOrder(), { proof })).status).toBe(201);
    return (await submit(app, ada, plainOrder(), { proof })).body.id;
  };

  test('asks the reviewer why it is approved all the same, and the answer is on record', async () => {
    const id = await sameProof();
    const before = await worldOf(app, database.pool);
    const refused = { code: 'warning_needs_reason', fields: { reason: expect.any(String) as string } };
    expect((await patch(id, { fields: approval, shots: 1 })).body).toMatchObject(refused);
    expect(await worldOf(app, database.pool)).toEqual(before);
    const reason = 'Both are the same person, seen in the office.';
    expect((await patch(id, { fields: { ...approval, reason }, shots: 1 })).status).toBe(200);
    const { rows } = await database.pool.query<{ details: unknown }>(
      `select details from audit_log where action = 'transaction.warnings_accepted' and subject_id = $1`,
      [id],
    );
    expect(rows).toMatchObject([{ details: { findings: ['same_proof'] } }]);
    expect(JSON.stringify((await seenByOwner(id)).events)).not.toContain(reason);
  });

  test('of a stopped address stops the approval until there is a reason', async () => {
    const id = await anOrder();
    await database.pool.query(
      `insert into deposit_address_stops (crypto_id, address, memo, reason, stopped_by, stopped_at, signature)
       select crypto_id, deposit_address, coalesce(deposit_memo, ''), 'lost key', $2, now(), 'x' from orders where id = $1`,
      [id, ada.id],
    );
    const seen = await app.call('GET', `/api/admin/transactions/${id}`, { token: admin.token });
    expect(seen.body.warnings).toEqual(['address_stopped']);
    expect((await patch(id, { fields: approval, shots: 1 })).body.code).toBe('warning_needs_reason');
    await database.pool.query(`alter table deposit_address_stops disable trigger all`);
    await database.pool.query(`delete from deposit_address_stops`);
  });

  test('an order of a blocked customer is not paid, whatever the reason, and the reviewer reads why they are blocked', async () => {
    const bob = await aSeller(app, database.pool);
    const { id } = (await submit(app, bob, plainOrder())).body;
    await database.pool.query(`update users set status = 'blocked', blocked_reason = 'Stolen card' where id = $1`, [
      bob.id,
    ]);
    const seen = await app.call('GET', `/api/admin/transactions/${id}`, { token: admin.token });
    expect(seen.body.customer).toMatchObject({ status: 'blocked', blockedReason: 'Stolen card' });
    const refused = await patch(id, { fields: { ...approval, reason: 'I trust them.' }, shots: 1 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'customer_blocked' } });
    await database.pool.query(`update users set status = 'active' where id = $1`, [bob.id]);
    expect((await patch(id, { fields: approval, shots: 1 })).status).toBe(200);
  });
});
