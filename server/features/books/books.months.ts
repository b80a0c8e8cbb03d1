/** The UTC month of a moment, as 2026-11. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** The UTC day of a moment, as 2026-11-28. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The first moment of a month, or of a day. */
export const startOf = (monthOrDay: string): Date => new Date(`${monthOrDay}${monthOrDay.length === 7 ? '-01' : ''}`);

/** The month so many months later, or earlier where `months` is negative. */
export function monthAfter(month: string, months = 1): string {
  const start = startOf(month);
  start.setUTCMonth(start.getUTCMonth() + months);
  return monthOf(start);
}

/** The first moment after a month. */
export const endOf = (month: string): Date => startOf(monthAfter(month));

/** All months from the first to the last, both included; none where the last is earlier. */
export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months;
}
