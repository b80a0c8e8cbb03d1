/** Lengths of time in milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The first moment of a day (YYYY-MM-DD) in UTC. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/** The moment after the last one of a day, in UTC. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + dayMs);
