import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { adminOrderDetails, type AdminOrderDetails } from '#shared/orders/orders.contract.ts';
import {
  anExchange,
  exchange,
  exchangeEstimate,
  exchangeOf,
  someDollars,
  theAdmin,
} from '#tests/factories/exchanges.ts';
import { bankDetails } from '#tests/factories/orders.ts';
import { aPicture } from '#tests/factories/pictures.ts';
import { aSeller, plainOrder, submit, type Seller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();

const admin = fixture(() => theAdmin(testbed.app));

const payoutTo = (accountNumber: string) => plainOrder({ paymentDetails: { ...bankDetails, accountNumber } });
const anOrder = async (seller: Seller, order: object = payoutTo(randomUUID()), proof?: Buffer) =>
  (await submit(testbed.app, seller, order, proof ? { proof } : {})).body;
const read = async (id: string): Promise<AdminOrderDetails> =>
  adminOrderDetails.parse(
    (await testbed.app.call('GET', `/api/admin/transactions/${id}`, { token: admin.token })).body,
  );
const decide = (id: string, status: string) =>
  testbed.app.call('PUT', `/api/admin/transactions/${id}/status`, {
    token: admin.token,
    json: { status, adminNotes: 'No transfer has arrived.' },
  });

describe('the customer inside the review', () => {
  test('shows the administrator who is blocked, who is new, and what they did before', async () => {
    const ada = await aSeller(testbed.app, testbed.database.pool, { kyc: 'none' });
    const first = await anOrder(ada);
    const second = await anOrder(ada);
    await decide(second.id, 'rejected');
    await testbed.rows(`update users set status = 'blocked' where id = $1 returning id`, [ada.id]);
    const { userStatus, customer } = await read(first.id);
    expect({ userStatus, customer }).toMatchObject({
      userStatus: 'blocked',
      customer: { status: 'blocked', orders: 2, completed: 0, volumeUsd: 0, isFirst: true, kycRequestId: null },
    });
    // The refused order counts towards no limit.
    expect(customer).toMatchObject({ limitUsedUsd: first.valueUsd, limitUsd: 1000, limitDays: 30 });
    expect((await read(second.id)).customer.isFirst).toBe(false);
  });

  test('names other customers who are paid to the same account, however its number is spaced', async () => {
    const [ada, bob] = [
      await aSeller(testbed.app, testbed.database.pool),
      await aSeller(testbed.app, testbed.database.pool),
    ];
    const order = await anOrder(ada, payoutTo('12 34-5678 99'));
    await anOrder(bob, payoutTo('1234567899'));
    await anOrder(ada, payoutTo('1234567899'));
    expect((await read(order.id)).customer.samePayee).toMatchObject([{ userId: bob.id, email: bob.email }]);
  });
});

describe('the receiving account of an exchange', () => {
  test('is stored with the order and narrows the administrator’s list; a chosen one wins among several', async () => {
    const ada = await aSeller(testbed.app, testbed.database.pool);
    const only = await anExchange(testbed.app, ada);
    const usd = { country: 'US', type: 'bank', currency: 'USD', name: 'second', displayName: 'Second bank' };
    const { token, stepUp } = await theAdmin(testbed.app);
    const added = await testbed.app.call('POST', '/api/admin/payment-methods', {
      token,
      headers: stepUp,
      json: { ...usd, accountDetails: { 'Account number': '000123456789' } },
    });
    const second = String(added.body.id);
    const estimate = await exchangeEstimate(testbed.app, ada);
    const chosen = await exchange(testbed.app, ada, exchangeOf(estimate, { paymentMethodId: second }), randomUUID());
    const undecided = await anExchange(testbed.app, ada, { ...someDollars, amount: 150 });
    const first = only.paymentInstructions[0]?.id;
    expect((await read(only.id)).receivingAccountId).toBe(first);
    expect((await read(undecided.id)).receivingAccountId).toBeNull();
    const { transaction } = chosen.body;
    expect((await read(transaction.id)).receivingAccountId).toBe(second);
    const listed = async (account: string | undefined) => {
      const list = await testbed.app.call('GET', `/api/admin/transactions?account=${account}`, { token });
      return (list.body as unknown as { id: string }[]).map(({ id }) => id);
    };
    expect(await listed(second)).toEqual([transaction.id]);
    expect(await listed(first)).toEqual([only.id]);
  });
});

describe('a proof that was used before', () => {
  test('is recognised by the administrator when it was saved again, smaller and with fewer colours', async () => {
    const ada = await aSeller(testbed.app, testbed.database.pool);
    const original = await anOrder(ada, payoutTo(randomUUID()), await aPicture(1000, 100));
    const again = await anOrder(ada, payoutTo(randomUUID()), await aPicture(620, 60));
    const other = await anOrder(ada, payoutTo(randomUUID()), await aPicture(1000, 100, 450));
    expect(await read(again.id)).toMatchObject({
      sameProofReferences: [],
      similarProofReferences: [original.reference],
    });
    expect((await read(other.id)).similarProofReferences).toEqual([]);
  });

  test('is not suspected where a picture is blank', async () => {
    const ada = await aSeller(testbed.app, testbed.database.pool);
    await anOrder(ada);
    expect((await read((await anOrder(ada)).id)).similarProofReferences).toEqual([]);
  });
});

describe('after the decision', () => {
  const amend = async (id: string, fields: Record<string, string>, shots: Buffer[] = []) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const shot of shots)
      body.append('payoutFiles', new Blob([new Uint8Array(shot)], { type: 'image/png' }), 'a.png');
    const headers = { Authorization: `Bearer ${admin.token}` };
    const url = `${testbed.app.url}/api/admin/transactions/${id}/amendments`;
    const response = await fetch(url, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const decided = async () => {
    const order = await anOrder(await aSeller(testbed.app, testbed.database.pool));
    await decide(order.id, 'rejected');
    return order;
  };

  test('the administrator adds a note, a corrected id, a screenshot and a linked reversal; the order stays as it was', async () => {
    const [order, linked] = [await decided(), await decided()];
    const before = await read(order.id);
    expect((await amend(order.id, { kind: 'note', note: 'The customer called.' })).status).toBe(201);
    await amend(order.id, { kind: 'evidence', note: 'A digit was wrong.', transactionId: 'WIRE-2' });
    await amend(order.id, { kind: 'screenshot', note: 'The receipt.' }, [await aPicture(300, 90)]);
    const reversal = {
      kind: 'reversal',
      note: 'Sent back.',
      transactionId: 'WIRE-3',
      linkedReference: linked.reference,
    };
    expect((await amend(order.id, reversal)).status).toBe(201);
    const { amendments, adminPayoutScreenshots, ...after } = await read(order.id);
    expect(amendments).toMatchObject([
      { kind: 'note', note: 'The customer called.', transactionId: null, linked: null },
      { kind: 'evidence', transactionId: 'WIRE-2' },
      { kind: 'screenshot' },
      { kind: 'reversal', transactionId: 'WIRE-3', linked: { id: linked.id, reference: linked.reference } },
    ]);
    expect(adminPayoutScreenshots).toHaveLength(1);
    expect({ ...before, amendments: [], adminPayoutScreenshots: [] }).toEqual({
      ...after,
      amendments: [],
      adminPayoutScreenshots: [],
    });
    const audited = await testbed.rows(
      `select details->>'kind' as kind from audit_log where subject_id = $1 and action = 'transaction.amended' order by id`,
      [order.id],
    );
    expect(audited.map(({ kind }) => kind)).toEqual(['note', 'evidence', 'screenshot', 'reversal']);
  });

  test('an open order, an addition without its id or file, and an unknown reference are refused', async () => {
    const open = await anOrder(await aSeller(testbed.app, testbed.database.pool));
    const { id } = await decided();
    const answers = await Promise.all([
      amend(open.id, { kind: 'note', note: 'x' }),
      amend(id, { kind: 'note', note: ' ' }),
      amend(id, { kind: 'evidence', note: 'x' }),
      amend(id, { kind: 'screenshot', note: 'x' }),
      amend(id, { kind: 'reversal', note: 'x', transactionId: 'W', linkedReference: 'LF-0000-00' }),
    ]);
    expect(answers.map(({ status, body }) => `${status} ${String(body.code)}`)).toEqual([
      '409 conflict',
      '400 invalid_input',
      '400 invalid_input',
      '400 file_missing',
      '400 invalid_input',
    ]);
    expect((await read(id)).amendments).toEqual([]);
  });

  test('what was added is never changed or removed, not even by the database’s own user', async () => {
    const { id } = await decided();
    await amend(id, { kind: 'note', note: 'x' });
    for (const text of [
      `update order_amendments set note = 'y'`,
      'delete from order_amendments',
      'truncate order_amendments',
    ])
      await expect(testbed.database.pool.query(text)).rejects.toThrow('append only');
  });
});

test('an administrator’s decision is in the list that the same process answers next', async () => {
  const order = await anOrder(await aSeller(testbed.app, testbed.database.pool));
  const path = `/api/admin/transactions?q=${order.reference}`;
  const before = await testbed.app.call('GET', path, { token: admin.token });
  const etag = before.headers.get('ETag') ?? '';
  await decide(order.id, 'rejected');
  const after = await testbed.app.call('GET', path, { token: admin.token, headers: { 'If-None-Match': etag } });
  expect({ status: after.status, body: after.body }).toMatchObject({ status: 200, body: [{ status: 'rejected' }] });
});

test('an order that does not exist answers in the words of the specification', async () => {
  const answer = await testbed.app.call('GET', `/api/admin/transactions/${randomUUID()}`, { token: admin.token });
  expect(answer).toMatchObject({ status: 404, body: { message: 'Transaction not found' } });
});
