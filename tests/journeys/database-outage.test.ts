import { afterEach, expect, test } from 'vitest';
import { startOrAttach, stop } from '#server/db/embedded/cluster.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { startOwnServer } from '#tests/setup/own-server.ts';
import { aDataDir, processesIn, Program } from '#tests/setup/program.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function aForeignServer() {
  const server = await startOwnServer();
  cleanups.push(server.remove);
  return server;
}

async function anAdminApp(databaseUrl: string) {
  const { path, remove } = await aDataDir();
  const program = new Program({ DATA_DIR: path, DATABASE_URL: databaseUrl });
  cleanups.push(remove, () => program.end());
  return { program, url: (await program.ready()).url };
}

async function signalAll(folder: string, signal: NodeJS.Signals) {
  for (const pid of processesIn(folder)) process.kill(pid, signal);
}

const statusOf = (address: string) => fetch(address).then(({ status }) => status);

test('while the database is stopped the program stays up and says so, and serves again without a restart', async () => {
  const server = await aForeignServer();
  const { program, url } = await anAdminApp(server.url);

  await stop(server.cluster, 5_000);
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 30_000 }).toBe(503);
  expect(await statusOf(`${url}/healthz`)).toBe(200);

  await startOrAttach(server.cluster, server.port);
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 30_000 }).toBe(200);
  expect(program.child.exitCode).toBeNull();
});

test('a database that hangs is answered within twelve seconds, and works again once it moves', async () => {
  const server = await aForeignServer();
  const { url } = await anAdminApp(server.url);
  await signalAll(server.cluster.folder, 'SIGSTOP');
  cleanups.push(() => signalAll(server.cluster.folder, 'SIGCONT'));

  const from = Date.now();
  // A sign-in cannot be answered without the database.
  const body = JSON.stringify({ email: 'somebody@desk.test', password: 'Correct-horse-9' });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers, body });
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
  expect(await statusOf(`${url}/readyz`)).toBe(503);
  expect(Date.now() - from).toBeLessThan(onThisMachine(12_000));

  await signalAll(server.cluster.folder, 'SIGCONT');
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 30_000 }).toBe(200);
});
