import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { connect } from '#server/db/connection.ts';
import { chainNames } from '#shared/reference/chains.ts';
import { checkAddress } from '#shared/wallets/wallets.addresses.ts';
import { withClient } from '#tests/setup/client.ts';
import { composedEnvironment, filledExample } from '#tests/setup/deployment.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { chainProblems } from './env.chains.ts';
import { BadSettings, readDemoEnv, readEnv } from './env.ts';

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
  test('accepts a complete set of settings, and writes nothing to disk', () => {
    const env = readEnv(goodProduction);
    const storage = { kind: 's3', bucket: 'acme-files', endpoint: 'https://s3.acme-cash.com', region: 'eu-1' };
    const keys = { accessKeyId: 'AKIA7Q2N5ZV3', secretAccessKey: 'wJ4rX8tQ2mN6pL9k' };
    expect(env.storage).toEqual({ ...storage, ...keys });
    expect(env).toMatchObject({ production: true, walletCooloffHours: 24, admin: { passwordWasJustMade: false } });
  });

  test('names every missing setting at once', () => {
    const providedSettings = /^(NODE_ENV|AWS_\w+)$/;
    const needed = Object.keys(goodProduction).filter((setting) => !providedSettings.test(setting));
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
    ['invented coin prices beside real ones', 'RATES_PROVIDER', 'kraken,sample'],
    ['a source of prices that nobody knows', 'RATES_PROVIDER', 'kraken,coinbse'],
    ['a source of prices named twice', 'RATES_PROVIDER', 'kraken,coinbase,kraken'],
    ['a list of sources that ends with a comma', 'RATES_PROVIDER', 'kraken,'],
    ['a source that prices in Tether, alone', 'RATES_PROVIDER', 'binance'],
    ['invented currency rates', 'FX_PROVIDER', undefined],
    ['a source of currency rates named twice', 'FX_PROVIDER', 'ecb, ecb'],
    ['another base of a source that is no address', 'RATES_KRAKEN_URL', 'kraken'],
    ['the embedded database', 'DATABASE_URL', undefined],
    ['another kind of database', 'DATABASE_URL', 'mysql://root@db.internal/landfall'],
    ['a database password everybody knows', 'DATABASE_URL', 'postgres://postgres:postgres@db.internal/landfall'],
    ['a port that is none', 'PORT', 'eighty'],
    ['a limit factor of nothing', 'RATE_LIMIT_FACTOR', '0'],
  ])('refuses %s by name', (_what, setting, value) => {
    expect(refusedWith({ [setting]: value })).toEqual([setting]);
  });

  test('names sources by commas, in the order they are shown, with their own addresses', () => {
    const { rates, fx } = readEnv({
      ...goodProduction,
      RATES_PROVIDER: 'coinbase, binance, kraken',
      RATES_KRAKEN_URL: 'https://mirror.example.com',
      FX_PROVIDER: 'open-er-api,ecb',
    });
    expect([rates.sources, fx.sources]).toEqual([
      ['coinbase', 'binance', 'kraken'],
      ['open-er-api', 'ecb'],
    ]);
    expect([rates.urls.kraken, rates.urls.coinbase]).toEqual(['https://mirror.example.com', undefined]);
  });

  test('accepts a mail server in a private network and the keys of a machine at AWS', () => {
    for (const url of ['smtp://mail:1025', 'smtp://localhost', 'smtps://10.0.0.5', 'smtp://[::1]'])
      expect(refusedWith({ SMTP_URL: url })).toEqual([]);
    const half = { STORAGE_URL: 's3://acme-files?region=eu-central-1', AWS_ACCESS_KEY_ID: undefined };
    expect(refusedWith({ ...half, AWS_SECRET_ACCESS_KEY: undefined })).toEqual([]);
    expect(refusedWith(half)).toEqual(['AWS_ACCESS_KEY_ID']);
  });

  test('escapes a database password of its own variable in the URL, and prefers one in the URL', () => {
    const DATABASE_URL = 'postgres://landfall@db.internal:5432/landfall?sslmode=require';
    const url = (changes: Source) => readEnv({ ...goodProduction, ...changes }).databaseUrl;
    expect(url({ DATABASE_URL })).toBe(DATABASE_URL);
    const urlWithPassword = DATABASE_URL.replace('landfall@', 'landfall:a%2Fb%40c%2541@');
    expect(url({ DATABASE_URL, PGPASSWORD: 'a/b@c%41' })).toBe(urlWithPassword);
    expect(url({ PGPASSWORD: 'another-q8Zk2vN7' })).toBe(goodProduction.DATABASE_URL);
    expect(refusedWith({ DATABASE_URL, PGPASSWORD: 'postgres' })).toEqual(['PGPASSWORD']);
    expect(refusedWith({ PGPASSWORD: 'postgres' })).toEqual([]);
  });

  test('reads a secret from a file, without the line break at its end', () => {
    const path = join(folder, 'jwt');
    const { JWT_SECRET, ...otherSettings } = goodProduction;
    writeFileSync(path, `${JWT_SECRET}\n`);
    expect(readEnv({ ...otherSettings, JWT_SECRET_FILE: path }).jwtSecret).toBe(JWT_SECRET);
    expect(refusedWith({ JWT_SECRET_FILE: path })).toEqual(['JWT_SECRET_FILE']);
    const missingFile = { ...otherSettings, JWT_SECRET_FILE: join(folder, 'none') };
    expect(settingsRefused(missingFile)).toEqual(['JWT_SECRET_FILE', 'JWT_SECRET']);
    writeFileSync(path, 'short');
    expect(settingsRefused({ ...otherSettings, JWT_SECRET_FILE: path })).toEqual(['JWT_SECRET']);
  });

  test('accepts temporary keys of AWS with their token', () => {
    expect(readEnv({ ...goodProduction, AWS_SESSION_TOKEN: 'lent' }).storage).toMatchObject({ sessionToken: 'lent' });
  });

  test('names all refused settings in one message, without the secrets themselves', () => {
    const weak = { ...goodProduction, JWT_SECRET: 'hunter2', ADMIN_PASSWORD: 'hunter3' };
    const message = /2 settings need attention[^]*JWT_SECRET is shorter[^]*ADMIN_PASSWORD is shorter/;
    expect(() => readEnv(weak)).toThrow(message);
    expect(() => readEnv(weak)).not.toThrow(/hunter/);
  });
});

