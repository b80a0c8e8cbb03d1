import type { Log } from '../lib/log.ts';

/** Warnings of Node and of libraries as lines of the log, instead of plain text between them. */
export function logWarnings(log: Log): void {
  // Node's own listener prints them.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ warning: name }, message));
}
