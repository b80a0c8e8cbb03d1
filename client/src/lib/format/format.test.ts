import { afterEach, describe, expect, test } from 'vitest';
import { coinName } from '#shared/reference/coin-name.ts';
import { switchLanguage } from '../i18n/i18n.ts';
import {
  countryName,
  formatBytes,
  formatChange,
  formatCrypto,
  formatDate,
  formatDateTime,
  formatMagnitude,
  formatMoney,
  formatMoneyText,
  formatRate,
  formatRelative,
  formatUtc,
  minorUnits,
} from './format.ts';
import { formatList } from './list.ts';

afterEach(() => switchLanguage('en'));

describe('fiat money', () => {
  test('shows its narrow symbol, its grouping and its code', () => {
    expect(formatMoneyText('1482310.55', 'NGN')).toBe('₦1,482,310.55\u00a0NGN');
  });

  test('keeps every digit of a figure that no float can hold', () => {
    expect(formatMoney('999999999999999.99', 'NGN')).toBe('₦999,999,999,999,999.99');
  });

  test('follows the minor unit of its currency', () => {
    expect([minorUnits('JPY'), minorUnits('USD'), minorUnits('KWD')]).toEqual([0, 2, 3]);
    expect(formatMoney('1500', 'JPY')).toBe('¥1,500');
    expect(formatMoney('1.5', 'KWD')).toBe('1.500');
  });

  test('never rounds away what the server sent', () => {
    expect(formatMoney('10.005', 'USD')).toBe('$10.005');
  });

  test('writes a negative amount with a true minus', () => {
    expect(formatMoney('-151127.9', 'NGN')).toBe('\u2212₦151,127.90');
  });

  test('writes no code twice where a currency has no symbol', () => {
    expect(formatMoneyText('5', 'CHF')).toBe('5.00\u00a0CHF');
  });

  test('still shows an amount in a currency that the browser has never heard of', () => {
    expect(formatMoney('5', 'not a code')).toBe('5.00');
  });

  test('keeps Latin digits and their order for a reader of Arabic', async () => {
    await switchLanguage('ar');
    expect(formatMoneyText('1482310.55', 'NGN')).toBe('₦1,482,310.55\u00a0NGN');
    expect(formatChange(-0.84)).toBe('\u22120.84%');
    expect(formatMagnitude('2871430')).toBe('2.87 مليون');
    expect(formatDateTime(new Date(2026, 2, 12, 14, 2))).toBe('12 مارس 2026، 14:02');
  });
});

describe('coins', () => {
  test('show up to eight decimals and no idle zeros', () => {
    expect(formatCrypto('0.05', 'BTC')).toBe('0.05\u00a0BTC');
    expect(formatCrypto(1e-8, 'BTC')).toBe('0.00000001\u00a0BTC');
  });

  test('show all eight decimals where a user types them into a wallet', () => {
    expect(formatCrypto('0.05', 'BTC', { exact: 8 })).toBe('0.05000000\u00a0BTC');
    expect(formatCrypto('1.5', 'USDT', { exact: 6 })).toBe('1.500000\u00a0USDT');
    expect(formatCrypto('2.5', 'ETH', { exact: 18 })).toBe('2.50000000\u00a0ETH');
  });
});

describe('rates and changes', () => {
  test('a rate names both sides', () => {
    expect(formatRate('BTC', 'USD', '39145.28')).toBe('1\u00a0BTC = 39,145.28\u00a0USD');
  });

  test('a rate has six significant digits, and cents however large it is', () => {
    expect(formatRate('BTC', 'NGN', '59537034.984')).toBe('1\u00a0BTC = 59,537,034.98\u00a0NGN');
    expect(formatRate('BTC', 'JPY', '5953703.4984')).toBe('1\u00a0BTC = 5,953,703\u00a0JPY');
    expect(formatRate('GBP', 'USD', '1.2734512')).toBe('1\u00a0GBP = 1.27345\u00a0USD');
    expect(formatRate('USD', 'PHP', '58.9')).toBe('1\u00a0USD = 58.90\u00a0PHP');
  });

  test('a token is named as its network is', () => {
    expect([coinName('Tether TRC20'), coinName('Bitcoin')]).toEqual(['Tether TRC-20', 'Bitcoin']);
  });

  test('a rate below one keeps six significant digits', () => {
    expect(formatRate('NGN', 'USD', '0.00064521347')).toBe('1\u00a0NGN = 0.000645213\u00a0USD');
  });

  test('a rate that somebody decides about shows every digit it is stored with', () => {
    const exactly = (from: string, to: string, rate: string) => formatRate(from, to, rate, { exact: true });
    expect(exactly('BTC', 'USD', '99999999999.99999999')).toBe('1\u00a0BTC = 99,999,999,999.99999999\u00a0USD');
    expect(exactly('NGN', 'USD', '0.000645213470000000')).toBe('1\u00a0NGN = 0.00064521347\u00a0USD');
    expect(exactly('USD', 'PHP', '58.9')).toBe('1\u00a0USD = 58.90\u00a0PHP');
    expect(exactly('BTC', 'JPY', '5953703.4984')).toBe('1\u00a0BTC = 5,953,703.4984\u00a0JPY');
  });

  test('a change carries its sign, and none has no sign', () => {
    expect([formatChange(2.31), formatChange(-0.84), formatChange(0)]).toEqual(['+2.31%', '\u22120.84%', '0.00%']);
  });

  test('the size of a large sum is said in words', () => {
    expect([formatMagnitude('2871430'), formatMagnitude('950')]).toEqual(['2.87 million', '']);
  });
});

describe('times', () => {
  test('are day first, with a 24 hour clock', () => {
    expect(formatDateTime(new Date(2026, 2, 12, 14, 2))).toBe('12 Mar 2026, 14:02');
  });

  test('have English months of three letters all the year round', async () => {
    const months = Array.from({ length: 12 }, (_, month) => formatDate(new Date(2026, month, 5)).split(' ')[1]);
    expect(months.map((month) => month?.length)).toEqual(months.map(() => 3));
    await switchLanguage('de');
    expect(formatDate(new Date(2026, 8, 5))).toBe('5. Sept. 2026');
  });

  test('and lists are joined as the language joins them', async () => {
    expect(formatList(['USD', 'PHP', 'NGN'])).toBe('USD, PHP, NGN');
    await switchLanguage('ja');
    expect(formatDateTime(new Date(2026, 2, 12, 14, 2))).toBe('2026年3月12日 14:02');
    expect(formatList(['USD', 'PHP', 'NGN'])).toBe('USD、PHP、NGN');
  });

  test('are told in UTC as well', () => {
    expect(formatUtc('2026-03-12T13:02:59.000Z')).toBe('2026-03-12 13:02 UTC');
  });

  test('are told by how long ago they were', () => {
    const now = '2026-03-12T13:00:00.000Z';
    expect(formatRelative('2026-03-12T12:42:00.000Z', now)).toBe('18 minutes ago');
    expect(formatRelative('2026-03-12T12:59:50.000Z', now)).toBe('now');
  });
});

test('a file size is told as phones tell it', () => {
  expect([formatBytes(512), formatBytes(421_888), formatBytes(2_516_582)]).toEqual(['512 B', '412 KB', '2.4 MB']);
});

test('a country has its name, and what an older account stored as a name is left as it is', () => {
  expect([countryName('NG'), countryName('HK'), countryName('Nigeria')]).toEqual([
    'Nigeria',
    'Hong Kong SAR China',
    'Nigeria',
  ]);
});
