import { expect, test } from 'vitest';
import { staleDaysOf } from './rates.age.ts';

const now = Date.parse('2026-11-30T12:00:00Z');

test.each([
  ['of this morning', 'open-er-api', '2026-11-30T06:00:00Z', undefined],
  ['of the day before', 'open-er-api', '2026-11-29T06:00:00Z', undefined],
  ['that ships with the product', 'sample', '2025-11-14T00:00:00Z', 381],
  ['that was read three days ago', 'ecb', '2026-11-27T06:00:00Z', 3],
  ['that was typed three weeks ago', 'manual', '2026-11-09T06:00:00Z', undefined],
  ['that was typed two months ago', 'manual', '2026-09-30T06:00:00Z', 61],
])('a member reads that a rate %s is too old', (_which, source, at, days) => {
  expect(staleDaysOf({ at, source }, now)).toBe(days);
});
