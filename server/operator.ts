import { BadSettings } from './env.ts';

/**
 * Runs a program started by hand. What goes wrong is told on stderr in the operator's words, without a stack where the
 * sentence says it all, and ends the process with 1.
 */
export async function forOperator(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof BadSettings ? error.message : `${failure}: ${reasonOf(error)}`}\n`);
    process.exit(1);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `PORT is already in use (${message}). Stop the other program or set PORT.`;
  // An error with a code came from below and was not meant for people: show where it happened.
  return code === undefined ? message : (error.stack ?? message);
}
