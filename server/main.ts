import { readEnv } from './env.ts';
import { startLandfall } from './landfall.ts';
import { createProcessLog } from './log.ts';
import { forOperator, printBanner } from './operator.ts';
import { stopOnSignals } from './signals.ts';
import { logWarnings } from './warnings.ts';

await forOperator('Landfall cannot start', async () => {
  const env = readEnv();
  const log = createProcessLog(env);
  logWarnings(log);
  const starting = startLandfall(env, log);
  stopOnSignals(starting, log);
  const { url } = await starting;
  printBanner(env, url);
});
