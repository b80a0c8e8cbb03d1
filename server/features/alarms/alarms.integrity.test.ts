import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newestCheckpoint } from '#server/features/audit/audit.verification.service.ts';
import { forgedMethods } from '#server/features/payment-methods/payment-methods.service.ts';
import { walletsNeedingAttention } from '#server/features/wallets/wallets.service.ts';
import { exchange, exchangeEstimate, exchangeOf, theAdmin } from '#tests/factories/exchanges.ts';
import { aQuote, aSeller, orderOf, plainOrder, submit, worldOf } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { mailAuditHead, raiseCutLogAlarm } from './alarms.service.ts';

const { database, app, mailbox, another } = openTestbed({ WALLET_COOLOFF_HOURS: '24' });
const otherProcess = fixture(() => another());
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));
beforeAll(async () => {
  // A second customer, to whom an order could be assigned.
  await aSeller(app, database.pool);
});
beforeEach(() => {
  app.deps.now = () => new Date();
});

const thief = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const thiefs = new RegExp(`${thief}|TLa2f6`);
const payee = `jsonb_build_object('method', 'bank', 'accountName', 'Eve',
  'accountNumber', '${thief}', 'bankName', 'X')`;

type Row = Record<string, unknown>;
const sql = (text: string) => database.pool.query<Row>(text);
/** A change by an attacker who connects as the owner of the tables. */
const edit = (statement: string) =>
  sql(`set session_replication_role = replica; ${statement}; set session_replication_role = default`);
const asAdmin = (method: string, path: string, json?: object) =>
  app.call(method, `/api/admin/${path}`, { token: admin.token, headers: admin.stepUp, json });
const asAda = (path: string) => app.call('GET', `/api/${path}`, { token: ada.token });
const listed = async (path: string, fits: (row: Row) => boolean) =>
  ((await asAdmin('GET', path)).body as unknown as Row[]).find(fits);
const sale = (cryptoId: string, { call } = app) =>
  call('POST', '/api/sell-quotes', { token: ada.token, json: { cryptoId, cryptoAmount: 500, targetCurrency: 'USD' } });
const unavailable = '422 address_unavailable';
const mails = async (template: RegExp) => (await mailbox.to(adminEmail)).filter((mail) => template.test(mail.template));

/** Deletes a row and writes it again as `change` has it, generated columns left out. */
async function rewritten(table: string, id: string, change: string): Promise<string> {
  const { rows } = await sql(`select string_agg(quote_ident(column_name), ', ') as names
    from information_schema.columns where table_name = '${table}' and is_generated = 'NEVER'`);
  return `create temporary table stolen as select ${String(rows[0]?.names)} from ${table} where id = '${id}';
    update stolen set ${change}; delete from ${table} where id = '${id}';
    insert into ${table} (${String(rows[0]?.names)}) select * from stolen; drop table stolen`;
}

type Forgery = {
  /** Writes a row through the product; returns its id. */
  write: () => Promise<string>;
  table: string;
  /** Columns that the attacker changes, or whole statements. */
  changes: (string | ((id: string) => Promise<string> | string))[];
  /** Tries all that a forged row must not allow. */
  expectRefused: (id: string) => Promise<void>;
  /** Corrects the row through the product, which ends the alarm. */
  correct: (id: string) => Promise<void>;
};

const withheld = { paymentDetails: null, deposit: null };

