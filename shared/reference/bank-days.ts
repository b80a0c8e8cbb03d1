import { hourMs, minuteMs } from '#shared/reference/units-of-time.ts';
import zones from './time-zones.json' with { type: 'json' };
import weekends from './weekends.json' with { type: 'json' };

const zoneOf: Readonly<Record<string, string>> = zones;

/** Weekend days of a country's banks, 0 is Sunday; a country without a line closes on Saturday and Sunday. */
const weekendOf: Readonly<Record<string, readonly number[]>> = weekends;
const usualWeekend: readonly number[] = [6, 0];

/** Banks of every country are assumed to be open from 9 to 17 local time; holidays are unknown. */
const closingHour = 17;

/** A day of the calendar, as Date.UTC takes it; days beyond the end of a month are those of the next. */
type Day = { year: number; month: number; day: number };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { ...parts, hourCycle: 'h23', timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/** Clocks change at full quarters of an hour of UTC. */
const quarterMs = 15 * minuteMs;
const maxOffsets = 1_000;
const offsets = new Map<string, number>();

/** Milliseconds by which the clock of a zone is ahead of UTC; remembered, because `Intl` takes 10 µs for each. */
function offsetAt(at: number, timeZone: string): number {
  const quarter = Math.floor(at / quarterMs) * quarterMs;
  const key = `${timeZone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const zonedParts = formatOf(timeZone).formatToParts(quarter);
    const {
      year = 0,
      month = 1,
      day = 1,
      hour = 0,
      minute = 0,
    } = Object.fromEntries(zonedParts.map(({ type, value }) => [type, Number(value)]));
    offset = Date.UTC(year, month - 1, day, hour, minute) - quarter;
    if (offsets.size >= maxOffsets) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

/** Reads the clock of a zone: its date, and its local time as if the zone were UTC. */
function wallClock(at: number, timeZone: string): Day & { asUtc: number } {
  const asUtc = at + offsetAt(at, timeZone);
  const local = new Date(asUtc);
  return { year: local.getUTCFullYear(), month: local.getUTCMonth(), day: local.getUTCDate(), asUtc };
}

/** The instant at which the clock of a zone shows that hour of a day. */
function momentOf({ year, month, day }: Day, hour: number, timeZone: string): number {
  const asUtc = Date.UTC(year, month, day, hour);
  const guess = asUtc - (wallClock(asUtc, timeZone).asUtc - asUtc);
  // If the clocks change between the guess and the result, the second pass corrects it.
  return guess + (asUtc - wallClock(guess, timeZone).asUtc);
}

const dayAfter = ({ year, month, day }: Day): Day => ({ year, month, day: day + 1 });

function isWeekend({ year, month, day }: Day, country: string): boolean {
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
  return (weekendOf[country] ?? usualWeekend).includes(weekday);
}

/** True for a country whose clock is known; `EU` stands for the countries of the euro. */
export function hasBankDays(country: string): boolean {
  return country in zoneOf;
}

/** The time at which a bank has credited a payment: `overWeekend` if it was closed on a day between. */
type CreditDay = { at: Date; overWeekend: boolean };

/**
 * The time by which a bank of a country has credited a payment within these hours: hours of its weekend do not count,
 * and the last bank day counts until it closes. UTC for a country without a known clock.
 */
export function creditedBy(since: Date, hours: number, country: string): CreditDay {
  const timeZone = zoneOf[country] ?? 'UTC';
  let at = since.getTime();
  let remaining = hours * hourMs;
  let overWeekend = false;
  for (let day: Day = wallClock(at, timeZone); ; day = dayAfter(day)) {
    const midnight = momentOf(dayAfter(day), 0, timeZone);
    if (isWeekend(day, country)) {
      overWeekend = true;
      at = midnight;
      continue;
    }
    const closes = momentOf(day, closingHour, timeZone);
    if (at + remaining <= closes) return { at: new Date(closes), overWeekend };
    remaining = Math.max(0, remaining - (midnight - at));
    at = midnight;
  }
}
