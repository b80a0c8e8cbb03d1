import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFolder } from '#tests/setup/folder.ts';
import { BadSettings, readEnv } from './env.ts';

const folder = openFolder();
const aDataDir = () => mkdtempSync(join(folder, 'data-'));

const goodProduction = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://landfall:m7QvT2xKp9wZ@db.internal:5432/landfall',
  JWT_SECRET: 'q8Zk2vN7rT4mX9pL3wB6yH1cF5dJ0sGa',
  ENCRYPTION_KEY: 'A4nR8tW2yU6iP0oL9kJ5hG1fD7sQ3zXc',
  PUBLIC_URL: 'https://desk.acme-cash.com',
  ADMIN_EMAIL: 'desk@acme-cash.com',
  ADMIN_PASSWORD: 'Ninety-Copper-Rivers-4',
  SMTP_URL: 'smtp://user:pass@mail.acme-cash.com:587',
  MAIL_FROM: 'Acme Cash <desk@acme-cash.com>',
  STORAGE_URL: 's3://acme-files?endpoint=https://s3.acme-cash.com&region=eu-1',
  AWS_ACCESS_KEY_ID: 'AKIA7Q2N5ZV3',
  AWS_SECRET_ACCESS_KEY: 'wJ4rX8tQ2mN6pL9k',
  RATES_PROVIDER: 'coingecko',
  FX_PROVIDER: 'open-er-api',
};

type Source = Record<string, string | undefined>;
function settingsRefused(source: Source): string[] {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    return error.problems.map(({ setting }) => setting);
  }
}
/** The refused settings of a complete production in which these are others. */
const refusedWith = (changes: Source) => settingsRefused({ ...goodProduction, ...changes });

describe('production', () => {
  test('a complete set of settings is accepted, and nothing is written to disk', () => {
    const env = readEnv(goodProduction);
    expect(env.storage).toEqual({
      kind: 's3',
      bucket: 'acme-files',
      endpoint: 'https://s3.acme-cash.com',
      region: 'eu-1',
      accessKeyId: 'AKIA7Q2N5ZV3',
      secretAccessKey: 'wJ4rX8tQ2mN6pL9k',
    });
    expect(env).toMatchObject({ production: true, walletCooloffHours: 24, admin: { passwordWasJustMade: false } });
  });

  test('an operator who set nothing is told of every setting at once', () => {
    const given = /^(NODE_ENV|AWS_\w+)$/;
    const needed = Object.keys(goodProduction).filter((setting) => !given.test(setting));
    expect(needed).toHaveLength(11);
    expect(settingsRefused({ NODE_ENV: 'production' })).toEqual(needed);
  });

  test.each<[string, string, string | undefined]>([
    ['no signing secret', 'JWT_SECRET', undefined],
    ['a one-word signing secret', 'JWT_SECRET', 'secret'],
    ['a sample signing secret of the right length', 'JWT_SECRET', 'change-me-change-me-change-me-change-me'],
    ['a signing secret of one repeated letter', 'JWT_SECRET', 'a'.repeat(64)],
    ['a short encryption key', 'ENCRYPTION_KEY', 'A4nR8tW2yU6iP0oL'],
    ['one secret used twice', 'ENCRYPTION_KEY', goodProduction.JWT_SECRET],
    ['pages without encryption', 'PUBLIC_URL', 'http://desk.acme-cash.com'],
    ['the sample administrator', 'ADMIN_EMAIL', 'admin@landfall.test'],
    ['the administrator of a manual', 'ADMIN_EMAIL', 'admin@example.com'],
    ['the sender of a manual', 'MAIL_FROM', 'Desk <desk@mail.example.org>'],
    ['no administrator', 'ADMIN_EMAIL', ''],
    ['a guessable administrator password', 'ADMIN_PASSWORD', 'password1234'],
    ['a short administrator password', 'ADMIN_PASSWORD', 'x7$Qm2'],
    ['passwords that are guessed cheaply', 'PASSWORD_COST', '9'],
    ['mails that go nowhere', 'SMTP_URL', undefined],
    ['a mail server of half a name', 'SMTP_URL', 'smtp://x'],
    ['a bucket of our own without keys', 'AWS_ACCESS_KEY_ID', undefined],
    ['a sender that is no address', 'MAIL_FROM', 'Acme Cash'],
    ['files without a place', 'STORAGE_URL', undefined],
    ['invented coin prices', 'RATES_PROVIDER', 'sample'],
    ['invented currency rates', 'FX_PROVIDER', undefined],
    ['the embedded database', 'DATABASE_URL', undefined],
    ['another kind of database', 'DATABASE_URL', 'mysql://root@db.internal/landfall'],
    ['a database password everybody knows', 'DATABASE_URL', 'postgres://postgres:postgres@db.internal/landfall'],
    ['a port that is none', 'PORT', 'eighty'],
    ['a limit factor of nothing', 'RATE_LIMIT_FACTOR', '0'],
  ])('%s is refused by name', (_what, setting, value) => {
    expect(refusedWith({ [setting]: value })).toEqual([setting]);
  });

  test('a mail server in a private network and the keys of a machine at AWS are accepted', () => {
    for (const url of ['smtp://mail:1025', 'smtp://localhost', 'smtps://10.0.0.5', 'smtp://[::1]'])
      expect(refusedWith({ SMTP_URL: url })).toEqual([]);
    const half = { STORAGE_URL: 's3://acme-files?region=eu-central-1', AWS_ACCESS_KEY_ID: undefined };
    expect(refusedWith({ ...half, AWS_SECRET_ACCESS_KEY: undefined })).toEqual([]);
    expect(refusedWith(half)).toEqual(['AWS_ACCESS_KEY_ID']);
  });

  test('a database password of its own variable stands escaped in the URL, and one in the URL wins', () => {
    const DATABASE_URL = 'postgres://landfall@db.internal:5432/landfall?sslmode=require';
    const url = (changes: Source) => readEnv({ ...goodProduction, ...changes }).databaseUrl;
    expect(url({ DATABASE_URL })).toBe(DATABASE_URL);
    const whole = DATABASE_URL.replace('landfall@', 'landfall:a%2Fb%40c%2541@');
    expect(url({ DATABASE_URL, PGPASSWORD: 'a/b@c%41' })).toBe(whole);
    expect(url({ PGPASSWORD: 'another-q8Zk2vN7' })).toBe(goodProduction.DATABASE_URL);
    expect(refusedWith({ DATABASE_URL, PGPASSWORD: 'postgres' })).toEqual(['PGPASSWORD']);
    expect(refusedWith({ PGPASSWORD: 'postgres' })).toEqual([]);
  });

  test('a secret may stand in a file, and the line break at its end is not part of it', () => {
    const path = join(folder, 'jwt');
    const { JWT_SECRET, ...others } = goodProduction;
    writeFileSync(path, `${JWT_SECRET}\n`);
    expect(readEnv({ ...others, JWT_SECRET_FILE: path }).jwtSecret).toBe(JWT_SECRET);
    expect(refusedWith({ JWT_SECRET_FILE: path })).toEqual(['JWT_SECRET_FILE']);
    const missing = { ...others, JWT_SECRET_FILE: join(folder, 'none') };
    expect(settingsRefused(missing)).toEqual(['JWT_SECRET_FILE', 'JWT_SECRET']);
    writeFileSync(path, 'short');
    expect(settingsRefused({ ...others, JWT_SECRET_FILE: path })).toEqual(['JWT_SECRET']);
  });

  test('temporary keys of AWS come with their token', () => {
    expect(readEnv({ ...goodProduction, AWS_SESSION_TOKEN: 'lent' }).storage).toMatchObject({ sessionToken: 'lent' });
  });

  test('what is refused is named in one message, without the secret itself', () => {
    const weak = { ...goodProduction, JWT_SECRET: 'hunter2', ADMIN_PASSWORD: 'hunter3' };
    const message = /2 settings need attention[^]*JWT_SECRET is shorter[^]*ADMIN_PASSWORD is shorter/;
    expect(() => readEnv(weak)).toThrow(message);
    expect(() => readEnv(weak)).not.toThrow(/hunter/);
  });
});

