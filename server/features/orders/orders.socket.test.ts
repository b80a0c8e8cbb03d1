import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publish } from '#server/events/publish.ts';
import { adminEmail, adminPassword, startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { socketClients } from '#tests/setup/sockets.ts';

let database: TestDatabase;
/** Two processes on one database: one is notified of what the other commits. */
let apps: [TestApp, TestApp];
const { aClient, goAway } = socketClients(() => `${apps[0].url.replace('http', 'ws')}/ws`);

beforeAll(async () => {
  database = await createTestDatabase();
  apps = [await startTestApp(database), await startTestApp(database)];
});
afterAll(async () => {
  goAway();
  await Promise.all(apps.map((app) => app.stop()));
  await database.drop();
});

async function signIn(): Promise<string> {
  const { body } = await apps[0].call('POST', '/api/login', { json: { email: adminEmail, password: adminPassword } });
  return body.token as string;
}

test('the administrator hears of an order that another process moved, and no visitor does', async () => {
  const admin = await aClient({ token: await signIn() });
  const visitor = await aClient();
  const order = { id: randomUUID(), userId: randomUUID(), status: 'processing', version: 2 };
  await apps[1].deps.inTx((tx) => publish(tx, { kind: 'order_changed', ...order }));
  expect(await admin.next()).toEqual({ type: 'queue_changed' });
  visitor.send({ type: 'nothing' });
  expect(await visitor.next()).toMatchObject({ type: 'error' });
});

test('signing out on one process closes the socket on the other within two seconds', async () => {
  const token = await signIn();
  const admin = await aClient({ token });
  const started = performance.now();
  await apps[1].call('POST', '/api/logout', { token });
  expect(await admin.closed).toBe(4401);
  expect(performance.now() - started).toBeLessThan(onThisMachine(2_000));
});
