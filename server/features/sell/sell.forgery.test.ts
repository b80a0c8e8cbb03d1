import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminSellQuoteView } from '#shared/sell/sell.admin.contract.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aQuote, aSeller, orderOf, submit, worldOf, type Seller } from '#tests/factories/sales.ts';
import { adminEmail, startTestApp, type TestApp } from '#tests/setup/app.ts';
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

const thief = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const sql = (text: string) => database.pool.query<Record<string, unknown>>(text);
const get = (path: string, token = ada.token) => app.call('GET', path, { token });
const alarms = async () => (await mailbox.to(adminEmail)).filter(({ template }) => template === 'order_alarm');

/** Tries all that a forged quote must not allow; returns every alarm so far. */
async function alarmsOfForged(quote: SellQuoteView) {
  const answer = await get(`/api/sell-quotes/${quote.quoteId}`);
  expect(answer).toMatchObject({
    status: 422,
    body: { message: 'Address not available', code: 'address_unavailable' },
  });
  const [own, all] = [await get('/api/sell-quotes'), await get('/api/admin/sell-quotes', admin.token)];
  for (const list of [own, all]) expect(JSON.stringify(list.body)).not.toContain(thief);
  expect(JSON.stringify(own.body)).not.toContain(quote.quoteId);
  const rows = all.body as unknown as AdminSellQuoteView[];
  expect(rows.find(({ quoteId }) => quoteId === quote.quoteId)).toMatchObject({
    tampered: true,
    deposit: { address: '', memo: null, uri: '' },
  });
  const before = await worldOf(app, database.pool);
  expect(await submit(app, ada, orderOf(quote))).toMatchObject({ status: 422, body: { code: 'address_unavailable' } });
  expect(await worldOf(app, database.pool)).toEqual(before);
  const raised = await alarms();
  expect(JSON.stringify(raised)).not.toContain(thief);
  return raised;
}

describe('the address of a quote that was edited behind the product', () => {
  test('is neither shown nor taken into an order, and raises the alarm once', async () => {
    const quote = await aQuote(app, ada);
    const before = (await alarms()).length;
    await sql(`alter table sell_quotes disable trigger user;
      update sell_quotes set deposit_address = '${thief}' where id = '${quote.quoteId}';
      alter table sell_quotes enable trigger user`);
    expect(await alarmsOfForged(quote)).toHaveLength(before + 1);
  });

  test('nor is one that was deleted and written again', async () => {
    const quote = await aQuote(app, ada);
    const before = (await alarms()).length;
    const again = `create temporary table stolen as select * from sell_quotes where id = '${quote.quoteId}';
      update stolen set deposit_address = '${thief}';
      delete from sell_quotes where id = '${quote.quoteId}'; insert into sell_quotes select * from stolen;
      drop table stolen`;
    await expect(sql(again)).rejects.toThrow('an open quote is not deleted');
    await sql(`alter table sell_quotes disable trigger user; ${again}; alter table sell_quotes enable trigger user`);
    expect(await alarmsOfForged(quote)).toHaveLength(before + 1);
  });

  test('a submission alone raises the alarm too, as the customer may have copied the address before', async () => {
    const quote = await aQuote(app, ada);
    const before = (await alarms()).length;
    await sql(`alter table sell_quotes disable trigger user;
      update sell_quotes set net_amount = net_amount + 100, gross_amount = gross_amount + 100 where id = '${quote.quoteId}';
      alter table sell_quotes enable trigger user`);
    expect((await submit(app, ada, orderOf(quote, { valueUsd: quote.netAmount + 100 }))).status).toBe(422);
    expect(await alarms()).toHaveLength(before + 1);
  });
});

test('a quote that nobody touched is shown, listed and becomes an order', async () => {
  const quote = await aQuote(app, ada);
  expect((await get(`/api/sell-quotes/${quote.quoteId}`)).status).toBe(200);
  const { body } = await get(`/api/admin/sell-quotes?q=${quote.reference}`, admin.token);
  expect(body).toMatchObject([
    { quoteId: quote.quoteId, tampered: false, deposit: { address: quote.deposit.address } },
  ]);
  expect((await submit(app, ada, orderOf(quote))).status).toBe(201);
});
