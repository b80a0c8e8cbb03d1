import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, createBase58check } from '@scure/base';
import { afterEach, describe, expect, test } from 'vitest';
import { publish } from '#server/events/publish.ts';
import type { CryptoAssetView } from '#shared/rates/rates.contract.ts';
import { coins } from '#shared/reference/coins.ts';
import { saleOf } from '#tests/factories/sales.ts';
import { walletCalls } from '#tests/factories/wallets.ts';
import { outcomeOf, reasonOf } from '#tests/setup/calls.ts';
import { describeMails } from '#tests/setup/mails.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { walletsMail } from './wallets.mail.templates.ts';
import { sampleWallets } from './wallets.samples.ts';
import { seedSampleWallets, walletsNeedingAttention } from './wallets.service.ts';

const testbed = openTestbed({ WALLET_COOLOFF_HOURS: '24' });
const { app, rows } = testbed;
const { put, wallet, cancel, quote, shown, mailsAfter } = walletCalls(testbed);
const hoursLater = (hours: number) => testbed.minutesLater(hours * 60);
const all = coins.map(({ id }) => id);

describe('an invalid address', () => {
  afterEach(async () => {
    await rows('delete from deposit_wallets');
    await seedSampleWallets(app.deps);
  });

  test.each([
    [
      'the true address of another coin, put there with its signature,',
      'bitcoin',
      `update deposit_wallets b set address = l.address, signature = l.signature from deposit_wallets l
       where b.crypto_id = 'bitcoin' and l.crypto_id = 'litecoin'`,
    ],
    ['an inactive one', 'bitcoin', `update deposit_wallets set is_active = false where crypto_id = 'bitcoin'`],
    ['one of a chain without its memo', 'ripple', `delete from deposit_wallets where crypto_id = 'ripple'`],
  ])('that %s is not served', async (_which, coin, attack) => {
    await rows(attack);
    const { status, body } = await quote(saleOf(coin, coin === 'ripple' ? 50 : 0.01));
    expect([status, body]).toMatchObject([422, { code: 'address_unavailable', message: 'Address not available' }]);
  });

  test('leaves its coin on the list, marked as not for sale', async () => {
    const listCoins = async () => (await app.call('GET', '/api/crypto-assets')).body as unknown as CryptoAssetView[];
    const sellable = async () => (await listCoins()).filter(({ isSellable }) => isSellable).map(({ id }) => id);
    await expect.poll(sellable).toEqual(all);
    for (const [coin, change] of Object.entries({
      bitcoin: 'is_active = false',
      litecoin: `address = 'LdP8Qox1VAhCzLJNqrr74YovaWYyNBUWvL'`,
      ripple: 'memo = null',
    }))
      await rows(`update deposit_wallets set ${change} where crypto_id = '${coin}'`);
    await rows(`delete from deposit_wallets where crypto_id = 'tron'`);
    await app.deps.inTx((tx) => publish(tx, { kind: 'rates_changed' }));
    const notForSale = ['bitcoin', 'litecoin', 'ripple', 'tron'];
    await expect.poll(sellable).toEqual(all.filter((id) => !notForSale.includes(id)));
    expect((await listCoins()).map(({ id }) => id)).toEqual(all);
  });
});

describe('the sample addresses', () => {
  test('are one for every coin, also after a second start', async () => {
    const samples = () => rows('select * from deposit_wallets where is_sample order by crypto_id');
    const samplesBefore = await samples();
    await seedSampleWallets(app.deps);
    expect(await samples()).toEqual(samplesBefore);
    expect(new Set(all.map((id) => sampleWallets[id]?.address)).size).toBe(coins.length);
    expect(samplesBefore).toHaveLength(coins.length);
  });

  test('are inactive at first in production', async () => {
    await rows('delete from deposit_wallets');
    await seedSampleWallets({ ...app.deps, env: { ...app.deps.env, production: true } });
    expect(await rows('select 1 from deposit_wallets where is_active')).toEqual([]);
    await rows('delete from deposit_wallets');
    await seedSampleWallets(app.deps);
  });

  const hexOf = (bytes: Uint8Array | number[]) => Buffer.from(bytes).toString('hex');
  const ofEthereum = (address: string) => address.slice(2).toLowerCase();
  const ofTron = (address: string) => hexOf(createBase58check(sha256).decode(address));
  const segwit = (prefix: string) => (address: string) => {
    const { words, prefix: matchingPrefix } = bech32.decode(address as `${string}1${string}`);
    expect([matchingPrefix, words[0]]).toEqual([prefix, 0]);
    return hexOf(bech32.fromWords(words.slice(1)));
  };
  const rippleAlphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
  const bitcoinAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const inBitcoins = (sign: string) => bitcoinAlphabet[rippleAlphabet.indexOf(sign)];
  const cashAlphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  const cashWords = (address: string) => Array.from(address.slice(0, -8), (sign) => cashAlphabet.indexOf(sign));

  /** The bytes behind an address in hex, with the version of its form; what decodes them checks the checksum. */
  test.each<[coin: string, version: string, decode: (address: string) => string]>([
    ['ethereum', '', ofEthereum],
    ['usdt-erc20', '', ofEthereum],
    ['binancecoin', '', ofEthereum],
    ['tron', '41', ofTron],
    ['usdt-trc20', '41', ofTron],
    ['ripple', '00', (address) => ofTron(Array.from(address, inBitcoins).join(''))],
    ['bitcoin', '', segwit('bc')],
    ['litecoin', '', segwit('ltc')],
    ['bitcoin-cash', '00', (address) => hexOf(bech32.fromWords(cashWords(address)))],
  ])('cannot be spent by an attacker: the one of %s is made of a text', (coin, version, decode) => {
    const text = `Landfall SAMPLE deposit address, replace before use: ${coin}`;
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 40);
    expect(decode(sampleWallets[coin]?.address ?? '')).toBe(version + hash);
  });
});

