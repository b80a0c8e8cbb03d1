// npm run demo: local mode in a data folder of its own, with ninety days of made-up customers and orders.
import { compose } from '../compose.ts';
import { startClock, type Clock } from '../db/clock.ts';
import { connect } from '../db/connection.ts';
import { attachEmbedded } from '../db/embedded/embedded.ts';
import { demoEmail, demoProfiles } from '../demo/demo.profiles.ts';
import { demoTeam, employeeEmail } from '../demo/demo.team.ts';
import { seedDemo } from '../demo/demo.ts';
import { readDemoEnv } from '../env/env.ts';
import { startLandfall } from '../landfall.ts';
import { deriveKey } from '../lib/keys.ts';
import { createProcessLog } from '../lib/log.ts';
import { forOperator, printBanner } from '../start/operator.ts';
import { stopOnSignals } from './signals.ts';

await forOperator('The demonstration cannot start', async () => {
  const env = readDemoEnv();
  const log = createProcessLog(env);
  const startup = startLandfall(env, log);
  stopOnSignals(startup, log);
  const startedApp = await startup;
  const server = await attachEmbedded(env.dataDir);
  const database = connect({ url: server.url, max: 2 });
  let clock: Clock | undefined;
  const password = deriveKey(env.encryptionKey, 'demonstration').toString('base64url').slice(0, 16);
  try {
    clock = await startClock(database, log);
    const deps = compose({ env, log, database, publicUrl: env.publicUrl ?? startedApp.url, now: clock.now });
    const orders = await seedDemo(deps, password);
    if (orders > 0) console.error(`Made up ${demoProfiles.length} customers with ${orders} orders.`);
  } finally {
    clock?.stop();
    await database.pool.end();
    await server.release();
  }
  printBanner(env, startedApp);
  const [firstProfile] = demoProfiles;
  if (firstProfile)
    console.log(`A customer: ${demoEmail(firstProfile)}, password: ${password} (the same for all of them)`);
  console.log(`Employees: ${demoTeam.map(employeeEmail).join(', ')} (the same password)`);
});
