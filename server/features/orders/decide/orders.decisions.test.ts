import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { adminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
import { orderDetails } from '#shared/orders/orders.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder } from '#tests/factories/orders.ts';
import { aPng, aProof, aSeller, plainOrder, submit, worldOf } from '#tests/factories/sales.ts';
import { callsOf, codeOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app, rows } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const world = () => worldOf(app, database.pool);
const seenByOwner = async (id: string) => orderDetails.parse((await callsOf(app, ada).get(`transactions/${id}`)).body);
const review = async (id: string) => (await admin.get(`transactions/${id}`)).body;

type ReviewForm = { shots?: number; shot?: Buffer; key?: string; token?: string };
/** The review panel's form, with this many screenshots. */
const patch = (
  id: string,
  fields: Record<string, string>,
  { shots = 0, shot, key, token = admin.token }: ReviewForm = {},
) => {
  const payoutFiles = Array.from({ length: shots }, (_, index) => aPng(`payout ${index}.png`, shot));
  return app.call('PATCH', `/api/admin/transactions/${id}/status`, { token, key, form: { ...fields, payoutFiles } });
};
/** The quick action. */
const put = (id: string, json: unknown, token = admin.token) =>
  app.call('PUT', `/api/admin/transactions/${id}/status`, { token, json });

const evidence = { adminNotes: 'Paid by bank.', adminTransactionId: 'WIRE-1' };
const approval = { status: 'completed', ...evidence };

describe('approval', () => {
  test('pays with notes, transaction id and screenshots that the customer sees', async () => {
    const id = await anOrder(app.deps, ada);
    expect((await patch(id, { status: 'processing' })).status).toBe(200);
    const { status, body } = await patch(id, { ...approval, version: '2' }, { shots: 2 });
    expect(status).toBe(200);
    expect(adminOrderDetails.parse(body)).toMatchObject({ ...approval, version: 3 });
    const seenOrder = await seenByOwner(id);
    expect(seenOrder).toMatchObject({
      ...approval,
      events: [{}, {}, { by: 'admin', note: 'Paid by bank.' }],
      adminPayoutScreenshots: [{ originalName: 'payout 0.png' }, { originalName: 'payout 1.png' }],
    });
    const shot = await callsOf(app, ada).get(`files/${seenOrder.adminPayoutScreenshots[0]?.filename}`);
    expect(shot.status).toBe(200);
  });

  const missingCases: [string, Record<string, string>, number, string][] = [
    ['notes', { adminTransactionId: 'WIRE-1' }, 1, 'Admin notes are required before approval'],
    ['blank notes', { ...evidence, adminNotes: '   ' }, 1, 'Admin notes are required before approval'],
    ['the transaction id', { adminNotes: 'paid' }, 1, 'Transaction ID must be provided before approving'],
    ['a screenshot', evidence, 0, 'Payout screenshot is required before approval'],
  ];
  test.each(missingCases)(
    'without %s is refused with the message of the panel, and changes nothing',
    async (_name, fields, shots, message) => {
      const id = await anOrder(app.deps, ada);
      const worldBefore = await world();
      const answer = await patch(id, { status: 'completed', ...fields }, { shots });
      expect(answer).toMatchObject({ status: 422, body: { code: 'evidence_missing', message } });
      expect(await world()).toEqual(worldBefore);
      expect((await seenByOwner(id)).status).toBe('pending');
    },
  );

  test('by the quick action uses the evidence stored in the panel', async () => {
    const id = await anOrder(app.deps, ada);
    expect(await put(id, { status: 'completed' })).toMatchObject({ status: 422 });
    await patch(id, { status: 'processing', ...evidence }, { shots: 1 });
    expect(await put(id, { status: 'completed' })).toMatchObject({ status: 200, body: { status: 'completed' } });
  });

  test('that is sent twice with one key is done once', async () => {
    const id = await anOrder(app.deps, ada);
    const form = { shots: 1, shot: aProof(), key: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => patch(id, approval, form)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect((await seenByOwner(id)).adminPayoutScreenshots).toHaveLength(1);
  });

  test('with a web page instead of a picture, or a sixth picture, is refused', async () => {
    const id = await anOrder(app.deps, ada);
    const page = { shots: 1, shot: Buffer.from('<svg onload=alert(1)>') };
    expect((await patch(id, approval, page)).status).toBe(415);
    expect((await patch(id, approval, { shots: 6 })).status).toBe(400);
    expect((await seenByOwner(id)).status).toBe('pending');
  });
});

describe('refusal', () => {
  test('in the review panel needs a reason, which the customer reads on screen and by mail', async () => {
    const id = await anOrder(app.deps, ada);
    const fields = { adminNotes: 'Please give a reason: the customer will read it.' };
    const unexplained = await patch(id, { status: 'rejected' });
    expect(unexplained).toMatchObject({ status: 422, body: { code: 'evidence_missing', fields } });
    const explained = { status: 'rejected', adminNotes: 'The proof shows another address.' };
    await patch(id, explained);
    expect(await seenByOwner(id)).toMatchObject(explained);
  });

  test('by the quick action needs no reason', async () => {
    expect(await put(await anOrder(app.deps, ada), { status: 'failed' })).toMatchObject({
      status: 200,
      body: { status: 'failed' },
    });
  });
});

describe('a decision', () => {
  test('is made once when approve, reject and quick approve are sent at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await anOrder(app.deps, ada);
      const answers = await Promise.all([
        patch(id, { ...approval, adminTransactionId: `WIRE-${id}` }, { shots: 1 }),
        patch(id, { status: 'rejected', adminNotes: 'no' }),
        put(id, { status: 'failed' }),
      ]);
      const winner = answers.find(({ status }) => status === 200);
      const losers = answers.filter((answer) => answer !== winner);
      const message = `Transaction has already been ${String(winner?.body.status)}`;
      const refusal = { status: 409, body: { code: 'already_decided', message } };
      expect(losers).toMatchObject([refusal, refusal]);
      const seenOrder = await seenByOwner(id);
      expect([seenOrder.status, seenOrder.events.length]).toEqual([winner?.body.status, 2]);
      expect(seenOrder.adminPayoutScreenshots).toHaveLength(seenOrder.status === 'completed' ? 1 : 0);
    }
  });

  test('is refused to a customer and a visitor', async () => {
    const id = await anOrder(app.deps, ada);
    expect((await put(id, { status: 'completed' }, ada.token)).status).toBe(403);
    expect((await patch(id, approval, { shots: 1, token: ada.token })).status).toBe(403);
    expect((await put(id, { status: 'completed' }, 'nonsense')).status).toBe(401);
    expect((await seenByOwner(id)).status).toBe('pending');
  });

  test('changes no other field of the order', async () => {
    const id = await anOrder(app.deps, ada);
    const viewBefore = await seenByOwner(id);
    const slipped = { userId: randomUUID(), payoutAmount: 1e6, createdAt: '2000-01-01' };
    await put(id, { status: 'processing', version: 1, ...slipped });
    const movedValues = { status: 0, version: 0, updatedAt: 0, events: 0 };
    expect({ ...(await seenByOwner(id)), ...movedValues }).toEqual({ ...viewBefore, ...movedValues });
  });

  test('is refused from a status that has no such move', async () => {
    const id = await anOrder(app.deps, ada);
    for (const status of ['pending', 'paid', '', null]) expect((await put(id, { status })).status).toBe(400);
  });
});