describe('local mode', () => {
  test('secrets are made once, readable by the owner alone, and the same at the next start', () => {
    const dir = aDataDir();
    const first = readEnv({ DATA_DIR: dir });
    const second = readEnv({ DATA_DIR: dir });
    expect(Buffer.byteLength(first.jwtSecret)).toBeGreaterThanOrEqual(32);
    expect(first.jwtSecret).not.toBe(first.encryptionKey);
    expect([second.jwtSecret, second.encryptionKey]).toEqual([first.jwtSecret, first.encryptionKey]);
    expect([first.admin.passwordWasJustMade, second.admin.passwordWasJustMade]).toEqual([true, false]);
    const passwordFile = join(dir, 'admin-password.txt');
    expect(readFileSync(passwordFile, 'utf8').trim()).toBe(first.admin.password);
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(dir, 'jwt-secret')).mode & 0o777).toBe(0o600);
  });

  test('everything else has the default of the settings table', () => {
    const dir = aDataDir();
    expect(readEnv({ DATA_DIR: dir })).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      admin: { email: 'admin@landfall.test' },
      passwordCost: 10,
      storage: { kind: 'file', folder: join(dir, 'files') },
      rates: { provider: 'sample' },
      fx: { provider: 'sample' },
      rateLimitFactor: 1,
      trustProxy: 0,
      walletCooloffHours: 0,
      logLevel: 'info',
    });
  });

  test('a variable that is set to nothing counts as not set', () => {
    const env = readEnv({ DATA_DIR: aDataDir(), DATABASE_URL: '', PORT: '' });
    expect(env).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test('a short secret is refused here too', () => {
    expect(settingsRefused({ DATA_DIR: aDataDir(), JWT_SECRET: 'secret' })).toEqual(['JWT_SECRET']);
  });

  test.each(['/dev/null/data', '/proc/data'])('a folder that cannot be made is named to the operator: %s', (folder) => {
    expect(settingsRefused({ DATA_DIR: folder })).toEqual(['DATA_DIR']);
  });
});
