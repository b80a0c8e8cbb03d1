import { minuteMs } from '#shared/reference/units-of-time.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { steps } from './format.ts';

/** The time since an instant, short enough for a row: `now`, `18 min`, `3 hr`, `2 days`. `now` in ms. */
export function ageOf(since: string, now: number): string {
  const ageMs = Math.max(0, now - Date.parse(since));
  if (ageMs < minuteMs) return new Intl.RelativeTimeFormat(localeOf(), { numeric: 'auto' }).format(0, 'second');
  const [unit, size] = steps.find(([, minMs]) => ageMs >= minMs) ?? ['minute', minuteMs];
  const formatter = new Intl.NumberFormat(localeOf(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  });
  return formatter.format(Math.floor(ageMs / size));
}

/** The time until an instant, as short as an age: `14 min`, `23 hr`; undefined once it has passed. */
export function timeLeft(until: string, now: number): string | undefined {
  const leftMs = Date.parse(until) - now;
  return leftMs > 0 ? ageOf(new Date(now - leftMs).toISOString(), now) : undefined;
}

const localeOf = (): string => `${currentLanguage()}-u-nu-latn`;
