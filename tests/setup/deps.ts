import { compose, type Composition } from '#server/compose.ts';
import { testEnv } from './app.ts';
import type { TestDatabase } from './database.ts';
import { recordingLog } from './platform.ts';

/** A service's deps, on this database, without serving anything. `logged` collects every line of the log. */
export function testDeps(
  database: TestDatabase,
  settings: Record<string, string> = {},
): Composition & { logged: Record<string, unknown>[] } {
  const { log, logged } = recordingLog();
  // The database of a test runs on this machine.
  const now = () => new Date();
  return { ...compose({ env: testEnv(settings), log, database, publicUrl: 'http://localhost:3000', now }), logged };
}
