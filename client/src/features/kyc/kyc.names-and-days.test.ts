import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameName } from './admin/kyc.same-name.ts';
import { dateOfParts, partsOfDate } from './components/kyc.form.ts';

test('a passport that says more names, in another order or with marks, is still that of the account', () => {
  expect(isSameName('Ada Ngozi Obi', 'Ada Obi')).toBe(true);
  expect(isSameName('OBI, Ada-Ngozi', 'Ada Obi')).toBe(true);
  expect(isSameName('Núñez Zoë', 'Zoe Nunez')).toBe(true);
  expect(isSameName("O'Neill Sean", 'Seán O’Neill')).toBe(true);
});

test('another person’s passport, a part of a name, or nothing at all is not', () => {
  expect(isSameName('Ada Ngozi Obi', 'Eve Obi')).toBe(false);
  expect(isSameName('Adaora Obi', 'Ada Obi')).toBe(false);
  expect(isSameName('Ada Obi', '')).toBe(false);
  expect(isSameName('', 'Ada Obi')).toBe(false);
});

test('a day written in three fields is that day, with or without zeros, in any digits', () => {
  expect(dateOfParts({ day: '4', month: ' 9 ', year: '1991' })).toBe('1991-09-04');
  expect(dateOfParts({ day: '١٤', month: '٠٩', year: '١٩٩١' })).toBe('1991-09-14');
});

test.each([
  ['30', '2', '1991'],
  ['29', '2', '1991'],
  ['1', '13', '1991'],
  ['0', '1', '1991'],
  ['1', '1', '91'],
  ['', '1', '1991'],
  ['1st', 'Jan', '1991'],
])('%s %s %s is no day', (day, month, year) => {
  expect(dateOfParts({ day, month, year })).toBeUndefined();
});

test('every day there is survives being taken apart', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, (day) => {
      expect(dateOfParts(partsOfDate(day))).toBe(day);
    }),
  );
});
