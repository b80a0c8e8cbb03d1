import { afterEach, describe, expect, test } from 'vitest';
import { coinName } from '#shared/reference/coin-name.ts';
import { switchLanguage } from '../i18n/i18n.ts';
import { normaliseAmount } from './amount-input.ts';
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

const afternoon = new Date(2026, 2, 12, 14, 2);
const now = '2026-03-12T13:00:00.000Z';
const exactRate = (from: string, to: string, rate: string) => formatRate(from, to, rate, { exact: true });

// ~ marks the no-break space between a number and its unit.
test.each([
  ['money shows its symbol, its grouping and its code', formatMoneyText('1482310.55', 'NGN'), '₦1,482,310.55~NGN'],
  ['money keeps digits that no float holds', formatMoney('999999999999999.99', 'NGN'), '₦999,999,999,999,999.99'],
  ['money follows its minor unit, the yen has none', formatMoney('1500', 'JPY'), '¥1,500'],
  ['money follows its minor unit, the dinar has three digits', formatMoney('1.5', 'KWD'), '1.500'],
  ['money is never rounded away where the server sent it', formatMoney('10.005', 'USD'), '$10.005'],
  ['a negative amount has a true minus', formatMoney('-151127.9', 'NGN'), '\u2212₦151,127.90'],
  ['no code stands twice where a currency has no symbol', formatMoneyText('5', 'CHF'), '5.00~CHF'],
  ['a minus stands at its amount without a symbol', formatMoney('-1250', 'KES'), '\u22121,250.00'],
  ['an amount in a currency that no browser knows is shown', formatMoney('5', 'not a code'), '5.00'],
  ['coins show no idle zeros', formatCrypto('0.05', 'BTC'), '0.05~BTC'],
  ['coins show up to eight decimals', formatCrypto(1e-8, 'BTC'), '0.00000001~BTC'],
  ['a wallet is given all decimals', formatCrypto('0.05', 'BTC', { exact: 8 }), '0.05000000~BTC'],
  ['a wallet is given the decimals of the coin', formatCrypto('1.5', 'USDT', { exact: 6 }), '1.500000~USDT'],
  ['a wallet is given eight decimals at most', formatCrypto('2.5', 'ETH', { exact: 18 }), '2.50000000~ETH'],
  ['a rate names both sides', formatRate('BTC', 'USD', '39145.28'), '1~BTC = 39,145.28~USD'],
  ['a rate has cents however large it is', formatRate('BTC', 'NGN', '59537034.984'), '1~BTC = 59,537,034.98~NGN'],
  ['a rate has no cents in yen', formatRate('BTC', 'JPY', '5953703.4984'), '1~BTC = 5,953,703~JPY'],
  ['a rate has six significant digits', formatRate('GBP', 'USD', '1.2734512'), '1~GBP = 1.27345~USD'],
  ['a rate has two decimals at least', formatRate('USD', 'PHP', '58.9'), '1~USD = 58.90~PHP'],
  ['a rate below one has six digits', formatRate('NGN', 'USD', '0.00064521347'), '1~NGN = 0.000645213~USD'],
  [
    'who decides sees all digits',
    exactRate('BTC', 'USD', '99999999999.99999999'),
    '1~BTC = 99,999,999,999.99999999~USD',
  ],
  ['who decides sees no idle zeros', exactRate('NGN', 'USD', '0.000645213470000'), '1~NGN = 0.00064521347~USD'],
  ['who decides sees two decimals at least', exactRate('USD', 'PHP', '58.9'), '1~USD = 58.90~PHP'],
  ['who decides sees less than a yen', exactRate('BTC', 'JPY', '5953703.4984'), '1~BTC = 5,953,703.4984~JPY'],
  ['a token is named as its network is', coinName('Tether TRC20'), 'Tether TRC-20'],
  ['a coin keeps its name', coinName('Bitcoin'), 'Bitcoin'],
  ['a rise carries its plus', formatChange(2.31), '+2.31%'],
  ['a fall carries a true minus', formatChange(-0.84), '\u22120.84%'],
  ['no change has no sign', formatChange(0), '0.00%'],
  ['the size of a large sum is said in words', formatMagnitude('2871430'), '2.87 million'],
  ['the size of a small sum is not said', formatMagnitude('950'), ''],
  ['times are day first, with a 24 hour clock', formatDateTime(afternoon), '12 Mar 2026, 14:02'],
  ['times are told in UTC as well', formatUtc('2026-03-12T13:02:59.000Z'), '2026-03-12 13:02 UTC'],
  ['times are told by how long ago they were', formatRelative('2026-03-12T12:42:00.000Z', now), '18 minutes ago'],
  ['times that are just over are now', formatRelative('2026-03-12T12:59:50.000Z', now), 'now'],
  ['lists are joined as English joins them', formatList(['USD', 'PHP', 'NGN']), 'USD, PHP, NGN'],
  ['a small file has its size in bytes', formatBytes(512), '512 B'],
  ['a file has its size as phones tell it', formatBytes(421_888), '412 KB'],
  ['a large file has its size as phones tell it', formatBytes(2_516_582), '2.4 MB'],
  ['a country has its name', countryName('NG'), 'Nigeria'],
  ['a territory has its whole name', countryName('HK'), 'Hong Kong SAR China'],
  ['what an older account stored as a name is left as it is', countryName('Nigeria'), 'Nigeria'],
  ['each currency has its minor unit', ['JPY', 'USD', 'KWD'].map(minorUnits).join(), '0,2,3'],
])('a reader sees that %s', (_sentence, text, expected) => {
  expect(text).toBe(expected.replaceAll('~', '\u00a0'));
});

