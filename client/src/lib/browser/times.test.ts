import { afterEach, expect, test, beforeEach, vi } from 'vitest';
import { localDays } from './local-days.ts';
import { deviceTime, onThisDevice } from './useNow.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['Africa/Lagos', '2026-11-21', '2026-11-22', '2026-11-20T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
  ['America/Mexico_City', '2026-11-21', '2026-11-22', '2026-11-21T06:00:00.000Z', '2026-11-23T06:00:00.000Z'],
  ['UTC', '2026-11-21', '2026-11-22', '2026-11-21T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  // The clocks change on both days.
  ['Europe/Berlin', '2026-10-25', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
])(
  'an administrator in %s filters by the days that the times of the list show',
  (timeZone, first, lastDay, from, to) => {
    vi.stubEnv('TZ', timeZone);
    expect(localDays({ from: first, to: lastDay })).toEqual({ from, to });
  },
);

test('an administrator who types an invalid day gets the server’s refusal', () => {
  expect(localDays({})).toEqual({ from: undefined, to: undefined });
  expect(localDays({ from: '2026-13-45', to: '' })).toEqual({ from: '2026-13-45', to: '' });
});

const hourMs = 3_600_000;
/** Date is frozen in a test while the monotonic clock of the device advances. */
const nearlyMs = 10_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

test("setting a phone's clock back lengthens no quote that is shown", () => {
  const previousTime = deviceTime();
  vi.setSystemTime(Date.now() - hourMs);
  expect(deviceTime()).toBeGreaterThan(previousTime - nearlyMs);
});

test('a countdown includes the time during which a phone sleeps', () => {
  const previousTime = deviceTime();
  vi.setSystemTime(Date.now() + hourMs);
  expect(deviceTime() - previousTime).toBeGreaterThanOrEqual(hourMs - nearlyMs);
});

test('a phone whose clock is eleven minutes wrong counts down the server’s remaining time', () => {
  vi.setSystemTime(Date.now() + 11 * 60_000);
  const shownTime = onThisDevice('2026-03-12T14:01:00.000Z', '2026-03-12T14:00:00.000Z');
  expect(Math.abs(Date.parse(shownTime) - deviceTime() - 60_000)).toBeLessThan(nearlyMs);
});

test('a phone whose clock was set back while it was open still knows the time of the server', () => {
  vi.setSystemTime(Date.now() - hourMs);
  const serverTime = '2026-03-12T14:00:45.000Z';
  // The cache notes the arrival by the clock that was set back.
  const received = Date.parse(onThisDevice(serverTime, serverTime, Date.now()));
  expect(Math.abs(deviceTime() - received)).toBeLessThan(nearlyMs);
});

test('a phone that opens without a network counts the time since the last answer', () => {
  const serverTime = '2026-03-12T13:00:45.000Z';
  const received = Date.parse(onThisDevice(serverTime, serverTime, Date.now() - hourMs));
  expect(Math.abs(deviceTime() - received - hourMs)).toBeLessThan(nearlyMs);
});

test('a phone with a wrong clock shows one time for a moment everywhere', () => {
  const moment = '2026-03-12T14:15:00.000Z';
  const serverTime = '2026-03-12T14:00:30.000Z';
  const shownTime = onThisDevice(moment, serverTime);
  vi.setSystemTime(Date.now() + 5 * 60_000);
  expect(onThisDevice(moment, serverTime)).toBe(shownTime);
});
