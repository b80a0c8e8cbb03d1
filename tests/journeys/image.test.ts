import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { assembleImage, composedEnvironment, filledExample, imageCommand, rolesOf } from '#tests/setup/deployment.ts';
import { startOwnServer } from '#tests/setup/own-server.ts';
import { aDataDir, Program } from '#tests/setup/program.ts';
import { fixture } from '#tests/setup/testbed.ts';

const password = 'p/+=@:#%?&$HOME "%41';

const dotEnv = filledExample({ POSTGRES_PASSWORD: `'${password}'` });

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function aFolder(): Promise<string> {
  const { path, remove } = await aDataDir();
  cleanups.push(remove);
  return path;
}

/** A PostgreSQL with this password, the roles of the compose file, and two empty databases in it. */
async function aServer() {
  const { port, url, remove } = await startOwnServer(password);
  cleanups.push(remove);
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const name of ['first', 'second']) await client.query(`create database ${name}`);
  await client.query(rolesOf('first', password));
  await client.query('alter database second owner to landfall_owner');
  await client.end();
  return { port };
}

/** The settings of the image and compose, with the database and the files of this machine and no source of prices. */
async function aMachine(port: number, database: 'first' | 'second'): Promise<Record<string, string>> {
  const folder = await aFolder();
  const unreachable = 'http://127.0.0.1:9';
  const composed = composedEnvironment(dotEnv);
  const here = (name: string) =>
    composed[name]?.replace('postgres:5432/landfall', `127.0.0.1:${port}/${database}`) ?? '';
  return {
    ...composed,
    DATABASE_URL: here('DATABASE_URL'),
    MIGRATION_DATABASE_URL: here('MIGRATION_DATABASE_URL'),
    DATA_DIR: join(folder, 'data'),
    STORAGE_URL: `file://${join(folder, 'files')}`,
    NPM_CONFIG_CACHE: join(folder, 'npm'),
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '',
    RATES_URL: unreachable,
    FX_URL: unreachable,
  };
}

/** The folder /app of the image. */
const app = fixture(async () => {
  const folder = await aDataDir();
  await assembleImage(folder.path);
  return folder;
});
afterAll(() => app.remove());

function launch(machine: Record<string, string>, ...command: [string, ...string[]]) {
  const program = new Program(machine, command, app.path);
  cleanups.push(() => program.end());
  return program;
}

/** Runs a command of docs/OPERATIONS.md in it. */
async function run(machine: Record<string, string>, ...command: [string, ...string[]]) {
  const program = launch(machine, ...command);
  const { code } = await program.ended;
  return { code, printed: program.stdout + program.stderr };
}

test('an operator starts, backs up, checks and restores the image by the commands of a checkout', async () => {
  const { port } = await aServer();
  const machine = await aMachine(port, 'first');
  const monday = join(await aFolder(), 'monday');

  const program = launch(machine, 'npm', 'start');
  const { url } = await program.ready();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await run(machine, 'npm', 'run', 'backup', '--', monday)).toMatchObject({ code: 0 });
  expect(await readdir(monday)).toContain('manifest.json');
  expect(await run(machine, 'npm', 'run', 'backup')).toMatchObject({ code: 0 });
  expect(await readdir(join(app.path, 'backups'))).toHaveLength(1);
  expect(await program.end()).toMatchObject({ code: 0 });

  const asApp = new URL(machine.DATABASE_URL ?? '');
  asApp.password = encodeURIComponent(password);
  const client = new Client({ connectionString: asApp.href });
  await client.connect();
  for (const change of ['update audit_log set action = action', 'delete from audit_log', 'drop table audit_log'])
    await expect(client.query(change)).rejects.toThrow(/permission denied|must be owner/);
  expect((await client.query(`select from audit_log where action = 'backup.made'`)).rowCount).toBe(2);
  await client.query(
    `insert into second_factors (user_id, secret, confirmed_at) select id, '\\x00', now() from users where role = 'admin'`,
  );
  await client.end();
  const reset = () => run(machine, 'npm', 'run', 'admin:reset-second-factor');
  expect((await reset()).printed).toMatch(/Two-step verification of .* was removed/);
  expect((await reset()).printed).toMatch(/Two-step verification of .* is not on/);

  const other = await aMachine(port, 'second');
  const restored = await run(other, 'npm', 'run', 'restore', '--', monday);
  expect(restored.printed).toMatch(/Restored \d+ tables/);
  expect(restored.code).toBe(0);
  expect((await run(other, 'npm', 'run', 'audit:verify')).printed).toMatch(/The audit log is whole \([1-9]/);
  const container = launch(other, ...imageCommand());
  const ready = await container.ready();
  const answer: unknown = await (await fetch(`${ready.url}/readyz`)).json();
  expect(answer).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+\+[\w.-]+$/) as string });
  expect(await container.end()).toMatchObject({ code: 0 });
});

test('a program of the image that is started by itself finds its folder in the same place', async () => {
  const machine = await aMachine(1, 'first');
  const tuesday = join(app.path, 'tuesday');
  await mkdir(tuesday);
  const { code, printed } = await run(machine, 'node', 'dist/server/cli/restore.js', tuesday);
  expect(code).toBe(1);
  expect(printed).toContain(`${tuesday} is no complete backup`);
});
