import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import express from 'express';
import type { Deps } from './deps.ts';
import { serveClient } from './http/static.ts';

export type App = {
  handle: RequestListener;
  /** Takes a WebSocket handshake. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Starts what works without being asked: jobs, events. Called once, just before the first request is served. */
  start?: () => Promise<void>;
  /** Ends it again: closes sockets with 1001 and lets running jobs finish. The pool is still open meanwhile. */
  close?: () => Promise<void>;
};

/** The table of contents of the API. */
export function createApp(_deps: Deps): App {
  const app = express();
  app.disable('x-powered-by');
  app.use('/api', (_request, response) => {
    response.status(404).json({ message: 'Not found', code: 'not_found' });
  });
  app.use(serveClient());
  return { handle: app };
}
