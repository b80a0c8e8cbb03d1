import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateOfParts, partsOfDate } from './kyc.form.ts';

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
