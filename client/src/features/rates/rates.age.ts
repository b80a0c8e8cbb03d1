import { dayMs } from '#shared/reference/units-of-time.ts';

/** A table of rates is made once a day; a rate that the team has typed holds longer. */
const freshDays = { read: 1, typed: 30 } as const;

/** The whole days since a rate was seen or set, where it is too old to be called current; undefined where it is not. */
export function staleDaysOf({ at, source }: { at: string; source: string }, now: number): number | undefined {
  const days = Math.floor((now - Date.parse(at)) / dayMs);
  return days > (source === 'manual' ? freshDays.typed : freshDays.read) ? days : undefined;
}