describe('a reader of another language', () => {
  test('reads Latin digits in their usual order in Arabic', async () => {
    await switchLanguage('ar');
    expect(formatMoneyText('1482310.55', 'NGN')).toBe('₦1,482,310.55\u00a0NGN');
    expect(formatChange(-0.84)).toBe('\u22120.84%');
    expect(formatMagnitude('2871430')).toBe('2.87 مليون');
    expect(formatDateTime(afternoon)).toBe('12 مارس 2026، 14:02');
  });

  test('reads months in full if the language has no short ones, and in three letters in English', async () => {
    const months = Array.from({ length: 12 }, (_, month) => formatDate(new Date(2026, month, 5)).split(' ')[1]);
    expect(months.map((month) => month?.length)).toEqual(months.map(() => 3));
    await switchLanguage('de');
    expect(formatDate(new Date(2026, 8, 5))).toBe('5. Sept. 2026');
  });

  test('reads times and lists in the Japanese format', async () => {
    await switchLanguage('ja');
    expect(formatDateTime(afternoon)).toBe('2026年3月12日 14:02');
    expect(formatList(['USD', 'PHP', 'NGN'])).toBe('USD、PHP、NGN');
  });
});

test.each([
  ['0.05', 'en', '0.05'],
  ['.5', 'en', '0.5'],
  ['007.50', 'en', '7.50'],
  ['1,000.50 BTC', 'en', '1000.50'],
  ['₦1,482,310.55', 'en', '1482310.55'],
  ['USDT 25', 'en', '25'],
  ['1 000,5', 'fr', '1000.5'],
  ['1\u202f000,5', 'fr', '1000.5'],
  ["1'000.50", 'de', '1000.50'],
  ['1.000,50', 'en', '1000.50'],
  ['0,05', 'en', '0.05'],
  ['1,000', 'en', '1000'],
  ['1,000', 'de', '1.000'],
  ['1.000', 'en', '1.000'],
  ['1.000', 'de', '1000'],
  ['0.005', 'de', '0.005'],
  ['1,23,456.5', 'en', '123456.5'],
  ['١٢٣٫٥', 'ar', '123.5'],
  ['١٬٢٣٤٫٥٦', 'ar', '1234.56'],
  ['۱۲۳', 'en', '123'],
  ['１２．５', 'ja', '12.5'],
  ['１２', 'ja', '12'],
  ['0.00000001', 'en', '0.00000001'],
  ['123456789012345678', 'en', '123456789012345678'],
  ['０．０５', 'ja', '0.05'],
  ['１，０００．５０', 'zh', '1000.50'],
  ['0。05', 'ja', '0.05'],
  ['٠٫٠٥', 'ar', '0.05'],
])('%s, typed in %s, is read as the amount that the customer meant', (text, language, amount) => {
  expect(normaliseAmount(text, language)).toBe(amount);
});

test.each(['', ' ', '-1', 'abc', '1e5', '1.2.3', '1,2,3', '12,34.5', '.', '1 BTC 2', '1.000.00', '∞'])(
  '%j is no amount, and is not guessed',
  (text) => expect(normaliseAmount(text)).toBeUndefined(),
);
