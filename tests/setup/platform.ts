import type { Router } from 'express';
import { inTx, type Database } from '#server/db/connection.ts';
import type { Sessions, SignedIn } from '#server/http/guards/actor.ts';
import { createLimits } from '#server/http/guards/limits.ts';
import { buildPipeline } from '#server/http/pipeline.ts';
import type { RouteDeps } from '#server/http/route.ts';
import { createLog, type Log } from '#server/lib/log.ts';
import { Forbidden } from '#server/lib/refusal.ts';
import { inlineScriptsIn, serveClient } from '#server/ssr/pages.ts';
import { customerRights, memberRights } from '#tests/factories/rights.ts';
import { serve } from './listening.ts';

/** Tokens of the platform's tests, and who is behind them; the real sessions are tried with accounts. */
export const testUsers: Record<string, SignedIn> = {
  ann: {
    userId: '0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a01',
    role: 'customer',
    ...customerRights,
    sessionId: '5e551000-5a52-4a57-9d1c-0d6f4f6f0a01',
    email: 'ann@example.com',
  },
  bob: {
    userId: '0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a03',
    role: 'customer',
    ...customerRights,
    sessionId: '5e551000-5a52-4a57-9d1c-0d6f4f6f0a03',
    email: 'bob@example.com',
  },
  root: {
    userId: '0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a02',
    role: 'admin',
    ...memberRights('owner'),
    sessionId: '5e551000-5a52-4a57-9d1c-0d6f4f6f0a02',
    email: 'root@example.com',
  },
};
export const sessions: Sessions = {
  authenticate: async (token) => {
    if (token === 'blocked') throw new Forbidden('blocked', 'account_blocked');
    return testUsers[token] ?? null;
  },
  isSessionValid: async ({ sessionId }) => Object.values(testUsers).some((item) => item.sessionId === sessionId),
  rightsOfUser: async (userId) => Object.values(testUsers).find((item) => item.userId === userId) ?? null,
  isStepUpValid: async (_actor, token) => token === 'proven',
};

export type Served = {
  /** Origin, e.g. http://127.0.0.1:40123. */
  url: string;
  call: Call;
  /** Everything that was logged, one object a line. */
  logged: Record<string, unknown>[];
  close: () => Promise<void>;
};

/** A log that records its lines, for tests of its content. */
export function recordingLog(): { log: Log; logged: Record<string, unknown>[] } {
  const logged: Record<string, unknown>[] = [];
  const write = (line: string) => {
    logged.push(JSON.parse(line) as Record<string, unknown>);
  };
  return { log: createLog('debug', { write }), logged };
}

async function rightsOfRow({ pool }: Database, userId: string) {
  const { rowCount } = await pool.query(`select 1 from users where id = $1 and status = 'active'`, [userId]);
  return rowCount ? sessions.rightsOfUser(userId) : null;
}

/** What routes need, on a real database. */
export function platformDeps(
  database: Database,
  { factor = 1000, trustProxy = 0, uploadsDir = '/nowhere' } = {},
): RouteDeps {
  return {
    env: { trustProxy },
    uploadsDir,
    sessions: { ...sessions, rightsOfUser: (userId) => rightsOfRow(database, userId) },
    limits: createLimits({ pool: database.pool, factor }),
    db: database.db,
    inTx: (work) => inTx(database, work),
  };
}

/** Routers are served without rendered pages. */
const noPages = { callApi: () => Promise.resolve(null), count: () => Promise.resolve(), version: () => 1 };

/** Serves routers through the product's own pipeline on a free port of this machine. */
export async function serveRouters(routers: readonly Router[]): Promise<Served> {
  const { log, logged } = recordingLog();
  const deps = { log, publicUrl: 'http://localhost:3000', ...noPages };
  const client = { pages: serveClient(deps), inlineScripts: inlineScriptsIn() };
  const { url, close } = await serve(buildPipeline(deps, routers, client));
  return { url, call: callerOf(url), logged, close };
}

type Sent = { token?: string; json?: unknown; raw?: string; headers?: Record<string, string> };
type Answered = { status: number; headers: Headers; body: Record<string, unknown> };
export type Call = (method: string, path: string, sent?: Sent) => Promise<Answered>;

/** What a caller reads first of an answer: its status, and its code where it is a refusal. */
export const outcomeOf = ({ status, body }: Answered): [number, unknown] => [status, body.code];

/** Calls a served app over HTTP; JSON responses are parsed, others stay text. */
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
