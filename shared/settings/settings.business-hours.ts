import { dayMinutes, hourMinutes } from '#shared/reference/units-of-time.ts';
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const span =
  /^([a-z]{3})[a-z]*(?:\s*[-\u2013]\s*([a-z]{3})[a-z]*)?\s+(\d{1,2})(?::(\d{2}))?\s*[-\u2013]\s*(\d{1,2})(?::(\d{2}))?(?:\s+([\w/+-]+))?$/i;

/** True where the hours are around the clock, every day. */
export function isAlwaysOpen(hours: string): boolean {
  return /^24\s*\/\s*7$/.test(hours.trim());
}

/**
 * True once the operator has written the support hours; until then no text and no clock names a time of the business.
 */
export const isSetUp = ({ support }: { support: { hours: string } }): boolean => support.hours !== '';

/**
 * True if the hours can be parsed: '24/7', or spans as `isWithinHours` takes them, none of which ends before it begins.
 */
export function areBusinessHours(hours: string): boolean {
  return isAlwaysOpen(hours) || hours.split(/[,;]/).every((part) => isSpan(span.exec(part.trim())));
}

function isSpan(match: RegExpExecArray | null): boolean {
  if (!match) return false;
  const [, from = '', to = from, fromHour, fromMinute = '0', toHour, toMinute = '0', zone = 'UTC'] = match;
  const isDay = [from, to].every((day) => days.includes(day.toLowerCase()));
  const beginMinute = Number(fromHour) * hourMinutes + Number(fromMinute);
  const endMinute = Number(toHour) * hourMinutes + Number(toMinute);
  return (
    isDay &&
    Number(fromMinute) < 60 &&
    Number(toMinute) < 60 &&
    beginMinute <= endMinute &&
    endMinute <= dayMinutes &&
    isZone(zone)
  );
}

function isZone(zone: string): boolean {
  return clockIn(zone, new Date(0)) !== undefined;
}

/**
 * True where `now` is within the business hours: '24/7', or spans such as 'Mon-Fri 09:00-18:00 Europe/Berlin', with
 * commas; without a zone in UTC. Invalid text counts as open: no customer is lost over a spelling.
 */
export function isWithinHours(hours: string, now: Date): boolean {
  const spans = hours.split(/[,;]/).map((part) => span.exec(part.trim()));
  if (spans.some((match) => match === null)) return true;
  return spans.some((match) => match !== null && contains(match, now));
}

function contains([, from = '', to = from, ...rest]: RegExpExecArray, now: Date): boolean {
  const [fromHour, fromMinute = '0', toHour, toMinute = '0', zone = 'UTC'] = rest;
  const first = days.indexOf(from.toLowerCase());
  const lastDay = days.indexOf(to.toLowerCase());
  const clock = clockIn(zone, now);
  if (first < 0 || lastDay < 0 || !clock) return true;
  const isDay =
    first <= lastDay ? clock.day >= first && clock.day <= lastDay : clock.day >= first || clock.day <= lastDay;
  return (
    isDay &&
    clock.minutes >= Number(fromHour) * hourMinutes + Number(fromMinute) &&
    clock.minutes < Number(toHour) * hourMinutes + Number(toMinute)
  );
}

/** Day of the week from Monday and minutes since midnight; undefined in an unknown zone. */
function clockIn(timeZone: string, now: Date): { day: number; minutes: number } | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
    const day = days.indexOf((parts.weekday ?? '').toLowerCase());
    return { day, minutes: Number(parts.hour) * hourMinutes + Number(parts.minute) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