describe('a change inserted into the database', () => {
  test('is never applied, and raises the alarm once', async () => {
    const shownBefore = await shown(saleOf('bitcoin-cash', 1));
    const { length } = await mailsAfter(0);
    await rows(
      `insert into deposit_wallet_changes (crypto_id, from_version, to_address, live_at, signature)
       values ('bitcoin-cash', 1, 'qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy', now() - interval '1 minute', '\\x00')`,
    );
    for (let at = 0; at < 2; at += 1) expect(await shown(saleOf('bitcoin-cash', 1))).toBe(shownBefore);
    const alarms = (await mailsAfter(length)).map(({ template, data }) => [template, data]);
    expect(alarms).toEqual([['wallet_alarm', { coin: 'Bitcoin Cash' }]]);
    expect((await wallet('bitcoin-cash')).waiting).toMatchObject({ tampered: true });
    expect((await walletsNeedingAttention(app.deps)).forged.map(({ cryptoId }) => cryptoId)).toEqual(['bitcoin-cash']);
    expect((await cancel('bitcoin-cash')).status).toBe(200);
    expect((await walletsNeedingAttention(app.deps)).forged).toEqual([]);
  });

  test('is not applied at another hour either', async () => {
    const toAddress = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
    await put('usdt-erc20', { address: toAddress });
    await rows(`alter table deposit_wallet_changes disable trigger all;
      update deposit_wallet_changes set live_at = now() - interval '1 hour' where crypto_id = 'usdt-erc20';
      alter table deposit_wallet_changes enable trigger all`);
    const { address, waiting } = await wallet('usdt-erc20');
    expect(address).not.toBe(toAddress);
    expect(waiting).toMatchObject({ tampered: true });
    await cancel('usdt-erc20');
  });
});

describe('an address edited in the database', () => {
  test('is not served with its old signature either', async () => {
    const sale = saleOf('ethereum', 1);
    const first = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const second = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    await put('ethereum', { address: first });
    hoursLater(25);
    expect(await shown(sale)).toBe(first);
    await rows(`create table old_wallet as select * from deposit_wallets where crypto_id = 'ethereum'`);
    await put('ethereum', { address: second });
    hoursLater(50);
    expect(await shown(sale)).toBe(second);
    await rows(`update deposit_wallets w set address = o.address, version = o.version, signature = o.signature
      from old_wallet o where o.crypto_id = w.crypto_id; drop table old_wallet`);
    const { length } = await mailsAfter(0);
    expect((await quote(sale)).status).toBe(422);
    expect(await mailsAfter(length)).toMatchObject([{ template: 'wallet_alarm' }]);
    expect(await wallet('ethereum')).toMatchObject({ tampered: true });
    // A change that is cancelled signs the row that it was asked on with its next version.
    await put('ethereum', { address: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB' });
    expect((await cancel('ethereum')).status).toBe(200);
    expect((await quote(sale)).status).toBe(422);
    await put('ethereum', { address: second });
    expect(await shown(sale)).toBe(second);
  });

  test('with another tag is set again as a whole, because a partial change would sign the rest', async () => {
    await rows(`update deposit_wallets set memo = '666' where crypto_id = 'ripple'`);
    const { address, version } = await wallet('ripple');
    for (const part of [{ address }, { memo: '777' }, { isActive: false }])
      expect(await reasonOf(put('ripple', { ...part, version }))).toBe('422 deposit_address_foreign');
    expect((await put('ripple', { address, memo: '777', version })).status).toBe(200);
  });

  test('is not served after it was switched on there', async () => {
    const sell = () => outcomeOf(quote(saleOf('binancecoin', 1)));
    const setActive = (isActive: boolean) =>
      rows(`update deposit_wallets set is_active = ${isActive} where crypto_id = 'binancecoin'`);
    expect((await put('binancecoin', { isActive: false })).body).toMatchObject({ isActive: false });
    expect(await sell()).toContain('422');
    await setActive(true);
    expect(await sell()).toContain('422');
    await setActive(false);
    expect((await put('binancecoin', { isActive: true })).body).toMatchObject({ isActive: true });
    expect(await sell()).toBe('201');
  });
});

const deposit = { coin: 'XRP (Ripple)', address: 'rHnF8Hju2dKk53cbMccvcHqfejxc83o1rq', memo: '1000001' };
describeMails(walletsMail, {
  wallet_notice: { ...deposit, kind: 'asked', liveAt: '2026-03-12T14:02:00.000Z' },
  wallet_alarm: { coin: 'Bitcoin' },
});
