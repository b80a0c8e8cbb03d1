import { BadSettings, readEnv, type Env } from './env.ts';
import { startLandfall, type Landfall } from './landfall.ts';
import { adminPasswordFile } from './local-secrets.ts';
import { createLog, type Log } from './log.ts';

/** Below the 10 s after which most supervisors kill. */
const stopPatienceMs = 9_500;

try {
  const env = readEnv();
  const log = createLog(env.logLevel);
  const starting = startLandfall(env, log);
  stopOnSignals(starting, log);
  const { url } = await starting;
  tellOperator(env, url);
} catch (error) {
  // Written for the operator: no stack where the sentence says it all.
  console.error(error instanceof BadSettings ? error.message : `Landfall cannot start: ${reasonOf(error)}`);
  process.exit(1);
}

function tellOperator(env: Env, url: string): void {
  console.log(`Landfall is ready at ${url}`);
  if (env.production || env.databaseUrl) return;
  console.log(`Local mode: sample rates; mails are kept in ${env.mail.outboxDir}; everything lives in ${env.dataDir}.`);
  console.log(`Administrator: ${env.admin.email}`);
  if (env.admin.passwordWasJustMade) {
    console.log(`Password: ${env.admin.password} (shown once, kept in ${adminPasswordFile(env.dataDir)})`);
  }
}

/** A signal during the start waits for it to finish, so that nothing half started is left behind. */
function stopOnSignals(starting: Promise<Landfall>, log: Log): void {
  let stopping = false;
  const stop = async (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopPatienceMs).unref();
    try {
      const landfall = await starting;
      await landfall.stop();
      process.exit(exitCode);
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
  };
  const failed = (error: unknown) => {
    log.fatal({ err: error }, 'a failure nobody handled');
    void stop(1);
  };
  process.on('SIGTERM', () => void stop(0));
  // Ctrl-C twice means at once.
  process.on('SIGINT', () => void (stopping ? process.exit(1) : stop(0)));
  process.on('uncaughtException', failed);
  process.on('unhandledRejection', failed);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `PORT is already in use (${message}). Stop the other program or set PORT.`;
  return code === undefined || message.startsWith('DATABASE_URL') ? message : (error.stack ?? message);
}