describe('local mode', () => {
  test('makes secrets once, readable by the owner alone, and reuses them at the next start', () => {
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

  test('has the defaults of the settings table', () => {
    const dir = aDataDir();
    const sample = { sources: ['sample'] };
    const network = { host: '127.0.0.1', port: 3000, trustProxy: 0, rateLimitFactor: 1 };
    const rules = { production: false, passwordCost: 10, walletCooloffHours: 0, logLevel: 'info' };
    const places = { databaseUrl: undefined, storage: { kind: 'file', folder: join(dir, 'files') } };
    const wantedNetwork = { ...network, ...rules, ...places, rates: sample, fx: sample };
    expect(readEnv({ DATA_DIR: dir })).toMatchObject({ ...wantedNetwork, admin: { email: 'admin@landfall.test' } });
  });

  test('treats an empty variable as not set', () => {
    const env = readEnv({ DATA_DIR: aDataDir(), DATABASE_URL: '', PORT: '' });
    expect(env).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test('refuses a short secret too', () => {
    expect(settingsRefused({ DATA_DIR: aDataDir(), JWT_SECRET: 'secret' })).toEqual(['JWT_SECRET']);
  });

  test.each(['/dev/null/data', '/proc/data'])('names a folder that cannot be made to the operator: %s', (folder) => {
    expect(settingsRefused({ DATA_DIR: folder })).toEqual(['DATA_DIR']);
  });
});

const chainsWith = (source: Record<string, string>) => readEnv({ DATA_DIR: folder, ...source }).chains;

describe('an operator who sets', () => {
  test('no chain follows no chain', () => {
    const { sources, ethereumTokens, litecoinNetwork } = chainsWith({});
    expect(Object.values(sources)).toEqual(chainNames.map(() => ({ kind: 'off' })));
    expect(ethereumTokens).toMatchObject({ 'usdt-erc20': '0xdac17f958d2ee523a2206206994597c13d831ec7' });
    expect(litecoinNetwork).toBe('main');
  });

  test('a node’s password is sent in a header, and the log shows the host alone', () => {
    const { sources } = chainsWith({ CHAIN_BITCOIN: 'rpc+http://desk:p%40ss@10.0.0.5:8332' });
    const authorization = `Basic ${Buffer.from('desk:p@ss').toString('base64')}`;
    const source = { protocol: 'rpc', url: 'http://10.0.0.5:8332/', name: '10.0.0.5:8332', authorization };
    expect(sources.bitcoin).toEqual({ kind: 'node', source, witness: undefined });
  });

  test('a second address has an independent witness', () => {
    const { sources } = chainsWith({ CHAIN_BITCOIN: 'rpc+https://a:b@node.test, esplora+https://esplora.test/api' });
    expect(sources.bitcoin).toMatchObject({ witness: { protocol: 'esplora', url: 'https://esplora.test/api' } });
  });

  test.each<[string, string, string]>([
    ['an address without its protocol', 'CHAIN_BITCOIN', 'https://user:hunter2@node.test'],
    ['Esplora for Bitcoin Cash, which has none', 'CHAIN_BITCOIN_CASH', 'esplora+https://hunter2.test'],
    ['a protocol for Ethereum, which has one', 'CHAIN_ETHEREUM', 'rpc+https://hunter2.test'],
    ['three sources', 'CHAIN_TRON', 'https://a.test,https://b.test,https://hunter2.test'],
    ['a file', 'CHAIN_XRPL', 'file:///etc/hunter2'],
    ['a malformed password', 'CHAIN_LITECOIN', 'rpc+https://user:%zzhunter2@node.test'],
    ['a token that is none', 'CHAIN_ETHEREUM_TOKENS', 'hunter2=0xdac17f958d2ee523a2206206994597c13d831ec7'],
    ['a contract that is none', 'CHAIN_ETHEREUM_TOKENS', 'usdt-erc20=hunter2'],
    ['another network', 'CHAIN_LITECOIN_NETWORK', 'hunter2'],
  ])('%s reads which setting is wrong, without its value', (_what, setting, value) => {
    expect(() => chainsWith({ [setting]: value })).toThrow(new RegExp(`a setting needs[^]*${setting}`));
    expect(() => chainsWith({ [setting]: value })).not.toThrow('hunter2');
  });
});

test('production refuses simulated chains and test coins', () => {
  const source = { CHAIN_BITCOIN: 'simulated', CHAIN_XRPL: 'simulated', CHAIN_LITECOIN_NETWORK: 'regtest' };
  expect(chainProblems(source).map(({ setting }) => setting)).toEqual(Object.keys(source));
  expect(() => chainsWith({ ...source, NODE_ENV: 'production' })).toThrow('CHAIN_BITCOIN must not be simulated');
});

test('the demonstration simulates every chain the operator does not name', () => {
  const { sources } = readDemoEnv({ DATA_DIR: folder, CHAIN_TRON: 'off' }).chains;
  const { tron, ...otherSources } = sources;
  expect(tron.kind).toBe('off');
  expect(Object.values(otherSources).map(({ kind }) => kind)).toEqual(chainNames.slice(1).map(() => 'simulated'));
});

test('an address of Litecoin’s test network is refused unless the operator runs that network', () => {
  const address = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
  expect(checkAddress('litecoin', address)).toMatchObject({ ok: false });
  expect(checkAddress('litecoin', address, { network: 'regtest' })).toEqual({ ok: true, address, unchecked: false });
  expect(checkAddress('bitcoin', address, { network: 'regtest' })).toMatchObject({ ok: false });
});

const base64 = `a/${randomBytes(32).toString('base64')}`;
const hostile = 'p/+=@:#%?&$HOME ${X} "%41é[]';

test('an operator who fills in deploy/example.env as it says gets settings that production accepts', () => {
  for (let n = 0; n < 50; n++) {
    const source = composedEnvironment(filledExample());
    const env = readEnv(source);
    expect(env.production).toBe(true);
    expect(new URL(env.databaseUrl ?? '').password).toBe(source.PGPASSWORD);
  }
});

test('an operator who leaves a line of deploy/example.env empty reads which', () => {
  const unset = filledExample({ DATABASE_PASSWORD: '' });
  expect(() => composedEnvironment(unset)).toThrow('DATABASE_PASSWORD: set it in .env');
});

test.each([
  ['base64 with a slash', base64, base64],
  ['every character that means something in a URL', `'${hostile}'`, hostile],
])('PostgreSQL lets the product in with a password of %s', async (_what, writtenPassword, password) => {
  const source = composedEnvironment(filledExample({ DATABASE_PASSWORD: writtenPassword }));
  const server = new URL(inject('testServerUrl'));
  const role = `role_${randomBytes(8).toString('hex')}`;
  await withClient(server.href, async (owner) => {
    await owner.query(`create role ${role} login password ${owner.escapeLiteral(password)}`);
    const here = `${role}@${server.host}${server.pathname}`;
    const url = source.DATABASE_URL?.replace('landfall_app@postgres:5432/landfall', here);
    const { pool } = connect({ url: readEnv({ ...source, DATABASE_URL: url }).databaseUrl ?? '', max: 1 });
    expect((await pool.query('select current_user as name')).rows).toEqual([{ name: role }]);
    await pool.end();
    await owner.query(`drop role ${role}`);
  });
});
