import { stopOnSignals } from './cli/signals.ts';
import { readEnv } from './env/env.ts';
import { startLandfall } from './landfall.ts';
import { createProcessLog } from './lib/log.ts';
import { forOperator, printBanner } from './start/operator.ts';
import { logWarnings } from './start/warnings.ts';

await forOperator('Landfall cannot start', async () => {
  const env = readEnv();
  const log = createProcessLog(env);
  logWarnings(log);
  const startup = startLandfall(env, log);
  stopOnSignals(startup, log);
  printBanner(env, await startup);
});
