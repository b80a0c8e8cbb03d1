import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { withClient } from '#tests/setup/client.ts';
import {
  assembleImage,
  composedEnvironment,
  filledExample,
  imageCommand,
  migratingEnvironment,
  rolesOf,
} from '#tests/setup/deployment.ts';
import { aFolder, launch, runToEnd } from '#tests/setup/journey.ts';
import { startOwnServer } from '#tests/setup/own-server.ts';
import { aDataDir } from '#tests/setup/program.ts';
import { fixture } from '#tests/setup/testbed.ts';

const password = 'p/+=@:#%?&$HOME "%41';
const ownerPassword = 'o/+=@:#%?&$HOME "%41';

const dotEnv = filledExample({ DATABASE_PASSWORD: `'${password}'`, DATABASE_OWNER_PASSWORD: `'${ownerPassword}'` });

/** A PostgreSQL with this password, the roles of the compose file, and two empty databases in it. */
async function aServer() {
  const { port, url, remove } = await startOwnServer(password);
  onTestFinished(remove);
  await withClient(url, async (client) => {
    for (const name of ['first', 'second']) await client.query(`create database ${name}`);
    await client.query(rolesOf('first', { owner: ownerPassword, serving: password }));
    await client.query('alter database second owner to landfall_owner');
  });
  return { port };
}

/** The settings of the image and compose, with the database and the files of this machine and no source of prices. */
async function aMachine(port: number, database: 'first' | 'second') {
  const folder = await aFolder();
  const unreachableUrl = 'http://127.0.0.1:9';
  const place = {
    DATA_DIR: join(folder, 'data'),
    STORAGE_URL: `file://${join(folder, 'files')}`,
    NPM_CONFIG_CACHE: join(folder, 'npm'),
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '',
    RATES_KRAKEN_URL: unreachableUrl,
    RATES_COINBASE_URL: unreachableUrl,
    FX_URL: unreachableUrl,
    FX_ECB_URL: unreachableUrl,
  };
  const environmentOf = (environment: Record<string, string>): Record<string, string> => {
    const entriesHere = Object.entries(environment).map(([name, value]): [string, string] => [
      name,
      value.replace('postgres:5432/landfall', `127.0.0.1:${port}/${database}`),
    ]);
    return { ...Object.fromEntries(entriesHere), ...place };
  };
  return {
    serving: environmentOf(composedEnvironment(dotEnv)),
    migrating: environmentOf(migratingEnvironment(dotEnv)),
  };
}

/** The folder /app of the image. */
const app = fixture(async () => {
  const folder = await aDataDir();
  await assembleImage(folder.path);
  return folder;
});
afterAll(() => app.remove());

type Command = [string, ...string[]];
const start = (machine: Record<string, string>, ...command: Command) => launch(machine, command, app.path);
/** Runs a command of docs/OPERATIONS.md in it. */
const run = (machine: Record<string, string>, ...command: Command) => runToEnd(machine, command, app.path);

test('an operator starts, backs up, checks and restores the image by the usual commands', async () => {
  const { port } = await aServer();
  const { serving: machine, migrating } = await aMachine(port, 'first');
  const monday = join(await aFolder(), 'monday');

  expect((await run(machine, 'npm', 'start')).printed).toMatch(/npm run migrate/);
  expect(await run(migrating, 'npm', 'run', 'migrate')).toMatchObject({ code: 0 });
  const program = start(machine, 'npm', 'start');
  const { url } = await program.ready();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await run(machine, 'npm', 'run', 'backup', '--', monday)).toMatchObject({ code: 0 });
  expect(await readdir(monday)).toContain('manifest.json');
  expect(await run(machine, 'npm', 'run', 'backup')).toMatchObject({ code: 0 });
  expect(await readdir(join(app.path, 'backups'))).toHaveLength(1);
  expect(await program.end()).toMatchObject({ code: 0 });

  const asApp = new URL(machine.DATABASE_URL ?? '');
  asApp.password = encodeURIComponent(password);
  await withClient(asApp.href, async (client) => {
    for (const change of ['update audit_log set action = action', 'delete from audit_log', 'drop table audit_log'])
      await expect(client.query(change)).rejects.toThrow(/permission denied|must be owner/);
    expect((await client.query(`select from audit_log where action = 'backup.made'`)).rowCount).toBe(2);
    await client.query(
      `insert into second_factors (user_id, secret, confirmed_at) select id, '\\x00', now() from users
    where role = 'admin'`,
    );
  });
  const reset = () => run(machine, 'npm', 'run', 'admin:reset-second-factor');
  expect((await reset()).printed).toMatch(/Two-step verification of .* was removed/);
  expect((await reset()).printed).toMatch(/Two-step verification of .* is not on/);

  const { serving, migrating: owner } = await aMachine(port, 'second');
  const restoreRun = await run(owner, 'npm', 'run', 'restore', '--', monday);
  expect(restoreRun).toEqual({ code: 0, printed: expect.stringMatching(/Restored \d+ tables/) as string });
  expect((await run(serving, 'npm', 'run', 'audit:verify')).printed).toMatch(/The audit log is whole \([1-9]/);
  const container = start({ ...serving, RESTORED: 'production' }, ...imageCommand());
  const ready = await container.ready();
  const answer: unknown = await (await fetch(`${ready.url}/readyz`)).json();
  expect(answer).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+\+[\w.-]+$/) as string });
  expect(await container.end()).toMatchObject({ code: 0 });
});

test('a program of the image that runs by itself finds its folder', async () => {
  const { serving: machine } = await aMachine(1, 'first');
  const tuesdayBackup = join(app.path, 'tuesday');
  await mkdir(tuesdayBackup);
  const { code, printed } = await run(machine, 'node', 'dist/server/cli/restore.js', tuesdayBackup);
  expect(code).toBe(1);
  expect(printed).toContain(`${tuesdayBackup} is no complete backup`);
});