const forgeries: Record<string, Forgery> = {
  order: {
    table: 'orders',
    write: async () => (await submit(app, ada, plainOrder())).body.id,
    changes: [
      `payment_details = ${payee}`,
      `payment_details = ${payee}, signature = null`,
      (id) => rewritten('orders', id, `payment_details = ${payee}`),
      'gross_amount = gross_amount + 1000, payout_amount = payout_amount + 1000',
      'value_usd = 1',
      `transaction_hash = repeat('ab', 32)`,
      `proof_at = proof_at - interval '1 hour'`,
      (id) => `update files set sent_hash = decode(repeat('00', 32), 'hex') where order_id = '${id}'`,
      (id) => `update files set filename = '${id}.png' where order_id = '${id}'`,
      `deposit_address = '${thief}'`,
      "user_id = (select u.id from users u where u.role = 'customer' and u.id <> user_id limit 1)",
    ],
    expectRefused: async (id) => {
      for (const status of ['processing', 'completed']) {
        const json = { status, adminNotes: 'Paid', adminTransactionId: 'WIRE-1' };
        expect(await outcome(asAdmin('PUT', `transactions/${id}/status`, json))).toMatch(/^409 .*order_tampered/);
      }
      const hidden = { ...withheld, paymentInstructions: [] };
      const { body } = await asAdmin('GET', `transactions/${id}`);
      expect(body).toMatchObject({ ...hidden, status: 'pending', tampered: true });
      if (body.userId === ada.id) expect((await asAda(`transactions/${id}`)).body).toMatchObject(hidden);
      const row = await listed('transactions?pageSize=100', (item) => item.id === id);
      expect(row).toMatchObject({ ...withheld, tampered: true });
    },
    correct: async (id) => {
      const json = { status: 'failed', adminNotes: 'Changed in the database' };
      expect(await outcome(asAdmin('PUT', `transactions/${id}/status`, json))).toBe('200');
      expect((await asAdmin('GET', `transactions/${id}`)).body.tampered).toBe(false);
    },
  },
  quote: {
    table: 'sell_quotes',
    write: async () => (await aQuote(app, ada)).quoteId,
    changes: [
      `deposit_address = '${thief}'`,
      (id) => rewritten('sell_quotes', id, `deposit_address = '${thief}'`),
      'net_amount = net_amount + 100, gross_amount = gross_amount + 100',
    ],
    expectRefused: async (id) => {
      const view = await listed('sell-quotes', (row) => row.quoteId === id);
      expect(view).toMatchObject({ tampered: true, deposit: { address: '', memo: null, uri: '' } });
      expect(await outcome(asAda(`sell-quotes/${id}`))).toMatch(unavailable);
      expect(JSON.stringify((await asAda('sell-quotes')).body)).not.toContain(id);
      const worldBefore = await worldOf(app, database.pool);
      expect(await outcome(submit(app, ada, orderOf(view as never)))).toMatch(unavailable);
      expect(await worldOf(app, database.pool)).toEqual(worldBefore);
    },
    correct: async (id) => {
      await app.call('DELETE', `/api/sell-quotes/${id}`, { token: ada.token });
    },
  },
  'deposit address': {
    table: 'deposit_wallets',
    write: () => Promise.resolve('tron'),
    changes: [`address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'`, 'version = version + 1', `signature = '\\x00'`],
    expectRefused: async (coin) => {
      for (const process of [app, otherProcess, app, otherProcess]) {
        const { status, body } = await sale(coin, process);
        expect([status, body.code, body.message]).toEqual([422, 'address_unavailable', 'Address not available']);
      }
      expect((await asAdmin('GET', `wallets/${coin}`)).body).toMatchObject({ tampered: true });
      expect((await walletsNeedingAttention(app.deps)).forged.map(({ cryptoId }) => cryptoId)).toEqual([coin]);
      for (const part of [{ isActive: false }, { isActive: true }, { memo: '' }])
        expect(await outcome(asAdmin('PUT', `wallets/${coin}`, part))).toMatch(/^422 .*deposit_address_foreign/);
    },
    correct: async (coin) => {
      await asAdmin('PUT', `wallets/${coin}`, { address: 'TXCR7GPKzYdenAwQNJcbL3FFFCrizn8oZw' });
      const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000);
      app.deps.now = () => tomorrow;
      expect((await asAdmin('GET', `wallets/${coin}`)).body).toMatchObject({ tampered: false, waiting: null });
      expect((await sale(coin)).status).toBe(201);
    },
  },
  'receiving account': {
    table: 'payment_methods',
    write: async () => String((await sql(`select id from payment_methods where currency = 'USD'`)).rows[0]?.id),
    changes: [
      `account_details = '{"Account number":"${thief}"}'`,
      `account_details = '{"Account number":"000000000000","Bank name":"Sample Bank (USA)"}'`,
      `instructions = 'Pay to my cousin'`,
      `display_name = 'Other bank'`,
      `version = version + 1`,
      `signature = '\\x00'`,
    ],
    expectRefused: async (id) => {
      expect((await asAda('payment-methods?currency=USD')).body).toEqual([]);
      const answer = exchange(app, ada, exchangeOf(await exchangeEstimate(app, ada)));
      expect(await outcome(answer)).toMatch('422 payment_method_unavailable');
      expect(await forgedMethods(app.deps)).toHaveLength(1);
      const stored = async () => (await sql(`select * from payment_methods where id = '${id}'`)).rows;
      const rowsBefore = await stored();
      for (const part of [{ sortOrder: 4 }, { isActive: true }, { accountDetails: { IBAN: 'DE1' } }]) {
        const change = asAdmin('PUT', `payment-methods/${id}`, part);
        expect(await outcome(change)).toBe('409 conflict receiving_account_foreign');
      }
      expect(await stored()).toEqual(rowsBefore);
      expect(await listed('payment-methods', (row) => row.id === id)).toMatchObject({ tampered: true });
    },
    correct: async (id) => {
      const names = { currency: 'USD', type: 'bank', name: 'usd-bank', displayName: 'US bank transfer' };
      const accountDetails = { 'Account number': '42' };
      const wholeNames = { ...names, accountDetails, instructions: null, isActive: true };
      const { status, body } = await asAdmin('PUT', `payment-methods/${id}`, wholeNames);
      expect({ status, body }).toMatchObject({ status: 200, body: { isSample: false, accountDetails } });
      expect((await asAda('payment-methods?currency=USD')).body).toHaveLength(1);
    },
  },
};

