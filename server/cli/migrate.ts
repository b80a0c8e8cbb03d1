// npm run migrate: brings the database to this build as its owner, so that the processes that serve need not know that
// role.
import { readEnv } from '../env/env.ts';
import { createProcessLog } from '../lib/log.ts';
import { migrateAsOwner } from '../start/migrations.ts';
import { forOperator, onTarget } from '../start/operator.ts';

await forOperator('The database was not migrated', async () => {
  const env = readEnv();
  const url = env.migrationUrl;
  if (!url)
    throw new Error('MIGRATION_DATABASE_URL is not set: without a role of its own each start migrates by itself.');
  await onTarget('Migration', env, async () => {
    const count = await migrateAsOwner(url, env, createProcessLog(env));
    console.log(count === 1 ? '1 migration was run.' : `${count} migrations were run.`);
  });
});
