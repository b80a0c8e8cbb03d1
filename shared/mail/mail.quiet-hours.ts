import { dayMinutes, hourMinutes, minuteMs } from '#shared/reference/units-of-time.ts';
/** Hours without messages for a member, by the clock of their time zone: "22:00" to "07:00" in "Africa/Lagos". */
export type QuietHours = { from: string; to: string; timeZone: string };

/** Digests go out at these minutes of every hour: each time zone differs from UTC by whole quarters. */
export const digestMs = 15 * minuteMs;

/** True for a time zone of IANA that this machine knows. */
export function isTimeZone(name: string): boolean {
  // An offset, such as +01:00, has no summer time.
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * hourMinutes + Number(clock.slice(3));

/** The minute of the day that a clock in this time zone shows. */
function minuteAt(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(format.format(at));
}

/** The end of the quiet hours that contain this moment; undefined outside of them. */
export function quietUntil({ from, to, timeZone }: QuietHours, at: Date): Date | undefined {
  const beginMinute = minutesOf(from);
  const end = minutesOf(to);
  const minute = minuteAt(at, timeZone);
  const isQuiet = beginMinute < end ? minute >= beginMinute && minute < end : minute >= beginMinute || minute < end;
  if (!isQuiet) return undefined;
  const wholeMinute = Math.floor(at.getTime() / minuteMs) * minuteMs;
  const until = new Date(wholeMinute + ((end - minute + dayMinutes) % dayMinutes) * minuteMs);
  // The clock may have been put forward or back in between.
  const offsetMinutes = ((minuteAt(until, timeZone) - end + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
  return new Date(until.getTime() - offsetMinutes * minuteMs);
}

/**
 * The time at which messages go out that wait since a moment: at once, or with the next digest, but never in quiet
 * hours.
 */
export function sendingTime(
  { quiet, digest }: { quiet: QuietHours | null; digest: boolean },
  { since, now }: { since: Date; now: Date },
): Date {
  const next = digest ? new Date(Math.ceil(since.getTime() / digestMs) * digestMs) : since;
  const at = next > now ? next : now;
  return (quiet && quietUntil(quiet, at)) ?? at;
}
