import { readEnv, type Env } from './env.ts';
import { startLandfall, type Landfall } from './landfall.ts';
import { adminPasswordFile } from './local-secrets.ts';
import { createLog, type Log } from './log.ts';
import { forOperator } from './operator.ts';

/** Below the 10 s after which most supervisors kill. */
const stopPatienceMs = 9_500;

await forOperator('Landfall cannot start', async () => {
  const env = readEnv();
  const log = createLog(env.logLevel);
  const starting = startLandfall(env, log);
  stopOnSignals(starting, log);
  const { url } = await starting;
  tellOperator(env, url);
});

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
