import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, type Composition } from '#server/compose.ts';
import { readEnv } from '#server/env/env.ts';
import { testEncryptionKey } from './audit-key.ts';
import type { TestDatabase } from './database.ts';
import { recordingLog } from './platform.ts';

/** A service's deps, on this database, without serving anything. `logged` collects every line of the log. */
export function testDeps(
  database: TestDatabase,
  settings: Record<string, string> = {},
): Composition & { logged: Record<string, unknown>[] } {
  const env = readEnv({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'landfall-deps-')),
    ENCRYPTION_KEY: testEncryptionKey,
    ADMIN_PASSWORD: 'the desk signs in with this',
    RATE_LIMIT_FACTOR: '1000',
    PASSWORD_COST: '4',
    ...settings,
  });
  const { log, logged } = recordingLog();
  // The database of a test runs on this machine.
  const now = () => new Date();
  return { ...compose({ env, log, database, publicUrl: 'http://localhost:3000', now }), logged };
}
