import { expect, test } from 'vitest';
import { daysOf } from './books.days.ts';

test('days without an entry are shown between days with entries', () => {
  expect(daysOf(['2026-10-30', '2026-11-02'])).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02']);
  expect([daysOf([]), daysOf(['2026-11-02'])]).toEqual([[], ['2026-11-02']]);
});

test('a chart of several years shows the newest 366 days', () => {
  const days = daysOf(['2020-01-01', '2026-11-02']);
  expect([days.length, days[0], days.at(-1)]).toEqual([366, '2025-11-02', '2026-11-02']);
});
