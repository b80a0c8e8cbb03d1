import { expect, test } from 'vitest';
import { creditedBy, hasBankDays } from './bank-days.ts';
import { countries } from './countries.ts';
import ibanLengths from './iban-lengths.json' with { type: 'json' };
import { payoutCurrencies } from './payout-currencies.ts';

const dueAfter = (since: string, hours: number, country: string) => {
  const { at, overWeekend } = creditedBy(new Date(since), hours, country);
  return `${at.toISOString()}${overWeekend ? ' over a weekend' : ''}`;
};

// 14 March 2026 is a Saturday.
test.each([
  ['on a working day, the bank closing at 17 there', '2026-03-11T09:00:00Z', 24, 'NG', '2026-03-12T16:00:00.000Z'],
  ['on the day after where it is closed by then', '2026-03-11T18:00:00Z', 24, 'NG', '2026-03-13T16:00:00.000Z'],
  ['on Monday for a sale on Friday', '2026-03-13T09:00:00Z', 24, 'NG', '2026-03-16T16:00:00.000Z over a weekend'],
  ['on Tuesday for one on Sunday', '2026-03-15T12:00:00Z', 24, 'NG', '2026-03-17T16:00:00.000Z over a weekend'],
  [
    'on Sunday in Egypt, which rests on Friday',
    '2026-03-12T12:00:00Z',
    24,
    'EG',
    '2026-03-15T15:00:00.000Z over a weekend',
  ],
  ['at once on the same day', '2026-03-11T09:00:00Z', 1, 'MX', '2026-03-11T23:00:00.000Z'],
  [
    'in bank days also where it takes many',
    '2026-03-13T09:00:00Z',
    72,
    'NG',
    '2026-03-18T16:00:00.000Z over a weekend',
  ],
  [
    'by the new clock where summer time began',
    '2026-03-28T12:00:00Z',
    24,
    'DE',
    '2026-03-31T15:00:00.000Z over a weekend',
  ],
  ['a quarter of an hour before the bank closes', '2026-03-11T15:45:00Z', 0.25, 'NG', '2026-03-11T16:00:00.000Z'],
  [
    'at the latest in Nepal, which rests on Saturday alone',
    '2026-03-13T09:00:00Z',
    24,
    'NP',
    '2026-03-15T11:15:00.000Z over a weekend',
  ],
  ['by universal time in a country without a clock', '2026-03-11T09:00:00Z', 24, 'ZZ', '2026-03-12T17:00:00.000Z'],
])('a customer’s bank credits a payout %s', (_name, since, hours, country, expected) => {
  expect(dueAfter(since, hours, country)).toBe(expected);
});

test('every payout country has a clock of its banks', () => {
  const codes = [
    ...payoutCurrencies.map(({ flag }) => flag),
    ...countries.map(({ code }) => code),
    ...Object.keys(ibanLengths),
  ];
  expect(codes.filter((code) => !hasBankDays(code))).toEqual([]);
});
