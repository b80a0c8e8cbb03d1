import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const versionOf = (entry: string, name: string): string => {
  let folder = dirname(require.resolve(entry));
  for (;;) {
    try {
      const read = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string };
      if (read.name === name) return read.version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    folder = dirname(folder);
  }
};

test('an operator who upgrades the job library is asked to check what we rely on beyond its documentation', () => {
  // docs/decisions/0041-background-jobs.md lists it: the retried code 40001, and the tables _private_jobs and
  // _private_known_crontabs. Check them in the new version, then write its number here.
  expect(versionOf('graphile-worker', 'graphile-worker')).toBe('0.17.3');
});

test('an operator who upgrades the database driver is asked to check that our clients still see every query', () => {
  // Pools of db/connection.ts and jobs.pool.ts take a class of their own as `Client`, whose `query` they override.
  expect(versionOf('pg', 'pg')).toBe('8.23.1');
});
