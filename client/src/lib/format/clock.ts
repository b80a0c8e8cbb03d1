import i18next from 'i18next';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { clockTime, dateLocale, dateText, formatDateTime, formatTime, type Instant } from './format.ts';

/**
 * An instant near now, relative to the day: `18:40 today`, `09:00 tomorrow`; within a week with its weekday, then with
 * its year.
 */
export function formatClock(instant: Instant, now: Instant = Date.now()): string {
  const midnight = (moment: Instant) => new Date(moment).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(instant) - midnight(now)) / dayMs);
  if (days > 1 && days < 7)
    return dateText(instant, { weekday: 'short', day: 'numeric', month: 'short', ...clockTime });
  if (Math.abs(days) > 1) return formatDateTime(instant);
  const day = new Intl.RelativeTimeFormat(dateLocale(), { numeric: 'auto' }).format(days, 'day');
  return i18next.t('common:clock', { day, time: formatTime(instant), lng: currentLanguage() });
}

const inUnits = (count: number, unit: 'year' | 'day' | 'minute'): string =>
  new Intl.NumberFormat(dateLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** `5 years`, in the current language. */
export const formatYears = (count: number): string => inUnits(count, 'year');

/** `381 days`, in the current language. */
export const formatDays = (count: number): string => inUnits(count, 'day');

/** `20 minutes`, in the current language. */
export const formatMinutes = (count: number): string => inUnits(count, 'minute');

/** A countdown: `4:05`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
