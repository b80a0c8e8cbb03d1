import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { WebSocket, type ClientOptions } from 'ws';

/** A connected tab: `next` is its next message, in their order, `closed` the close code. */
export type Client = Awaited<ReturnType<ReturnType<typeof socketClients>['aClient']>>;

/** Browsers on /ws for one test file; `goAway` ends the remaining ones. */
export function socketClients(urlOf: () => string) {
  const open: WebSocket[] = [];

  /** A connected tab; with a token, a signed-in one. */
  const aClient = async ({ token, ...options }: ClientOptions & { token?: string } = {}) => {
    const ws = new WebSocket(urlOf(), options);
    open.push(ws);
    const next = inboxOf(ws);
    const closeCode = once(ws, 'close').then(([code]) => code as number);
    await once(ws, 'open');
    const client = { ws, closed: closeCode, next, send: (message: unknown) => ws.send(JSON.stringify(message)) };
    if (token === undefined) return client;
    client.send({ type: 'auth', token });
    const answer = await client.next();
    if (answer.type !== 'auth_ok') throw new Error(`Not let in: ${JSON.stringify(answer)}`);
    return client;
  };

  /** The HTTP status a handshake is refused with. */
  const refusedStatus = async (options: ClientOptions & { path?: string } = {}): Promise<number> => {
    const ws = new WebSocket(options.path ? urlOf().replace('/ws', options.path) : urlOf(), options);
    ws.on('error', () => undefined); // The event below reports it too.
    const [, response] = (await once(ws, 'unexpected-response')) as [unknown, { statusCode: number }];
    ws.terminate();
    return response.statusCode;
  };

  const goAway = () => {
    for (const ws of open.splice(0)) ws.terminate();
  };
  return { aClient, refusedStatus, goAway };
}

/** Opens clients of an app that may not have started yet. */
export const tabsOf = (app: { url: string }) => socketClients(() => `${app.url.replace('http', 'ws')}/ws`);

/**
 * Waits for exactly this message, skipping others: earlier events may still be sent on a new connection, because events
 * reach a process after the answer to the request that caused them.
 */
export async function waitForMessage({ next }: Client, expected: Record<string, unknown>): Promise<void> {
  while (!isDeepStrictEqual(await next(), expected));
}

/** Counts from now on how often the client is refused for sending too much. */
export function refusalsOf({ ws }: Client): () => number {
  let count = 0;
  ws.on('message', (bytes: Buffer) => {
    if (bytes.toString().includes('too_many_requests')) count += 1;
  });
  return () => count;
}

function inboxOf(ws: WebSocket): () => Promise<Record<string, unknown>> {
  const arrived: Record<string, unknown>[] = [];
  const waitingReads: ((message: Record<string, unknown>) => void)[] = [];
  ws.on('message', (bytes: Buffer) => {
    const message = JSON.parse(bytes.toString()) as Record<string, unknown>;
    const reader = waitingReads.shift();
    if (reader) reader(message);
    else arrived.push(message);
  });
  return async () => arrived.shift() ?? new Promise((resolve) => waitingReads.push(resolve));
}
