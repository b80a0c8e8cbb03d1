import { describe, expect, test } from 'vitest';
import { decimal } from '#shared/kernel/money.ts';
import { bankCodeOf, bankNamed, banksOf } from './banks.ts';
import { coins, normalizeTxHash } from './coins.ts';
import { countries } from './countries.ts';
import { fxSample, fxSampleDate } from './fx-sample.ts';
import { languages } from './languages.ts';
import { payoutCurrencies, payoutCurrency } from './payout-currencies.ts';

const codes = payoutCurrencies.map(({ code }) => code);

describe('payout currencies', () => {
  test('are listed as 8 major ones, then 43 African, then all others, each once', () => {
    const groups = payoutCurrencies.map(({ group }) => group);
    expect(groups.slice(0, 8)).toEqual(Array(8).fill('major'));
    expect(groups.slice(8, 51)).toEqual(Array(43).fill('african'));
    expect(new Set(groups.slice(51))).toEqual(new Set(['other']));
    expect(new Set(codes).size).toBe(150);
    for (const code of ['USD', 'EUR', 'GBP', 'NGN', 'GHS', 'XOF', 'XAF', 'KES', 'ZAR']) expect(codes).toContain(code);
  });

  test('are living ISO 4217 codes with a flag and a sample rate, and no others are', () => {
    const supportedCurrencies = new Set(Intl.supportedValuesOf('currency'));
    const invalidCurrencies = payoutCurrencies.filter(({ code, flag }) => {
      const rate = decimal(fxSample[code] ?? '0');
      return !supportedCurrencies.has(code) || !/^[A-Z]{2}$/.test(flag) || !rate.gt(decimal('0'));
    });
    expect(invalidCurrencies).toEqual([]);
    expect(Object.keys(fxSample).toSorted()).toEqual(codes.toSorted());
    expect(fxSample['USD']).toBe('1');
    expect(new Date(fxSampleDate).toISOString()).toContain(fxSampleDate);
  });

  test('have the minor units of ISO 4217', () => {
    const withUnits = (units: number) => codes.filter((code) => payoutCurrency(code)?.minorUnits === units).toSorted();
    expect(withUnits(3)).toEqual(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);
    const withoutMinorUnits = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
    expect(withUnits(0).join(' ')).toBe(withoutMinorUnits);
    expect(withUnits(2)).toHaveLength(150 - 7 - 16);
  });
});

describe('coins', () => {
  test('begin with the four of the landing page, with their sample prices to the digit', () => {
    expect(coins.slice(0, 4).map(({ id }) => id)).toEqual(['bitcoin', 'ethereum', 'usdt-trc20', 'tron']);
    const samplePrices = Object.fromEntries(coins.map(({ id, samplePrice }) => [id, samplePrice]));
    const large = { bitcoin: '39145.28', ethereum: '2654.32', litecoin: '143.57', 'bitcoin-cash': '225.84' };
    expect(samplePrices).toMatchObject({ ...large, 'usdt-trc20': '1', tron: '0.12', ripple: '0.75' });
  });

  test('need a tag only for XRP, and each names its network', () => {
    expect(coins.filter(({ requiresMemo }) => requiresMemo).map(({ id }) => id)).toEqual(['ripple']);
    for (const { networkHint, network } of coins) expect([networkHint, network]).not.toContain('');
  });

  test('have one spelling of a hash, and refuse that of another chain', () => {
    const hash = 'AB'.repeat(32);
    expect(normalizeTxHash('bitcoin', ` ${hash} `)).toBe('ab'.repeat(32));
    expect(normalizeTxHash('ethereum', hash)).toBeUndefined();
    expect(normalizeTxHash('usdt-erc20', `0x${hash}`)).toBe(`0x${'ab'.repeat(32)}`);
    const invalidHashes = ['', hash.slice(1), `${hash}0`, `${hash}\n<b>`, '0x', 'zz'.repeat(32)];
    expect(invalidHashes.filter((text) => normalizeTxHash('bitcoin', text) !== undefined)).toEqual([]);
    expect(normalizeTxHash('dogecoin', hash)).toBeUndefined();
    for (const { id, txHash } of coins) expect(normalizeTxHash(id, txHash.example)).toBe(txHash.example);
  });
});

test('each bank is listed once, with a code of three digits and its publisher', () => {
  const currencies = codes.filter((code) => banksOf(code).length > 0);
  expect(currencies).toContain('MXN');
  for (const currency of currencies) {
    const banks = banksOf(currency);
    expect(new Set(banks.map(({ name }) => name.toLowerCase())).size).toBe(banks.length);
    const namedBanks = banks.map(({ name }) => bankNamed(currency, name));
    expect(namedBanks).toEqual(banks);
    const codedBanks = banks.filter(({ code }) => code !== null);
    expect(new Set(codedBanks.map(({ code }) => code)).size).toBe(codedBanks.length);
    for (const { code, source } of banks) {
      expect(code ?? '000').toMatch(/^\d{3}$/);
      expect(source).toMatch(code === null ? /^bank$/ : /^(cbn|banxico)$/);
    }
  }
});

test.each([
  ['NGN', 'GTBank', '058'],
  ['NGN', ' gt bank', '058'],
  ['NGN', 'ＧＴＢＡＮＫ', '058'],
  ['MXN', 'bbva mexico', '012'],
  ['MXN', 'BanBajio', '030'],
  ['MXN', 'VE POR MAS (BX+)', '113'],
  ['NGN', 'Moniepoint', undefined],
  ['NGN', 'GTBank Plc of Lagos', undefined],
  ['KES', 'Equity Bank', undefined],
  ['NGN', '', undefined],
])('the bank in %s typed as "%s" has the code %s', (currency, bankName, code) => {
  expect(bankCodeOf(currency, { bankName })).toBe(code);
});

test('a bank that is not listed has the typed code', () => {
  expect(bankCodeOf('NGN', { bankName: 'Moniepoint', bankCode: '50515' })).toBe('50515');
  expect(bankCodeOf('NGN', { bankName: 'GTBank', bankCode: '011' })).toBe('058');
});

test('the thirty countries are sorted by name, each with an offered payout currency', () => {
  expect(countries).toHaveLength(30);
  const names = countries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  for (const { code, dialCode, currency } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(dialCode).toMatch(/^\+\d{1,3}$/);
    expect(codes).toContain(currency);
  }
});

test('Arabic is the only one of ten languages from right to left', () => {
  expect(languages.map(({ code }) => code)).toEqual(['en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'pt', 'ru']);
  expect(languages.filter(({ direction }) => direction === 'rtl').map(({ code }) => code)).toEqual(['ar']);
});
