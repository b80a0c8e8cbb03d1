import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const versionOf = (name: string) => {
  const file = new URL(`../../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};

test('a developer who upgrades the job library is asked to check its undocumented behaviour', () => {
  // docs/decisions/0041-background-jobs.md lists it: the retried code 40001, and the tables _private_jobs and
  // _private_known_crontabs. Check them in the new version, then write its number here.
  expect(versionOf('graphile-worker')).toBe('0.17.3');
});

test('a developer who upgrades the database driver is asked to check that clients see every query', () => {
  // Pools of db/connection.ts and jobs.pool.ts take a class of their own as `Client`, whose `query` they override.
  expect(versionOf('pg')).toBe('8.23.1');
});
