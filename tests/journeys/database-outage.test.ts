import { afterAll, expect, test } from 'vitest';
import { startOrAttach, stop } from '#server/db/embedded/cluster.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { startOwnServer } from '#tests/setup/own-server.ts';
import { aDataDir, processesIn, Program } from '#tests/setup/program.ts';
import { fixture } from '#tests/setup/testbed.ts';

const server = fixture(() => startOwnServer());
const running = fixture(async () => {
  const { path, remove } = await aDataDir();
  const program = new Program({ DATA_DIR: path, DATABASE_URL: server.url });
  return { program, remove, url: (await program.ready()).url };
});
afterAll(async () => {
  await running.program.end();
  await running.remove();
  await server.remove();
});

async function signalAll(signal: NodeJS.Signals) {
  for (const pid of processesIn(server.cluster.folder)) process.kill(pid, signal);
}

const statusOf = (address: string) => fetch(address).then(({ status }) => status);

test('while the database is stopped the program stays up and says so, and serves again without a restart', async () => {
  const { program, url } = running;
  await stop(server.cluster, 5_000);
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 30_000 }).toBe(503);
  expect(await statusOf(`${url}/healthz`)).toBe(200);

  await startOrAttach(server.cluster, server.port);
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 30_000 }).toBe(200);
  expect(program.child.exitCode).toBeNull();
});

test('a database that hangs is answered within twelve seconds, and works again once it moves', async () => {
  const { url } = running;
  await signalAll('SIGSTOP');
  try {
    const from = Date.now();
    // A sign-in cannot be answered without the database.
    const body = JSON.stringify({ email: 'somebody@desk.test', password: 'Correct-horse-9' });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/api/login`, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
    expect(await statusOf(`${url}/readyz`)).toBe(503);
    expect(Date.now() - from).toBeLessThan(onThisMachine(12_000));
  } finally {
    await signalAll('SIGCONT');
  }
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 30_000 }).toBe(200);
});
