import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './listening.ts';

export type RateSource = {
  /** Origin, e.g. http://127.0.0.1:40123. */
  url: string;
  /** Every request it got: address and headers. */
  asked: { path: string; headers: IncomingMessage['headers'] }[];
  /** What it does from now on: a value is answered as JSON, a function does as it likes. */
  answer: (next: unknown) => void;
  close: () => Promise<void>;
};

export type PageError = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server as a fake source of prices or currency rates, well behaved or not. */
export async function startRateSource(first: unknown = {}): Promise<RateSource> {
  let current = first;
  const asked: RateSource['asked'] = [];
  const { url, close } = await serve((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    if (typeof current === 'function') (current as PageError)(request, response);
    else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(current));
  });
  return { url, asked, answer: (next) => void (current = next), close };
}

/** Ways in which a source can fail as a whole. */
export const pageErrors: Record<string, PageError> = {
  'answers 500': (_request, response) => {
    response.writeHead(500).end('{"bitcoin":{"usd":1}}');
  },
  'answers nothing at all': (_request, response) => {
    response.end();
  },
  'answers an HTML page': (_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><h1>Rate limited</h1>');
  },
  'answers a list': (_request, response) => {
    response.end('[1,2,3]');
  },
  'answers null': (_request, response) => {
    response.end('null');
  },
  'cuts its answer off': (_request, response) => {
    response.writeHead(200, { 'Content-Length': '5000' });
    response.write('{"bitcoin":{"usd":4');
    response.socket?.destroy();
  },
  'never answers': () => undefined,
  'answers drop by drop': (_request, response) => {
    response.writeHead(200);
    const drops = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drops));
  },
};
