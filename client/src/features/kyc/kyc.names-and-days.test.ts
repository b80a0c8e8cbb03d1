import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameName } from './admin/kyc.same-name.ts';
import { dateOfParts, partsOfDate } from './components/kyc.form.ts';

test('a passport with more names, in another order or with accents, fits the account', () => {
  expect(isSameName('Ada Ngozi Obi', 'Ada Obi')).toBe(true);
  expect(isSameName('OBI, Ada-Ngozi', 'Ada Obi')).toBe(true);
  expect(isSameName('Núñez Zoë', 'Zoe Nunez')).toBe(true);
  expect(isSameName("O'Neill Sean", 'Seán O’Neill')).toBe(true);
});

test('another person’s passport, a part of a name or an empty name does not fit the account', () => {
  expect(isSameName('Ada Ngozi Obi', 'Eve Obi')).toBe(false);
  expect(isSameName('Adaora Obi', 'Ada Obi')).toBe(false);
  expect(isSameName('Ada Obi', '')).toBe(false);
  expect(isSameName('', 'Ada Obi')).toBe(false);
});

test.each([
  ['4', ' 9 ', '1991', '1991-09-04'],
  ['١٤', '٠٩', '١٩٩١', '1991-09-14'],
  ['30', '2', '1991'],
  ['29', '2', '1991'],
  ['1', '13', '1991'],
  ['0', '1', '1991'],
  ['1', '1', '91'],
  ['', '1', '1991'],
  ['1st', 'Jan', '1991'],
])('%s %s %s in three fields is the day %s', (day = '', month = '', year = '', date?: string) => {
  expect(dateOfParts({ day, month, year })).toBe(date);
});

test('every calendar day stays the same when it is split into three fields', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const roundTrip = fc.property(days, (day) => dateOfParts(partsOfDate(day)) === day);
  expect(() => fc.assert(roundTrip)).not.toThrow();
});
