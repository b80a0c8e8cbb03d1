import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolder } from '#tests/setup/folder.ts';
import { assertTarget, readEnv, strayNames } from './env.ts';

const folder = openFolder();
const secret = 'a secret for tests alone, long enough too';
const secrets = { JWT_SECRET: secret, ENCRYPTION_KEY: secret, ADMIN_PASSWORD: secret };

test('an address with several hosts is refused', () => {
  const reading = (changes: Record<string, string>) => () => readEnv({ ...secrets, ...changes });
  const url = 'postgres://landfall:m7QvT2xKp9wZ@db1.internal,db2.internal/landfall';
  expect(reading({ DATABASE_URL: url })).toThrow('DATABASE_URL must name one host');
  expect(reading({ DATABASE_POOL_SIZE: '1' })).toThrow('a number of connections, 2 to 200');
});

test('a misspelt setting is reported to the operator', () => {
  const misspelt = { SMTP_URI: 'smtp://mail', CHAIN_BTC: 'off', DATABASE_PASSWORD: 'x' };
  const known = { SMTP_URL: '', JWT_SECRET_FILE: '/run/jwt', NODE_OPTIONS: '', AWS_PROFILE: 'x', HOSTNAME: 'vm' };
  expect(strayNames({ ...known, ...misspelt })).toEqual(Object.keys(misspelt));
});

test('a command without settings makes no local database, except for a backup with its key', () => {
  const source = { DATA_DIR: mkdtempSync(join(folder, 'data-')) };
  expect(() => assertTarget(undefined, source)).toThrow('DATABASE_URL is not set');
  expect(() => assertTarget(source.DATA_DIR, source)).toThrow('DATABASE_URL is not set');
  expect(() => assertTarget(source.DATA_DIR, { ...source, ENCRYPTION_KEY: 'x' })).not.toThrow();
  expect(() => assertTarget(undefined, { ...source, DATABASE_URL_FILE: '/run/url' })).not.toThrow();
});
