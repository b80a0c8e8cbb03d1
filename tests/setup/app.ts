import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { compose, type Composition } from '#server/compose.ts';
import { startClock } from '#server/db/clock.ts';
import { readEnv } from '#server/env/env.ts';
import { testEncryptionKey } from './audit-key.ts';
import { callerOf } from './call.ts';
import type { TestDatabase } from './database.ts';
import { listening } from './listening.ts';
import { failOnUndeclared, recordingLog } from './platform.ts';

export const adminEmail = 'desk@landfall.test';
export const adminPassword = 'the desk signs in with this';
export const testJwtSecret = 'a secret for tests alone, long enough too';

/** The delay after which a new address or another clock is noticed; a moved in-memory chain is read at once. */
const chainPauseMs = 2_000;

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** Settings of every process for tests. */
export const testSettings = {
  JWT_SECRET: testJwtSecret,
  ENCRYPTION_KEY: testEncryptionKey,
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: adminPassword,
  RATE_LIMIT_FACTOR: '1000',
  PASSWORD_COST: '4',
};

/** The environment of a process for tests, in a data folder of its own. */
export const testEnv = (settings: Record<string, string>) =>
  readEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), 'landfall-app-')), ...testSettings, ...settings });

/**
 * One more process of the whole product on this database, on a free port. Limits are lifted and passwords fast unless
 * `settings` (the variables of docs/OPERATIONS.md) override that. `logged` has one object per line.
 */
export async function startTestApp(database: Omit<TestDatabase, 'rows'>, settings: Record<string, string> = {}) {
  const env = testEnv(settings);
  const { log, logged } = recordingLog();
  const clock = await startClock(database, log);
  const composedApp = compose({ env, log, database, publicUrl: 'http://localhost:3000', now: clock.now });
  const deps: Composition = Object.assign(composedApp, {
    chainPause: () => chainPauseMs,
    onUndeclared: failOnUndeclared,
  });
  const app = createApp(deps);
  const server = createServer((request, response) => app.handle(request, response));
  if (app.upgrade) server.on('upgrade', app.upgrade);
  await app.start?.();
  const { url, close } = await listening(server);
  const stop = async () => {
    await Promise.all([close(), app.close?.()]);
    clock.stop();
    await rm(env.dataDir, { recursive: true, force: true });
  };
  return { url, call: callerOf(url), deps, logged, stop };
}
