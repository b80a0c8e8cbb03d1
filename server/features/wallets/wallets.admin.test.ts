import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WalletView, WalletWithHistory } from '#shared/wallets/wallets.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aQuote, aSeller, orderOf, submit } from '#tests/factories/sales.ts';
import { adminEmail, startTestApp } from '#tests/setup/app.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { walletsNeedingAttention } from './wallets.service.ts';

const { database, app, mailbox } = openTestbed({ WALLET_COOLOFF_HOURS: '24' });
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const newBitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const otherBitcoin = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

const asAdmin = (method: string, path: string, json?: unknown, headers: Record<string, string> = admin.stepUp) =>
  app.call(method, `/api/admin/wallets${path}`, {
    token: admin.token,
    headers,
    ...(json === undefined ? {} : { json }),
  });
const put = (coin: string, json: object, headers?: Record<string, string>) => asAdmin('PUT', `/${coin}`, json, headers);
const wallet = async (coin: string) => (await asAdmin('GET', `/${coin}`)).body as unknown as WalletWithHistory;
const containing = (text: string) => expect.stringContaining(text) as string;
const shown = async (terms?: object) => (await aQuote(app, ada, terms)).deposit.address;
const sql = (text: string, values: unknown[] = []) => database.pool.query<Record<string, unknown>>(text, values);
const mails = async () => (await mailbox.to(adminEmail)).filter(({ template }) => template.startsWith('wallet_'));
const later = (hours: number) => {
  const base = Date.now();
  app.deps.now = () => new Date(base + hours * 60 * 60 * 1000);
};

beforeEach(() => {
  app.deps.now = () => new Date();
});

