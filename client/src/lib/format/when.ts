import { dayMs } from '#shared/reference/units-of-time.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { dateLocale, formatTime, noBreak } from './format.ts';

const weekday = { weekday: 'short' } as const;
const dayOf = { ...weekday, day: 'numeric', month: 'short' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const text = (at: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(dateLocale(), options).format(at);

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** An instant near now: `17:00` today, `Mon 16 Mar, 17:00` within half a year, later or earlier with its year. */
export function formatWhen(instant: Date, now: number): string {
  if (isSameDay(instant, new Date(now))) return formatTime(instant);
  const isFar = Math.abs(instant.getTime() - now) > 180 * dayMs;
  // A day and its time stay on one line.
  return text(instant, { ...dayOf, ...(isFar && { year: 'numeric' }), ...clock }).replaceAll(' ', noBreak);
}

/** An instant for a narrow place: `17:00` today, `Mon 17:00` within six days, else `16 Mar`. */
export function formatWhenShort(instant: Date, now: number): string {
  if (isSameDay(instant, new Date(now))) return formatTime(instant);
  const isNear = Math.abs(instant.getTime() - now) < 6 * dayMs;
  return text(instant, isNear ? { ...weekday, ...clock } : { day: 'numeric', month: 'short' });
}

/** True if the words of the language are too long for five of them in a row on a phone. */
export const hasLongWords = (): boolean => !['en', 'zh', 'ja', 'ko', 'ar'].includes(currentLanguage());
