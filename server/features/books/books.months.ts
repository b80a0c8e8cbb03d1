import { monthAfter } from '#server/features/book/book.periods.service.ts';

/** The UTC day of a moment, as 2026-11-28. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The first moment of a month, or of a day. */
export const startOf = (monthOrDay: string): Date => new Date(`${monthOrDay}${monthOrDay.length === 7 ? '-01' : ''}`);

/** The first moment after a month. */
export const endOf = (month: string): Date => startOf(monthAfter(month));

/** The day after a day. */
export function dayAfter(day: string): string {
  const nextDay = startOf(day);
  nextDay.setUTCDate(nextDay.getUTCDate() + 1);
  return dayOf(nextDay);
}

/** All months from the first to the last, both included; none where the last is earlier. */
export function monthsFrom(firstMonth: string, lastMonth: string): string[] {
  const months: string[] = [];
  for (let month = firstMonth; month <= lastMonth; month = monthAfter(month)) months.push(month);
  return months;
}
