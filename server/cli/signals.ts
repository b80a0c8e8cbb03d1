import type { Landfall } from '../landfall.ts';
import type { Log } from '../lib/log.ts';

/** Below the 10 s after which most supervisors kill. */
const stopTimeoutMs = 9_500;
/** One press of Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const onePressMs = 500;

/** A signal during the start waits for it to finish, so that nothing half started is left behind. */
export function stopOnSignals(startup: Promise<Landfall>, log: Log): void {
  let stoppingSince: number | undefined;
  const stop = async (exitCode: number) => {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    try {
      const landfall = await startup;
      await landfall.stop();
      process.exit(exitCode);
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
  };
  const reportFailure = (error: unknown) => {
    log.fatal({ err: error }, 'a failure nobody handled');
    void stop(1);
  };
  process.on('SIGTERM', () => void stop(0));
  // Ctrl-C twice means at once.
  process.on('SIGINT', () => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince > onePressMs) process.exit(1);
    void stop(0);
  });
  process.on('uncaughtException', reportFailure);
  process.on('unhandledRejection', reportFailure);
}
