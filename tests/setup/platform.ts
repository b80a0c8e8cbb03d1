import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Router } from 'express';
import { buildPipeline } from '#server/http/pipeline.ts';
import { createLog, type Log } from '#server/log.ts';

export type Served = {
  /** Origin, e.g. http://127.0.0.1:40123. */
  url: string;
  /** Everything that was logged, one object a line. */
  logged: Record<string, unknown>[];
  close: () => Promise<void>;
};

/** A log that keeps its lines, for tests about what may stand in it. */
export function keepingLog(): { log: Log; logged: Record<string, unknown>[] } {
  const logged: Record<string, unknown>[] = [];
  const write = (line: string) => {
    logged.push(JSON.parse(line) as Record<string, unknown>);
  };
  return { log: createLog('debug', { write }), logged };
}

/** Serves routers through the product's own pipeline on a free port of this machine. */
export async function serveRouters(
  routers: readonly Router[],
  { publicUrl = 'http://localhost:3000' } = {},
): Promise<Served> {
  const { log, logged } = keepingLog();
  const server = createServer(buildPipeline({ log, publicUrl }, routers));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, logged, close };
}

type Sent = { token?: string; json?: unknown; raw?: string; headers?: Record<string, string> };
type Answered = { status: number; headers: Headers; body: Record<string, unknown> };
export type Call = (method: string, path: string, sent?: Sent) => Promise<Answered>;

/** Calls a served app over HTTP; JSON answers are parsed, others stay text. */
export function callerOf(url: string): Call {
  return async (method, path, { token, json, raw, headers } = {}) => {
    const options: RequestInit = {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: raw ?? (json === undefined ? undefined : JSON.stringify(json)),
    };
    const response = await fetch(url + path, options);
    const text = await response.text();
    const isJson = text !== '' && (response.headers.get('content-type') ?? '').startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as Record<string, unknown>,
    };
  };
}
