import { formatDateTime, formatTime } from '#client/lib/format/format.ts';

/** The hour for what happened today, the day too for what is older. */
export function timeOf(at: string): string {
  return new Date(at).toDateString() === new Date().toDateString() ? formatTime(at) : formatDateTime(at);
}
