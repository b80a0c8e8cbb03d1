import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';
import { serve } from './listening.ts';

export type RateSource = Awaited<ReturnType<typeof startRateSource>>;

type PageError = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server as a fake source of prices or currency rates, well behaved or not. */
export async function startRateSource(first: unknown = {}) {
  let currentRates = first;
  /** Every received request: address and headers. */
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const server = await serve((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    if (typeof currentRates === 'function') (currentRates as PageError)(request, response);
    else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(currentRates));
  });
  /** Sets its answer: a value is sent as JSON, a function answers itself. */
  const answer = (next: unknown) => void (currentRates = next);
  return { ...server, asked: requests, answer };
}

/** A separate one for each test of a file. */
export function openRateSource(first?: (...sent: Parameters<PageError>) => void | Promise<void>): RateSource {
  const source = {} as RateSource;
  beforeEach(async () => void Object.assign(source, await startRateSource(first)));
  afterEach(() => source.close());
  return source;
}

/** Starts one that sends this response as JSON, for each path and JSON body. */
export async function startJsonServer(answer: (path: string, body: Record<string, unknown>) => unknown) {
  return startRateSource(async (request: IncomingMessage, response: ServerResponse) => {
    response.end(JSON.stringify(answer(request.url ?? '', (await json(request)) as Record<string, unknown>)));
  });
}

/** Ways in which a source can fail as a whole. */
export const pageErrors: Record<string, PageError> = {
  'answers 500': (_request, response) => void response.writeHead(500).end('{"bitcoin":{"usd":1}}'),
  'answers nothing at all': (_request, response) => void response.end(),
  'answers an HTML page': (_request, response) =>
    void response.setHeader('Content-Type', 'text/html').end('<!doctype html><h1>Rate limited</h1>'),
  'answers a list': (_request, response) => void response.end('[1,2,3]'),
  'answers null': (_request, response) => void response.end('null'),
  'cuts its answer off': (_request, response) => {
    response.writeHead(200, { 'Content-Length': '5000' });
    response.write('{"bitcoin":{"usd":4');
    response.socket?.destroy();
  },
  'never answers': () => undefined,
  'answers drop by drop': (_request, response) => {
    response.writeHead(200);
    const dripTimer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(dripTimer));
  },
};
