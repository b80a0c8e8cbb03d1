import { afterEach, expect, test } from 'vitest';
import { localDays } from './local-days.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  ['Africa/Lagos', '2026-11-20T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
  ['America/Mexico_City', '2026-11-21T06:00:00.000Z', '2026-11-23T06:00:00.000Z'],
  ['UTC', '2026-11-21T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
])('an administrator in %s filters by the days that the times of the list show', (timeZone, from, to) => {
  process.env.TZ = timeZone;
  expect(localDays({ from: '2026-11-21', to: '2026-11-22' })).toEqual({ from, to });
});

test('a day on which the clocks change is as long as it is', () => {
  process.env.TZ = 'Europe/Berlin';
  expect(localDays({ from: '2026-10-25', to: '2026-10-25' })).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  });
});

test('no day is no bound, and what is no day is left for the server to refuse', () => {
  expect(localDays({})).toEqual({ from: undefined, to: undefined });
  expect(localDays({ from: '2026-13-45', to: '' })).toEqual({ from: '2026-13-45', to: '' });
});
