// npm run demo: local mode in a data folder of its own, with ninety days of made-up customers and orders.
import { startClock, type Clock } from '../db/clock.ts';
import { connect } from '../db/connection.ts';
import { borrowEmbedded } from '../db/embedded/embedded.ts';
import { demoPeople } from '../demo/demo.people.ts';
import { demoEmail, fillDemo } from '../demo/demo.ts';
import { createDeps } from '../deps.ts';
import { readDemoEnv } from '../env.ts';
import { deriveKey } from '../keys.ts';
import { startLandfall } from '../landfall.ts';
import { createLog } from '../log.ts';
import { forOperator, tellOperator } from '../operator.ts';
import { stopOnSignals } from '../signals.ts';

await forOperator('The demonstration cannot start', async () => {
  const env = readDemoEnv();
  const log = createLog(env.logLevel);
  const starting = startLandfall(env, log);
  stopOnSignals(starting, log);
  const { url } = await starting;
  const server = await borrowEmbedded(env.dataDir);
  const database = connect({ url: server.url, max: 2 });
  let clock: Clock | undefined;
  const password = deriveKey(env.encryptionKey, 'demonstration').toString('base64url').slice(0, 16);
  try {
    clock = await startClock(database, log);
    const deps = createDeps({ env, log, database, publicUrl: env.publicUrl ?? url, now: clock.now });
    const orders = await fillDemo(deps, password);
    if (orders > 0) console.error(`Made up ${demoPeople.length} customers with ${orders} orders.`);
  } finally {
    clock?.stop();
    await database.pool.end();
    await server.release();
  }
  tellOperator(env, url);
  const [first] = demoPeople;
  if (first) console.log(`A customer: ${demoEmail(first)}, password: ${password} (the same for all of them)`);
});
