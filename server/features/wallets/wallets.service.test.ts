import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { publish } from '#server/events/publish.ts';
import type { CryptoAssetView } from '#shared/rates/rates.contract.ts';
import { coins } from '#shared/reference/coins.ts';
import { aSeller, someBitcoin } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { sampleWallets } from './wallets.samples.ts';
import { seedSampleWallets } from './wallets.service.ts';

const { database, app } = openTestbed();

afterEach(async () => {
  await database.pool.query('delete from deposit_wallets');
  await seedSampleWallets(app.deps);
});

const requestQuote = async (terms: object = someBitcoin) => {
  const { token } = await aSeller(app, database.pool);
  return app.call('POST', '/api/sell-quotes', { token, json: terms });
};
const sql = (text: string) => database.pool.query(text);
const notAvailable = { status: 422, body: { code: 'address_unavailable', message: 'Address not available' } };

test('the true address of another coin, put there with its signature, is not served', async () => {
  await sql(
    `update deposit_wallets b set address = l.address, signature = l.signature from deposit_wallets l
     where b.crypto_id = 'bitcoin' and l.crypto_id = 'litecoin'`,
  );
  expect(await requestQuote()).toMatchObject(notAvailable);
});

test('an inactive address and a chain without its memo are not served', async () => {
  await sql(`update deposit_wallets set is_active = false where crypto_id = 'bitcoin'`);
  expect(await requestQuote()).toMatchObject(notAvailable);
  await sql(`delete from deposit_wallets where crypto_id = 'ripple'`);
  expect(await requestQuote({ cryptoId: 'ripple', cryptoAmount: 50, targetCurrency: 'USD' })).toMatchObject(
    notAvailable,
  );
});

test('a coin that nobody can send is still listed, and marked as not for sale', async () => {
  const listed = async () => (await app.call('GET', '/api/crypto-assets')).body as unknown as CryptoAssetView[];
  const sellable = async () => (await listed()).filter(({ isSellable }) => isSellable).map(({ id }) => id);
  const all = coins.map(({ id }) => id);
  await expect.poll(sellable, { timeout: 30_000 }).toEqual(all);
  await sql(`update deposit_wallets set is_active = false where crypto_id = 'bitcoin'`);
  await sql(`update deposit_wallets set address = 'LdP8Qox1VAhCzLJNqrr74YovaWYyNBUWvL' where crypto_id = 'litecoin'`);
  await sql(`update deposit_wallets set memo = null where crypto_id = 'ripple'`);
  await sql(`delete from deposit_wallets where crypto_id = 'tron'`);
  const notForSale = ['bitcoin', 'litecoin', 'ripple', 'tron'];
  await app.deps.inTx((tx) => publish(tx, { kind: 'rates_changed' }));
  await expect.poll(sellable, { timeout: 30_000 }).toEqual(all.filter((id) => !notForSale.includes(id)));
  expect((await listed()).map(({ id }) => id)).toEqual(all);
});

test('every coin starts with a sample address of its own; a second start changes nothing', async () => {
  const rows = async () =>
    (await database.pool.query<object>('select * from deposit_wallets where is_sample order by crypto_id')).rows;
  const before = await rows();
  await seedSampleWallets(app.deps);
  expect(await rows()).toEqual(before);
  expect(new Set(coins.map(({ id }) => sampleWallets[id]?.address)).size).toBe(coins.length);
  expect(before).toHaveLength(coins.length);
});

test('in production the samples start inactive', async () => {
  await sql('delete from deposit_wallets');
  await seedSampleWallets({ ...app.deps, env: { ...app.deps.env, production: true } });
  const { rows } = await database.pool.query('select 1 from deposit_wallets where is_active');
  expect(rows).toEqual([]);
});

describe('nobody can spend from a sample', () => {
  const bodyOf = (coin: string) =>
    createHash('sha256')
      .update(`Landfall SAMPLE deposit address, replace before use: ${coin}`)
      .digest()
      .subarray(0, 20);
  const base58 = (alphabet: string, text: string) => {
    const value = Array.from(text).reduce((sum, character) => sum * 58n + BigInt(alphabet.indexOf(character)), 0n);
    return Buffer.from(value.toString(16).padStart(50, '0'), 'hex');
  };
  const bitcoinAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const rippleAlphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
  const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  /** The bytes in the 5-bit characters of a bech32 or cashaddr payload, checksum left out. */
  const fromFives = (characters: string, bytes: number) => {
    const bits = Array.from(characters, (character) => bech32.indexOf(character).toString(2).padStart(5, '0')).join('');
    return Buffer.from(Array.from({ length: bytes }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2)));
  };

  test.each(['ethereum', 'usdt-erc20', 'binancecoin'])('%s', (coin) => {
    expect(sampleWallets[coin]?.address.toLowerCase()).toBe(`0x${bodyOf(coin).toString('hex')}`);
  });

  test.each([
    ['tron', bitcoinAlphabet, 0x41],
    ['usdt-trc20', bitcoinAlphabet, 0x41],
    ['ripple', rippleAlphabet, 0x00],
  ])('%s, with a true checksum', (coin, alphabet, version) => {
    const raw = base58(alphabet, sampleWallets[coin]?.address ?? '');
    const payload = Buffer.concat([Buffer.from([version]), bodyOf(coin)]);
    const twice = createHash('sha256').update(createHash('sha256').update(payload).digest()).digest();
    expect(raw.toString('hex')).toBe(Buffer.concat([payload, twice.subarray(0, 4)]).toString('hex'));
  });

  test.each([
    ['bitcoin', 'bc1q'],
    ['litecoin', 'ltc1q'],
  ])('%s', (coin, prefix) => {
    const address = sampleWallets[coin]?.address ?? '';
    expect(address.startsWith(prefix)).toBe(true);
    expect(fromFives(address.slice(prefix.length, -6), 20)).toEqual(bodyOf(coin));
  });

  test('bitcoin-cash', () => {
    const address = sampleWallets['bitcoin-cash']?.address ?? '';
    expect(fromFives(address.slice(0, -8), 21).subarray(1)).toEqual(bodyOf('bitcoin-cash'));
  });
});