const cases = Object.entries(forgeries).flatMap(([name, forgery]) =>
  forgery.changes.map((change, index) => {
    const shownChange = typeof change === 'string' ? change : `#${index}`;
    return { name, forgery, change, shown: shownChange };
  }),
);

test.each(cases)(
  'a forged $name is used for nothing and raises the alarm once: $shown',
  async ({ forgery, change }) => {
    const id = await forgery.write();
    const raised = (await mails(/_alarm$/)).length;
    const logged = app.logged.length;
    const key = forgery.table === 'deposit_wallets' ? 'crypto_id' : 'id';
    const update = (values: string) => `update ${forgery.table} set ${values} where ${key} = '${id}'`;
    await edit(typeof change === 'string' ? update(change) : await change(id));
    await forgery.expectRefused(id);
    const auditRows = await sql(
      `select 1 from audit_log where action like '%signature_failed' and subject_id = '${id}'`,
    );
    expect(auditRows.rowCount).toBeGreaterThan(0);
    const alarms = (await mails(/_alarm$/)).slice(raised);
    expect(alarms).toHaveLength(1);
    const lines = app.logged.slice(logged).filter(({ level }) => level === 50);
    expect(lines[0]).toMatchObject({ subject: { id } });
    expect(JSON.stringify([alarms, lines])).not.toMatch(thiefs);
    await forgery.correct(id);
  },
);

test('the database itself refuses another payee, and the deletion of an open quote', async () => {
  const { id } = (await submit(app, ada, plainOrder())).body;
  const another = sql(`update orders set payment_details = ${payee} where id = '${id}'`);
  await expect(another).rejects.toThrow('keeps its payee');
  await sql(`update orders set payment_details = null where id = '${id}'`);
  const { quoteId } = await aQuote(app, ada);
  await expect(sql(`delete from sell_quotes where id = '${quoteId}'`)).rejects.toThrow('an open quote is not deleted');
});

test('the administrator is notified of a cut log once, however many processes notice it', async () => {
  const head = { seq: '77', hash: 'cd'.repeat(32) };
  for (const { deps } of [app, otherProcess, app]) await raiseCutLogAlarm(deps, head);
  expect((await mails(/^audit_cut$/)).map(({ data }) => data)).toEqual([head]);
});

test('the administrator gets the end of the log by weekly mail, out of an attacker’s reach', async () => {
  await expect.poll(() => newestCheckpoint(database.db)).toBeDefined();
  await mailAuditHead(app.deps);
  const [mail] = await mails(/^audit_head$/);
  expect(mail?.data.seq).toMatch(/^\d+$/);
  expect(mail?.data.hash).toMatch(/^[0-9a-f]{64}$/);
});