describe('a warning about an order', () => {
  test('asks the reviewer for the reason of an approval, which is stored', async () => {
    const proof = aProof();
    await submit(app, await aSeller(app, database.pool), plainOrder(), { proof });
    const { id } = (await submit(app, ada, plainOrder(), { proof })).body;
    const worldBefore = await world();
    const refusal = { code: 'warning_needs_reason', fields: { reason: expect.any(String) as string } };
    expect((await patch(id, approval, { shots: 1 })).body).toMatchObject(refusal);
    expect(await world()).toEqual(worldBefore);
    const reason = 'Both are the same person, seen in the office.';
    expect((await patch(id, { ...approval, reason }, { shots: 1 })).status).toBe(200);
    const auditRows = `select details from audit_log
      where action = 'transaction.warnings_accepted' and subject_id = $1`;
    expect(await rows(auditRows, [id])).toMatchObject([{ details: { findings: ['same_proof'] } }]);
    expect(JSON.stringify((await seenByOwner(id)).events)).not.toContain(reason);
  });

  test('prevents the approval at a stopped address until there is a reason', async () => {
    const id = await anOrder(app.deps, ada);
    await rows(
      `insert into deposit_address_stops (crypto_id, address, memo, reason, stopped_by, stopped_at, signature)
       select crypto_id, deposit_address, coalesce(deposit_memo, ''), 'lost key', $2, now(), 'x' from orders
      where id = $1`,
      [id, ada.id],
    );
    expect((await review(id)).warnings).toEqual(['address_stopped']);
    expect(await codeOf(patch(id, approval, { shots: 1 }))).toBe('warning_needs_reason');
    await rows(`alter table deposit_address_stops disable trigger all`);
    await rows(`delete from deposit_address_stops`);
  });

  test('prevents the payment of a blocked customer, and has the reason of the block', async () => {
    const bob = await aSeller(app, database.pool);
    const id = await anOrder(app.deps, bob);
    await rows(`update users set status = 'blocked', blocked_reason = 'Stolen card' where id = $1`, [bob.id]);
    expect((await review(id)).customer).toMatchObject({ status: 'blocked', blockedReason: 'Stolen card' });
    const refusal = await patch(id, { ...approval, reason: 'I trust them.' }, { shots: 1 });
    expect(refusal).toMatchObject({ status: 409, body: { code: 'customer_blocked' } });
    await rows(`update users set status = 'active' where id = $1`, [bob.id]);
    expect((await patch(id, approval, { shots: 1 })).status).toBe(200);
  });
});
