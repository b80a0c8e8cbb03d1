import { beforeEach, describe, expect, test } from 'vitest';
import type { WalletWithHistory } from '#shared/wallets/wallets.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aQuote, aSeller } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { walletsNeedingAttention } from './wallets.service.ts';

const { database, app, mailbox } = openTestbed({ WALLET_COOLOFF_HOURS: '24' });
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));
beforeEach(() => {
  app.deps.now = () => new Date();
});

const asAdmin = (method: string, path: string, json?: object) => {
  const sent = { token: admin.token, headers: admin.stepUp, ...(json && { json }) };
  return app.call(method, `/api/admin/wallets${path}`, sent);
};
const put = (coin: string, json: object) => asAdmin('PUT', `/${coin}`, json);
const wallet = async (coin: string) => (await asAdmin('GET', `/${coin}`)).body as unknown as WalletWithHistory;
const shown = async (terms?: object) => (await aQuote(app, ada, terms)).deposit.address;
const sql = (text: string) => database.pool.query<Record<string, unknown>>(text);
const mails = async () => (await mailbox.to(adminEmail)).filter(({ template }) => template.startsWith('wallet_'));
const later = (hours: number) => {
  const base = Date.now();
  app.deps.now = () => new Date(base + hours * 60 * 60 * 1000);
};

describe('a change that was slipped into the database', () => {
  test('is never carried out, and raises the alarm once', async () => {
    const before = await shown({ cryptoId: 'bitcoin-cash', cryptoAmount: 1, targetCurrency: 'USD' });
    const notified = (await mails()).length;
    await sql(
      `insert into deposit_wallet_changes (crypto_id, from_version, to_address, live_at, signature)
       values ('bitcoin-cash', 1, 'qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy', now() - interval '1 minute', '\\x00')`,
    );
    for (let at = 0; at < 2; at += 1) {
      expect(await shown({ cryptoId: 'bitcoin-cash', cryptoAmount: 1, targetCurrency: 'USD' })).toBe(before);
    }
    expect((await mails()).slice(notified).map(({ template, data }) => [template, data])).toEqual([
      ['wallet_alarm', { coin: 'Bitcoin Cash' }],
    ]);
    expect((await wallet('bitcoin-cash')).waiting).toMatchObject({ tampered: true });
    expect((await walletsNeedingAttention(app.deps)).forged.map(({ cryptoId }) => cryptoId)).toEqual(['bitcoin-cash']);
    expect((await asAdmin('DELETE', '/bitcoin-cash/change')).status).toBe(200);
    expect((await walletsNeedingAttention(app.deps)).forged).toEqual([]);
  });

  test('nor is one whose hour was moved', async () => {
    await put('usdt-erc20', { address: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB' });
    await sql(`alter table deposit_wallet_changes disable trigger all;
      update deposit_wallet_changes set live_at = now() - interval '1 hour' where crypto_id = 'usdt-erc20';
      alter table deposit_wallet_changes enable trigger all`);
    const { address, waiting } = await wallet('usdt-erc20');
    expect(address).not.toBe('0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB');
    expect(waiting).toMatchObject({ tampered: true });
    await asAdmin('DELETE', '/usdt-erc20/change');
  });
});

describe('an address edited behind the product', () => {
  test('put back with its old signature is not served either', async () => {
    await put('ethereum', { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' });
    later(25);
    const sale = { cryptoId: 'ethereum', cryptoAmount: 1, targetCurrency: 'USD' };
    expect(await shown(sale)).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    await sql(`create table old_wallet as select * from deposit_wallets where crypto_id = 'ethereum'`);
    await put('ethereum', { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' });
    later(50);
    const answer = await app.call('POST', '/api/sell-quotes', { token: ada.token, json: sale });
    expect(answer.status).toBe(201);
    await sql(`update deposit_wallets w set address = o.address, version = o.version, signature = o.signature
      from old_wallet o where o.crypto_id = w.crypto_id; drop table old_wallet`);
    const before = (await mails()).length;
    expect(await app.call('POST', '/api/sell-quotes', { token: ada.token, json: sale })).toMatchObject({ status: 422 });
    expect((await mails()).slice(before).map(({ template }) => template)).toEqual(['wallet_alarm']);
    expect(await wallet('ethereum')).toMatchObject({ tampered: true });
    // A change that is cancelled signs the row that it was asked on with its next version.
    await put('ethereum', { address: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB' });
    expect((await asAdmin('DELETE', '/ethereum/change')).status).toBe(200);
    expect(await app.call('POST', '/api/sell-quotes', { token: ada.token, json: sale })).toMatchObject({ status: 422 });
    await put('ethereum', { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' });
    expect(await shown(sale)).toBe('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359');
  });

  test('with another tag is set again as a whole: a change of a part of it would sign the rest', async () => {
    await sql(`update deposit_wallets set memo = '666' where crypto_id = 'ripple'`);
    const { address, version } = await wallet('ripple');
    for (const part of [{ address }, { memo: '777' }, { isActive: false }])
      expect(await put('ripple', { ...part, version })).toMatchObject({
        status: 422,
        body: { reason: 'deposit_address_foreign' },
      });
    expect(await put('ripple', { address, memo: '777', version })).toMatchObject({ status: 200 });
  });

  test('switched on behind the product is not served either', async () => {
    expect(await put('binancecoin', { isActive: false })).toMatchObject({ status: 200, body: { isActive: false } });
    const sale = { cryptoId: 'binancecoin', cryptoAmount: 1, targetCurrency: 'USD' };
    const tryIt = () => app.call('POST', '/api/sell-quotes', { token: ada.token, json: sale });
    expect(await tryIt()).toMatchObject({ status: 422 });
    await sql(`update deposit_wallets set is_active = true where crypto_id = 'binancecoin'`);
    expect(await tryIt()).toMatchObject({ status: 422 });
    await sql(`update deposit_wallets set is_active = false where crypto_id = 'binancecoin'`);
    expect(await put('binancecoin', { isActive: true })).toMatchObject({ status: 200, body: { isActive: true } });
    expect(await tryIt()).toMatchObject({ status: 201 });
  });
});
