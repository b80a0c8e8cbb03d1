import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile } from './statistics.ts';

/** A request by its path and query. */
export type Shot = { path: string; method?: string; headers?: Record<string, string>; json?: object };

interface Load {
  url: string;
  /** Every connection sends them in turn, starting at different positions. */
  shots: readonly Shot[];
  connections: number;
  seconds: number;
  /** Requests a second over all connections; unlimited by default. */
  perSecond?: number;
  /** Every response must have this status: a fast refusal is no result. */
  only?: number;
}

export type Outcome = Awaited<ReturnType<typeof hammer>>;

/**
 * Sends prepared requests over persistent connections and parses responses as they arrive: far cheaper than an HTTP
 * client, so that the two cores are left to the measured program.
 */
export async function hammer({ url, shots, connections, seconds, perSecond, only }: Load) {
  const { hostname, port, host } = new URL(url);
  const requests = shots.map((shot) => wire(host, shot));
  const latencies: number[] = [];
  /** Number of responses by status. */
  const statuses: Record<number, number> = {};
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const gapMs = perSecond === undefined ? 0 : (1000 * connections) / perSecond;

  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const line = await open(hostname, Number(port));
      for (let turn = index; performance.now() < end; turn += 1) {
        const dueAt = startedAt + gapMs * (turn - index + index / connections);
        if (gapMs > 0 && dueAt > performance.now()) await pause(dueAt - performance.now());
        const sentAt = performance.now();
        const status = await line.ask(requests[turn % requests.length] ?? Buffer.alloc(0));
        latencies.push(performance.now() - sentAt);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      line.socket.destroy();
    }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const otherStatuses = Object.entries(statuses).filter(([code]) => only !== undefined && Number(code) !== only);
  if (otherStatuses.length > 0)
    throw new Error(`${url}${shots[0]?.path} answered ${countsOf(Object.fromEntries(otherStatuses))}`);
  const p50 = median(latencies);
  const p95 = percentile(latencies, 95);
  const p99 = percentile(latencies, 99);
  return { perSecond: latencies.length / elapsedSeconds, p50, p95, p99, statuses };
}

export const rounds = 5;

/**
 * Runs A B A B …, after a warm-up round of each, and returns the medians of their rates and of the ratio A to B per
 * round, and everything that B returned.
 */
export async function interleave<Rated extends Pick<Outcome, 'perSecond'>>(
  a: () => Promise<Rated>,
  b: () => Promise<Rated>,
) {
  const ofA: Rated[] = [];
  const ofB: Rated[] = [];
  await a();
  await b();
  for (let round = 0; round < rounds; round += 1) {
    ofA.push(await a());
    ofB.push(await b());
  }
  const ratio = median(ofA.map(({ perSecond }, round) => perSecond / (ofB[round]?.perSecond ?? Number.NaN)));
  const rate = (outcomes: Rated[]) => median(outcomes.map(({ perSecond }) => perSecond)).toFixed(0);
  return { ratio, rate: rate(ofA), ofB, note: ` (${rate(ofA)}/s : ${rate(ofB)}/s)` };
}

/** Number of answers by status, as text. */
export const countsOf = (statuses: Outcome['statuses']) =>
  Object.entries(statuses)
    .map(([code, times]) => `${code} x ${times}`)
    .join(', ');

function wire(host: string, { path, method = 'GET', headers = {}, json }: Shot): Buffer {
  const content = Buffer.from(json ? JSON.stringify(json) : '');
  const sizeHeaders = json ? { 'content-type': 'application/json', 'content-length': String(content.length) } : {};
  const lines = Object.entries({ host, ...headers, ...sizeHeaders }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), content]);
}

/** A connection that sends one request at a time and returns the status once its whole response has come. */
async function open(hostname: string, port: number) {
  const socket = connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port, noDelay: true });
  let waitingRequest: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;
  let receivedText = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    receivedText += chunk;
    const status = statusOfAnswer(receivedText);
    if (status === undefined) return;
    receivedText = '';
    waitingRequest?.resolve(status);
  });
  const fail = (error: Error) => waitingRequest?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  const ask = (request: Buffer) =>
    new Promise<number>((resolve, reject) => {
      waitingRequest = { resolve, reject };
      socket.write(request);
    });
  await once(socket, 'connect');
  return { socket, ask };
}

/** The status of a complete response; undefined while it is incomplete. */
function statusOfAnswer(receivedText: string): number | undefined {
  const headEnd = receivedText.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const headText = receivedText.slice(0, headEnd).toLowerCase();
  const status = Number(headText.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/.exec(headText)?.[1];
  const isEmpty = status === 304 || status === 204;
  const isWhole =
    length === undefined ? receivedText.endsWith('0\r\n\r\n') : receivedText.length >= headEnd + 4 + Number(length);
  return isEmpty || isWhole ? status : undefined;
}
