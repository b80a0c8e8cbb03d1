import { expect, test } from 'vitest';
import { monthAfter, monthOf } from '#server/features/book/book.periods.service.ts';
import { dayOf, endOf, monthsFrom, startOf } from './books.months.ts';

test('an entry in the last second of a UTC month belongs to it in every time zone', () => {
  expect(monthOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
  expect(monthOf(new Date('2026-12-01T00:00:00+14:00'))).toBe('2026-11');
  expect(dayOf(new Date('2026-11-30T23:59:59-01:00'))).toBe('2026-12-01');
});

test('a month ends where the next one begins, even over the end of a year and a leap day', () => {
  expect(monthAfter('2026-12')).toBe('2027-01');
  expect(endOf('2028-02').toISOString()).toBe('2028-03-01T00:00:00.000Z');
  expect(startOf('2028-02-29').toISOString()).toBe('2028-02-29T00:00:00.000Z');
});

test('the months between two include both of them', () => {
  expect(monthsFrom('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
  expect(monthsFrom('2026-11', '2026-11')).toEqual(['2026-11']);
  expect(monthsFrom('2026-12', '2026-11')).toEqual([]);
});
