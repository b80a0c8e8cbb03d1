import { dayMs } from '#shared/reference/units-of-time.ts';

/** A bar needs a pixel: a longer range shows its newest days. */
const maxDays = 366;

/** All days from the first of these to the last, `2026-11-01`: at most the newest 366. */
export function daysOf(days: readonly string[]): string[] {
  const times = days.map((day) => Date.parse(day));
  const firstTime = Math.min(...times);
  const lastDay = Math.max(...times);
  const count = times.length === 0 ? 0 : Math.min(maxDays, Math.round((lastDay - firstTime) / dayMs) + 1);
  return Array.from({ length: count }, (_, index) => dayText(lastDay - (count - 1 - index) * dayMs));
}

/** Today by the books, which use UTC. */
export const today = () => dayText(Date.now());

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The day after the last one of a month, `2026-11-01` of `2026-10`. */
export function firstDayAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}
