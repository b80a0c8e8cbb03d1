import { formatDateTime, formatTime } from '#client/lib/format/format.ts';

/** The hour for a message of today, the day too for an older one. */
export function timeOf(at: string): string {
  return new Date(at).toDateString() === new Date().toDateString() ? formatTime(at) : formatDateTime(at);
}
