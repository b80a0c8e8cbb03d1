import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceTime, onThisDevice } from './useNow.ts';

const hourMs = 3_600_000;
/** Date is frozen in a test while the monotonic clock of the device advances. */
const nearlyMs = 10_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

test("setting a phone's clock back lengthens no quote that is shown", () => {
  const before = deviceTime();
  vi.setSystemTime(Date.now() - hourMs);
  expect(deviceTime()).toBeGreaterThan(before - nearlyMs);
});

test('the time that passes while a phone sleeps counts', () => {
  const before = deviceTime();
  vi.setSystemTime(Date.now() + hourMs);
  expect(deviceTime() - before).toBeGreaterThanOrEqual(hourMs - nearlyMs);
});

test('a phone that is eleven minutes off counts down what the server has left', () => {
  vi.setSystemTime(Date.now() + 11 * 60_000);
  const shown = onThisDevice('2026-03-12T14:01:00.000Z', '2026-03-12T14:00:00.000Z');
  expect(Math.abs(Date.parse(shown) - deviceTime() - 60_000)).toBeLessThan(nearlyMs);
});

test('on a phone with a wrong clock every place shows one time for the same moment, whenever it is drawn', () => {
  const [moment, serverTime] = ['2026-03-12T14:15:00.000Z', '2026-03-12T14:00:30.000Z'];
  const shown = onThisDevice(moment, serverTime);
  vi.setSystemTime(Date.now() + 5 * 60_000);
  expect(onThisDevice(moment, serverTime)).toBe(shown);
});
