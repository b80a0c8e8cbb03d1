import { expect, test } from 'vitest';
import { isTimeZone, quietUntil, sendingTime, type QuietHours } from './mail.quiet-hours.ts';

const night = (timeZone: string): QuietHours => ({ from: '22:00', to: '07:00', timeZone });
const until = (quietHours: QuietHours, at: string) => quietUntil(quietHours, new Date(at))?.toISOString();

test('a member gets no message in quiet hours, from their first minute to their last', () => {
  const lagos = night('Africa/Lagos');
  expect(until(lagos, '2026-11-29T20:59:59Z')).toBeUndefined();
  expect(until(lagos, '2026-11-29T21:00:00Z')).toBe('2026-11-30T06:00:00.000Z');
  expect(until(lagos, '2026-11-30T05:59:59Z')).toBe('2026-11-30T06:00:00.000Z');
  expect(until(lagos, '2026-11-30T06:00:00Z')).toBeUndefined();
  expect(until({ ...night('Asia/Kathmandu') }, '2026-11-29T16:15:00Z')).toBe('2026-11-30T01:15:00.000Z');
});

test('quiet hours within one day end on the same day', () => {
  const noon = { from: '12:30', to: '13:45', timeZone: 'UTC' };
  expect(until(noon, '2026-11-29T12:30:10Z')).toBe('2026-11-29T13:45:00.000Z');
  expect(until(noon, '2026-11-29T13:45:00Z')).toBeUndefined();
});

test('quiet hours end at seven in a night in which the clock is put forward or back', () => {
  expect(until(night('Europe/Berlin'), '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z');
  expect(until(night('Europe/Berlin'), '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
});

test('a message is sent at once, at the next quarter of an hour, or at the end of quiet hours', () => {
  const at = (text: string) => new Date(`2026-11-29T${text}Z`);
  const sendingAt = (settings: { quiet: QuietHours | null; digest: boolean }, since: string, now: string) =>
    sendingTime(settings, { since: at(since), now: at(now) })
      .toISOString()
      .slice(11, 19);
  expect(sendingAt({ quiet: null, digest: false }, '10:01:00', '10:01:05')).toBe('10:01:05');
  expect(sendingAt({ quiet: null, digest: true }, '10:01:00', '10:01:05')).toBe('10:15:00');
  expect(sendingAt({ quiet: null, digest: true }, '10:01:00', '10:15:00')).toBe('10:15:00');
  expect(sendingAt({ quiet: night('UTC'), digest: false }, '03:10:00', '03:10:01')).toBe('07:00:00');
  expect(sendingAt({ quiet: night('UTC'), digest: true }, '21:50:00', '21:50:01')).toBe('07:00:00');
});

test('a time zone is a known name, and no offset', () => {
  expect(['Africa/Lagos', 'UTC', 'America/Argentina/Buenos_Aires'].every(isTimeZone)).toBe(true);
  expect(['+01:00', 'Mars/Olympus', '', 'Africa/Lagos; drop'].some(isTimeZone)).toBe(false);
});