describe('the change of a deposit address', () => {
  afterEach(async () => {
    app.deps.now = () => new Date();
    await asAdmin('DELETE', '/bitcoin/change');
  });

  test('is asked for only with the password given again, and by nobody else', async () => {
    const before = await wallet('bitcoin');
    const attempts = [
      put('bitcoin', { address: newBitcoin }, {}),
      put('bitcoin', { address: newBitcoin }, { 'X-Step-Up': admin.token }),
      put('bitcoin', { isActive: false }, {}),
      put('bitcoin', { minimumDeposit: 1 }, { 'X-Step-Up': 'nonsense' }),
      asAdmin('DELETE', '/bitcoin/change', undefined, {}),
    ];
    const answers = await Promise.all(attempts);
    expect(answers.map(({ status, body }) => `${status} ${String(body.code)}`)).toEqual(
      answers.map(() => '403 step_up_required'),
    );
    const asCustomer = await app.call('PUT', '/api/admin/wallets/bitcoin', {
      token: ada.token,
      headers: admin.stepUp,
      json: { address: newBitcoin },
    });
    expect(asCustomer.status).toBe(403);
    expect(await wallet('bitcoin')).toEqual(before);
  });

  test('is live for new holds after the cool-off, on every process, and changes nothing that was shown before', async () => {
    const notified = (await mails()).length;
    const old = await aQuote(app, ada);
    const asked = await put('bitcoin', { address: ` ${newBitcoin} ` });
    expect(asked).toMatchObject({
      status: 200,
      body: { address: old.deposit.address, isSample: true, waiting: { toAddress: newBitcoin, changedBy: adminEmail } },
    });
    expect(await shown()).toBe(old.deposit.address);
    later(23.9);
    expect(await shown()).toBe(old.deposit.address);
    expect((await mails()).slice(notified).map(({ data }) => `${String(data.kind)} ${String(data.address)}`)).toEqual([
      `asked ${newBitcoin}`,
    ]);

    later(24.1);
    const held = await Promise.all([shown(), shown(), shown()]);
    expect(held).toEqual([newBitcoin, newBitcoin, newBitcoin]);
    expect((await mails()).slice(notified).map(({ data }) => data.kind)).toEqual(['asked', 'live']);
    const order = await submit(app, ada, orderOf(old, {}), { key: randomUUID() });
    expect(order).toMatchObject({ status: 409, body: { code: 'quote_changed' } });
    const stored = await sql('select deposit_address from sell_quotes where id = $1', [old.quoteId]);
    expect(stored.rows[0]).toEqual({ deposit_address: old.deposit.address });

    const after = await wallet('bitcoin');
    expect(after).toMatchObject({ address: newBitcoin, isSample: false, isActive: true, waiting: null });
    expect(after.history[0]).toMatchObject({
      fromAddress: old.deposit.address,
      toAddress: newBitcoin,
      changedBy: adminEmail,
      tampered: false,
    });
    const { rows } = await sql(`select action from audit_log where subject_type = 'wallet' order by id desc limit 2`);
    expect(rows.map(({ action }) => action)).toEqual(['wallet.changed', 'wallet.change_asked']);
  });

  test('can be cancelled while it waits, and stays cancelled whoever edits the row', async () => {
    const before = await shown();
    await put('bitcoin', { address: otherBitcoin });
    const notified = (await mails()).length;
    const cancelled = await asAdmin('DELETE', '/bitcoin/change');
    expect(cancelled).toMatchObject({ status: 200, body: { address: before, waiting: null } });
    expect((await mails()).slice(notified).map(({ data }) => data.kind)).toEqual(['cancelled']);
    expect((await asAdmin('DELETE', '/bitcoin/change')).status).toBe(404);
    await expect(sql('update deposit_wallet_changes set cancelled_at = null')).rejects.toThrow('append only');
    await sql(`alter table deposit_wallet_changes disable trigger all;
      update deposit_wallet_changes set cancelled_at = null where to_address = '${otherBitcoin}';
      alter table deposit_wallet_changes enable trigger all`);
    later(25);
    expect(await shown()).toBe(before);
    expect((await wallet('bitcoin')).waiting).toBeNull();
  });

  test('sets the one that waited aside', async () => {
    const { address } = await wallet('litecoin');
    await put('litecoin', { address: 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz' });
    const again = await put('litecoin', { address: 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz' });
    expect(again).toMatchObject({ status: 400, body: { fields: { address: expect.any(String) as string } } });
    await put('litecoin', { address: 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441' });
    const { history, waiting } = await wallet('litecoin');
    expect(waiting?.toAddress).toBe('MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441');
    expect(history.map(({ cancelledAt }) => cancelledAt === null)).toEqual([true, false]);
    later(25);
    const held = await aQuote(app, ada, { cryptoId: 'litecoin', cryptoAmount: 1, targetCurrency: 'USD' });
    expect(held.deposit.address).toBe('MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441');
    expect(held.deposit.address).not.toBe(address);
  });

  test('of two editors is made by the faster one', async () => {
    const { version } = await wallet('bitcoin');
    await put('bitcoin', { address: otherBitcoin, version });
    await asAdmin('DELETE', '/bitcoin/change');
    expect(await put('bitcoin', { address: otherBitcoin, version })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const both = await Promise.all([
      put('tron', { address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' }),
      put('tron', { address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const waiting = (await wallet('tron')).history.filter(({ cancelledAt }) => cancelledAt === null);
    expect(waiting).toHaveLength(1);
  });

  test('is refused with a text for the administrator when no coin could arrive', async () => {
    const refused = (coin: string, json: object) => put(coin, json).then(({ status, body }) => ({ status, ...body }));
    const invalid = 'The address format appears to be invalid for Bitcoin.';
    for (const address of [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ]) {
      expect(await refused('bitcoin', { address })).toMatchObject({
        status: 400,
        code: 'invalid_input',
        message: invalid,
        fields: { address: invalid },
      });
    }
    expect(await refused('bitcoin', { address: ' ' })).toMatchObject({
      status: 400,
      fields: { address: containing('enter') },
    });
    expect(await refused('bitcoin', { address: otherBitcoin, memo: '7' })).toMatchObject({
      fields: { memo: containing('tag') },
    });
    const xrp = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
    expect(await refused('ripple', { address: xrp })).toMatchObject({
      status: 400,
      fields: { memo: containing('tag') },
    });
    expect(await refused('ripple', { address: xrp, memo: '99999999999' })).toMatchObject({ status: 400 });
    expect(await refused('dogecoin', { address: otherBitcoin })).toMatchObject({ status: 404 });
    const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
    expect(await refused('ethereum', { address: lower })).toMatchObject({
      fields: { address: containing('no checksum') },
    });
    expect(await put('ethereum', { address: lower, uncheckedAccepted: true })).toMatchObject({
      status: 200,
      body: { waiting: { toAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } },
    });
    const { address } = await wallet('binancecoin');
    expect(await refused('binancecoin', { address })).toMatchObject({ fields: { address: containing('already') } });
  });
});

test('the smallest deposit is changed for every process at once, and written down', async () => {
  expect(await put('litecoin', { minimumDeposit: 0.5 })).toMatchObject({ status: 200, body: { minimumDeposit: 0.5 } });
  const sale = { cryptoId: 'litecoin', cryptoAmount: 0.4, targetCurrency: 'USD' };
  await vi.waitFor(
    async () => {
      const answer = await app.call('POST', '/api/sell-quotes', { token: ada.token, json: sale });
      expect(answer).toMatchObject({ status: 422, body: { code: 'below_minimum', minimumDeposit: 0.5 } });
    },
    { timeout: 30_000 },
  );
  expect((await put('litecoin', { minimumDeposit: 0 })).status).toBe(400);
  expect((await put('usdt-trc20', { minimumDeposit: 1.1234567 })).status).toBe(400);
  const { rows } = await sql(`select details from audit_log where action = 'wallet.minimum_changed'`);
  expect(rows).toEqual([{ details: { from: '0.1', to: '0.5' } }]);
});

test('the overview hears of changes of the last day, of samples and of coins that cannot be sold', async () => {
  await put('ripple', { address: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B', memo: '0042' });
  await put('usdt-trc20', { isActive: false });
  const attention = await walletsNeedingAttention(app.deps);
  expect(attention.changes).toContainEqual(expect.objectContaining({ cryptoId: 'ripple', state: 'waiting' }));
  expect(attention.closed.map(({ cryptoId }) => cryptoId)).toEqual(['usdt-trc20']);
  expect(attention.samples.map(({ cryptoId }) => cryptoId)).toContain('ripple');
  later(25);
  await asAdmin('GET', '');
  const after = await walletsNeedingAttention(app.deps);
  expect(after.changes).toContainEqual(expect.objectContaining({ cryptoId: 'ripple', state: 'live' }));
  later(50);
  expect((await walletsNeedingAttention(app.deps)).changes.filter(({ cryptoId }) => cryptoId === 'ripple')).toEqual([]);
});

test('in production a sample cannot be switched on, and comes alive with the administrator’s own address', async () => {
  const fresh = await createTestDatabase();
  const other = await startTestApp(fresh);
  const own = await theAdmin(other);
  const call = (json: object) =>
    other.call('PUT', '/api/admin/wallets/bitcoin', { token: own.token, headers: own.stepUp, json });
  expect(await call({ isActive: false })).toMatchObject({ status: 200 });
  Object.assign(other.deps.env, { production: true });
  expect(await call({ isActive: true })).toMatchObject({ status: 422, body: { code: 'address_unavailable' } });
  const set = (await call({ address: newBitcoin })).body as unknown as WalletView;
  // No cool-off in local mode: live at once.
  expect(set).toMatchObject({ address: newBitcoin, isActive: true, isSample: false, waiting: null });
  await other.stop();
  await fresh.drop();
});

test('on a new production installation the first own address is live at once, and the second one waits', async () => {
  const fresh = await createTestDatabase();
  const other = await startTestApp(fresh, { WALLET_COOLOFF_HOURS: '24' });
  const own = await theAdmin(other);
  const call = (json: object) =>
    other.call('PUT', '/api/admin/wallets/bitcoin', { token: own.token, headers: own.stepUp, json });
  // As production ships it.
  await call({ isActive: false });
  Object.assign(other.deps.env, { production: true });
  const first = await call({ address: newBitcoin, isActive: true });
  expect(first).toMatchObject({
    status: 200,
    body: { address: newBitcoin, isActive: true, isSample: false, waiting: null, cooloffHours: 24 },
  });
  const second = await call({ address: otherBitcoin });
  expect(second).toMatchObject({ status: 200, body: { address: newBitcoin, waiting: { toAddress: otherBitcoin } } });
  await other.stop();
  await fresh.drop();
});

test('where the node is of Litecoin’s test network, an address of that network is taken, and the screen is told so', async () => {
  const regtest = await startTestApp(database, { CHAIN_LITECOIN_NETWORK: 'regtest' });
  const { token, stepUp } = await theAdmin(regtest);
  const networkOf = async (coin: string) =>
    ((await regtest.call('GET', `/api/admin/wallets/${coin}`, { token })).body as unknown as WalletWithHistory).network;
  expect([await networkOf('litecoin'), await networkOf('bitcoin')]).toEqual(['regtest', 'main']);
  const json = { address: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3' };
  expect((await put('litecoin', json)).status).toBe(400);
  expect((await wallet('litecoin')).network).toBe('main');
  const taken = await regtest.call('PUT', '/api/admin/wallets/litecoin', { token, headers: stepUp, json });
  expect(taken.status).toBe(200);
  await regtest.stop();
});
