import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { adminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
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
import { aPng, aSeller, plainOrder, submit, type Seller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { app, database, rows } = openTestbed();
const admin = fixture(() => theAdmin(app));

const someone = (options?: Parameters<typeof aSeller>[2]) => aSeller(app, database.pool, options);
/** An order that is paid out to this account, by default one that no other is paid to. */
const anOrder = async (
  seller: Seller,
  { accountNumber = randomUUID(), proof }: { accountNumber?: string; proof?: Buffer } = {},
) => {
  const order = plainOrder({ paymentDetails: { ...bankDetails, accountNumber } });
  return (await submit(app, seller, order, proof ? { proof } : {})).body;
};
const read = async (id: string) => adminOrderDetails.parse((await admin.get(`transactions/${id}`)).body);
const reject = (id: string) =>
  admin.put(`transactions/${id}/status`, { status: 'rejected', adminNotes: 'No transfer has arrived.' });

describe('the customer in the review', () => {
  test('is shown with a block, as a first customer, and with earlier orders', async () => {
    const ada = await someone({ kyc: 'none' });
    const first = await anOrder(ada);
    const second = await anOrder(ada);
    await reject(second.id);
    await rows(`update users set status = 'blocked' where id = $1`, [ada.id]);
    const { userStatus, customer } = await read(first.id);
    expect(userStatus).toBe('blocked');
    const previous = { orders: 2, completed: 0, volumeUsd: 0, isFirst: true, kycRequestId: null };
    // The refused order counts towards no limit.
    const limit = { limitUsedUsd: first.valueUsd, limitUsd: 1000, limitDays: 30 };
    expect(customer).toMatchObject({ status: 'blocked', ...previous, ...limit });
    expect((await read(second.id)).customer.isFirst).toBe(false);
  });

  test('has paid the fees of completed orders alone, each in dollars at the value of its order', async () => {
    const ada = await someone();
    const paid = await anOrder(ada);
    await anOrder(ada);
    await rows(
      `update orders set status = 'completed', stage = 'by_hand', decided_at = now(), version = version + 1
      where id = $1`,
      [paid.id],
    );
    const { body } = await admin.get(`users/${ada.id}/money`);
    // Five per cent, by the tier of small orders.
    expect(body.feesUsd).toBeCloseTo(paid.valueUsd * 0.05, 2);
    expect(body).toMatchObject({ completed: 1, volumeUsd: paid.valueUsd });
  });

  test('is named beside other customers of one account number, in any spacing', async () => {
    const ada = await someone();
    const bob = await someone();
    const order = await anOrder(ada, { accountNumber: '12 34-5678 99' });
    for (const seller of [bob, ada]) await anOrder(seller, { accountNumber: '1234567899' });
    expect((await read(order.id)).customer.samePayee).toMatchObject([{ userId: bob.id, email: bob.email }]);
  });
});

describe('the receiving account of an exchange', () => {
  test('is stored with the order and filters the administrator’s list', async () => {
    const ada = await someone();
    const onlyExchange = await anExchange(app, ada);
    const usd = { country: 'US', type: 'bank', currency: 'USD', name: 'second', displayName: 'Second bank' };
    const accountDetails = { 'Account number': '000123456789' };
    const second = String((await admin.post('payment-methods', { ...usd, accountDetails })).body.id);
    const order = exchangeOf(await exchangeEstimate(app, ada), { paymentMethodId: second });
    const { id } = (await exchange(app, ada, order, randomUUID())).body.transaction;
    const openExchange = await anExchange(app, ada, { ...someDollars, amount: 150 });
    const first = onlyExchange.paymentInstructions[0]?.id;
    expect((await read(onlyExchange.id)).receivingAccountId).toBe(first);
    expect((await read(openExchange.id)).receivingAccountId).toBeNull();
    expect((await read(id)).receivingAccountId).toBe(second);
    expect(await admin.ids(`transactions?account=${second}`)).toEqual([id]);
    expect(await admin.ids(`transactions?account=${first}`)).toEqual([onlyExchange.id]);
  });
});

describe('a proof that was used before', () => {
  test('is recognised after it was saved again, smaller and with fewer colours', async () => {
    const ada = await someone();
    const { reference } = await anOrder(ada, { proof: await aPicture(1000, 100) });
    const secondOrder = await anOrder(ada, { proof: await aPicture(620, 60) });
    const otherOrder = await anOrder(ada, { proof: await aPicture(1000, 100, 450) });
    expect(await read(secondOrder.id)).toMatchObject({ sameProofReferences: [], similarProofReferences: [reference] });
    expect((await read(otherOrder.id)).similarProofReferences).toEqual([]);
  });

  test('is not suspected if its picture is blank', async () => {
    const ada = await someone();
    await anOrder(ada);
    expect((await read((await anOrder(ada)).id)).similarProofReferences).toEqual([]);
  });
});

describe('a decided order', () => {
  const amend = (id: string, fields: Record<string, string>, shots: Buffer[] = []) =>
    app.call('POST', `/api/admin/transactions/${id}/amendments`, {
      token: admin.token,
      form: { ...fields, payoutFiles: shots.map((shot) => aPng('a.png', shot)) },
    });
  const aDecidedOrder = async () => {
    const order = await anOrder(await someone());
    await reject(order.id);
    return order;
  };

  test('gets a note, a corrected id, a screenshot and a reversal by the administrator', async () => {
    const { id } = await aDecidedOrder();
    const linkedOrder = await aDecidedOrder();
    const detailsBefore = await read(id);
    const called = { kind: 'note', note: 'The customer called.' };
    const reversal = {
      kind: 'reversal',
      note: 'Sent back.',
      transactionId: 'WIRE-3',
      linkedReference: linkedOrder.reference,
    };
    expect((await amend(id, called)).status).toBe(201);
    await amend(id, { kind: 'evidence', note: 'A digit was wrong.', transactionId: 'WIRE-2' });
    await amend(id, { kind: 'screenshot', note: 'The receipt.' }, [await aPicture(300, 90)]);
    expect((await amend(id, reversal)).status).toBe(201);
    const { amendments, adminPayoutScreenshots, ...after } = await read(id);
    expect(amendments).toMatchObject([
      { ...called, transactionId: null, linked: null },
      { kind: 'evidence', transactionId: 'WIRE-2' },
      { kind: 'screenshot' },
      { kind: 'reversal', transactionId: 'WIRE-3', linked: { id: linkedOrder.id, reference: linkedOrder.reference } },
    ]);
    expect(adminPayoutScreenshots).toHaveLength(1);
    expect({ ...after, amendments: [], adminPayoutScreenshots: [] }).toEqual(detailsBefore);
    const auditRows = await rows(
      `select details->>'kind' as kind from audit_log where subject_id = $1 and action = 'transaction.amended'
      order by id`,
      [id],
    );
    expect(auditRows.map(({ kind }) => kind)).toEqual(['note', 'evidence', 'screenshot', 'reversal']);
  });

  test('refuses an addition with a missing or unknown value, and an open order refuses every addition', async () => {
    const openOrder = await anOrder(await someone());
    const { id } = await aDecidedOrder();
    const unknownReversal = { kind: 'reversal', note: 'x', transactionId: 'W', linkedReference: 'LF-0000-00' };
    for (const [target, fields, refusal] of [
      [openOrder.id, { kind: 'note', note: 'x' }, '409 conflict'],
      [id, { kind: 'note', note: ' ' }, '400 invalid_input'],
      [id, { kind: 'evidence', note: 'x' }, '400 invalid_input'],
      [id, { kind: 'screenshot', note: 'x' }, '400 file_missing'],
      [id, unknownReversal, '400 invalid_input'],
    ] as const) {
      const { status, body } = await amend(target, fields);
      expect(`${status} ${String(body.code)}`).toBe(refusal);
    }
    expect((await read(id)).amendments).toEqual([]);
  });

  test('has additions that are never changed or removed, even by the owner of the database', async () => {
    await amend((await aDecidedOrder()).id, { kind: 'note', note: 'x' });
    for (const statement of [
      `update order_amendments set note = 'y'`,
      'delete from order_amendments',
      'truncate order_amendments',
    ])
      await expect(rows(statement)).rejects.toThrow('append only');
  });
});

test('a missing order is answered with the message of the specification', async () => {
  const body = { message: 'Transaction not found' };
  expect(await admin.get(`transactions/${randomUUID()}`)).toMatchObject({ status: 404, body });
});
