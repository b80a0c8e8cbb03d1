import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '#tests/setup/listening.ts';
import { listen, reservePort, type Listener } from './listener.ts';

const openedListeners: Listener[] = [];
afterEach(async () => {
  await Promise.all(openedListeners.splice(0).map((listener) => listener.drain(0)));
});

const hello = { handle: (_request: unknown, response: ServerResponse) => void response.end('hello') };

async function aListener(
  settings: { port?: number; trustProxy?: number; rateLimitFactor?: number } = {},
  handlers: Parameters<typeof listen>[2] = hello,
) {
  const listener = await listen({ host: '127.0.0.1', port: 0, ...settings }, () => false, handlers);
  openedListeners.push(listener);
  return listener;
}

/** A listener whose handler responds only when the test allows it; `arrival` is the response of its first request. */
async function aSlowListener() {
  let arrived: (response: ServerResponse) => void;
  const arrival = new Promise<ServerResponse>((resolve) => (arrived = resolve));
  const listener = await aListener({}, { handle: (_request, response) => arrived(response) });
  return { listener, arrival };
}

async function get(port: number, agent?: Agent) {
  const outgoing = httpRequest({ host: '127.0.0.1', port, path: '/', agent }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode, connection: response.headers.connection, body: await text(response) };
}

test('a running request is finished while the program stops, and new callers are refused', async () => {
  const { listener, arrival } = await aSlowListener();
  const inFlight = get(listener.port, new Agent({ keepAlive: true }));
  const response = await arrival;

  const drained = listener.drain(5_000);
  await expect(get(listener.port)).rejects.toThrow('ECONNREFUSED');
  response.end('finished');

  expect(await inFlight).toMatchObject({ status: 200, body: 'finished', connection: 'close' });
  await drained;
});

test('a request on its way over an open connection is not reset by the stop', async () => {
  const listener = await aListener();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await get(listener.port, agent);

  const drained = listener.drain(5_000);
  expect(await get(listener.port, agent)).toMatchObject({ status: 200, connection: 'close' });
  await drained;
});

test('a request that never ends cannot delay the stop', async () => {
  const { listener, arrival } = await aSlowListener();
  const inFlight = get(listener.port).catch((error: Error) => error.message);
  await arrival;
  await listener.drain(50);
  expect(await inFlight).toMatch(/hang up|ECONNRESET/);
});

test('callers who send slowly have tight limits', async () => {
  const limits = { headersTimeout: 10_000, requestTimeout: 120_000, timeout: 75_000, maxConnections: 12_000 };
  expect((await aListener()).server).toMatchObject(limits);
});

describe('one address that keeps connections open', () => {
  const three = { rateLimitFactor: 3 / 3_000 };
  const persistentAgent = () => new Agent({ keepAlive: true, maxSockets: 1 });

  test('cannot have more than its share, and gets one back for each it closes', async () => {
    const listener = await aListener(three);
    const agents = [persistentAgent(), persistentAgent(), persistentAgent()];
    for (const agent of agents) await get(listener.port, agent);
    await expect(get(listener.port)).rejects.toThrow(/hang up|ECONNRESET/);
    expect(await get(listener.port, agents[0])).toMatchObject({ status: 200 });

    agents[1]?.destroy();
    const next = () => get(listener.port).then(({ status }) => status, String);
    await expect.poll(next).toBe(200);
    agents.forEach((agent) => agent.destroy());
  });

  test('may have all of them if it is the operator’s own proxy', async () => {
    const listener = await aListener({ ...three, trustProxy: 1 });
    const agents = Array.from({ length: 10 }, persistentAgent);
    const answers = await Promise.all(agents.map((agent) => get(listener.port, agent)));
    expect(answers.map(({ status }) => status)).toEqual(agents.map(() => 200));
    agents.forEach((agent) => agent.destroy());
  });
});

test('a used port is an error at once, before anything is started', async () => {
  const { port } = await aListener();
  await expect(reservePort({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE');
});

test('a port that was found free is taken by no other program while this one starts', async () => {
  const { port, release } = await reservePort({ host: '127.0.0.1', port: 0 });
  await expect(aListener({ port })).rejects.toThrow('EADDRINUSE');
  await release();
  expect((await aListener({ port })).port).toBe(port);
});

test('a port that others know stays closed until the program is ready', async () => {
  const { port } = await reservePort({ host: '127.0.0.1', port: await freePort() });
  await expect(get(port)).rejects.toThrow('ECONNREFUSED');
});
