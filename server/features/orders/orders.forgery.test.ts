import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateUnderKey } from '#server/key-check.ts';
import type { AdminOrderDetails, AdminOrderView, OrderDetails } from '#shared/orders/orders.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aSeller, plainOrder, submit, type Seller } from '#tests/factories/sales.ts';
import { adminEmail, startTestApp, type TestApp } from '#tests/setup/app.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { openMailbox, type Mailbox } from '#tests/setup/mailbox.ts';

let database: TestDatabase;
let app: TestApp;
let mailbox: Mailbox;
let ada: Seller;
let admin: Awaited<ReturnType<typeof theAdmin>>;

beforeAll(async () => {
  database = await createTestDatabase();
  mailbox = await openMailbox(database);
  app = await startTestApp(database);
  ada = await aSeller(app, database.pool);
  admin = await theAdmin(app);
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

const sql = (text: string, values: unknown[] = []) => database.pool.query<Record<string, unknown>>(text, values);
/** A change by an attacker who connects as the owner of the tables. */
const edit = (change: string) =>
  sql(`alter table orders disable trigger user; ${change}; alter table orders enable trigger user`);
const anOrder = async () => (await submit(app, ada, plainOrder())).body.id;
const seenByAdmin = async (id: string) =>
  (await app.call('GET', `/api/admin/transactions/${id}`, { token: admin.token })).body as unknown as AdminOrderDetails;
const seenByOwner = async (id: string) =>
  (await app.call('GET', `/api/transactions/${id}`, { token: ada.token })).body as unknown as OrderDetails;
const put = (id: string, json: object) =>
  app.call('PUT', `/api/admin/transactions/${id}/status`, { token: admin.token, json });
const alarmsOf = async (reference: string) =>
  (await mailbox.to(adminEmail)).filter(
    ({ template, data }) => template === 'order_alarm' && (data as { reference: string }).reference === reference,
  );
const thief = `jsonb_build_object('method', 'bank', 'accountName', 'Eve', 'accountNumber', 'GB00EVIL', 'bankName', 'X')`;

/** Tries all that a forged order must not allow; returns the alarms it raised. */
async function alarmsOfForged(id: string) {
  const { reference } = await seenByAdmin(id);
  for (const status of ['processing', 'completed']) {
    const answer = await put(id, { status, adminNotes: 'Paid', adminTransactionId: 'WIRE-1' });
    expect(answer).toMatchObject({ status: 409, body: { reason: 'order_tampered' } });
  }
  expect(await seenByAdmin(id)).toMatchObject({
    status: 'pending',
    tampered: true,
    paymentDetails: null,
    deposit: null,
    paymentInstructions: [],
  });
  expect(await seenByOwner(id)).toMatchObject({ paymentDetails: null, deposit: null, paymentInstructions: [] });
  const raised = await alarmsOf(reference);
  expect(JSON.stringify(raised)).not.toContain('GB00EVIL');
  const { rows } = await sql(
    `select 1 from audit_log where action = 'transaction.signature_failed' and subject_id = $1`,
    [id],
  );
  expect(rows).toHaveLength(1);
  return raised;
}

describe('a payee edited behind the product', () => {
  test('is refused by the database, except that an erased customer’s goes', async () => {
    const id = await anOrder();
    await expect(sql(`update orders set payment_details = ${thief} where id = $1`, [id])).rejects.toThrow(
      'keeps its payee',
    );
    expect((await seenByAdmin(id)).tampered).toBe(false);
    await sql('update orders set payment_details = null where id = $1', [id]);
  });

  test('by the owner of the tables is neither shown nor paid, and raises the alarm once', async () => {
    const id = await anOrder();
    await edit(`update orders set payment_details = ${thief} where id = '${id}'`);
    expect(await alarmsOfForged(id)).toHaveLength(1);
  });

  test('nor by deleting the order and writing it again with another payee', async () => {
    const id = await anOrder();
    const { rows } = await sql(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_name = 'orders' and is_generated = 'NEVER'`,
    );
    const columns = String(rows[0]?.columns);
    await edit(`create table stolen as select ${columns} from orders where id = '${id}';
      update stolen set payment_details = ${thief};
      set session_replication_role = replica;
      delete from orders where id = '${id}'; insert into orders (${columns}) select ${columns} from stolen; drop table stolen;
      set session_replication_role = default`);
    expect(await alarmsOfForged(id)).toHaveLength(1);
  });

  test('nor by taking the signature away, as if the order were from before signatures', async () => {
    const id = await anOrder();
    await edit(`update orders set payment_details = ${thief}, signature = null where id = '${id}'`);
    await migrateUnderKey(database.url, { encryptionKey: testEncryptionKey });
    expect(await alarmsOfForged(id)).toHaveLength(1);
  });
});

test('a larger payout, another owner and another address are noticed as well', async () => {
  for (const change of [
    'gross_amount = gross_amount + 1000, payout_amount = payout_amount + 1000',
    `deposit_address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'`,
    `user_id = '${(await aSeller(app, database.pool)).id}'`,
  ]) {
    const id = await anOrder();
    await edit(`update orders set ${change} where id = '${id}'`);
    expect((await seenByAdmin(id)).tampered).toBe(true);
    expect((await put(id, { status: 'processing' })).status).toBe(409);
  }
});

test('the administrator’s list marks the order that was changed, and no other', async () => {
  const [forged, sound] = [await anOrder(), await anOrder()];
  await edit(`update orders set payment_details = ${thief} where id = '${forged}'`);
  const list = async () => {
    const { body } = await app.call('GET', '/api/admin/transactions?pageSize=100', { token: admin.token });
    return body as unknown as AdminOrderView[];
  };
  const rowOf = async (id: string) => (await list()).find((order) => order.id === id);
  expect(await rowOf(forged)).toMatchObject({ tampered: true, paymentDetails: null, deposit: null });
  expect(await rowOf(sound)).toMatchObject({ tampered: false, paymentDetails: { method: 'bank' } });
  await put(forged, { status: 'failed', adminNotes: 'Changed in the database' });
  expect(await rowOf(forged)).toMatchObject({ tampered: false });
});

test('an order that was refused for its signature can still be closed', async () => {
  const id = await anOrder();
  await edit(`update orders set payment_details = ${thief} where id = '${id}'`);
  expect(await put(id, { status: 'failed', adminNotes: 'Changed in the database' })).toMatchObject({ status: 200 });
});
