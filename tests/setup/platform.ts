import type { Router } from 'express';
import { inTx, type Database } from '#server/db/connection.ts';
import type { Sessions, SignedInActor } from '#server/http/guards/actor.ts';
import { createLimits } from '#server/http/guards/limits.ts';
import { buildPipeline } from '#server/http/pipeline.ts';
import type { RouteDeps } from '#server/http/route.ts';
import { createLog, type Log } from '#server/lib/log.ts';
import { Forbidden } from '#server/lib/refusal.ts';
import { inlineScriptsIn, serveClient } from '#server/ssr/pages.ts';
import { customerRights, memberRights } from '#tests/factories/rights.ts';
import { callerOf } from './call.ts';
import { serve } from './listening.ts';

export { callerOf, outcomeOf, type Call } from './call.ts';

const aTestUser = (name: string, number: string) => ({
  userId: `0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a${number}`,
  sessionId: `5e551000-5a52-4a57-9d1c-0d6f4f6f0a${number}`,
  email: `${name}@example.com`,
});

/** Tokens of the platform's tests, and their users; other tests cover real sessions. */
export const testUsers: Record<string, SignedInActor> = {
  ann: { ...aTestUser('ann', '01'), role: 'customer', ...customerRights },
  bob: { ...aTestUser('bob', '03'), role: 'customer', ...customerRights },
  root: { ...aTestUser('root', '02'), role: 'admin', ...memberRights('owner') },
};
export const sessions: Sessions = {
  authenticate: async (token) => {
    if (token === 'blocked') throw new Forbidden('blocked', 'account_blocked');
    return testUsers[token] ?? null;
  },
  isSessionValid: async ({ sessionId }) => Object.values(testUsers).some((user) => user.sessionId === sessionId),
  rightsOfUser: async (userId) => Object.values(testUsers).find((user) => user.userId === userId) ?? null,
  isSure: async (_session, { token }) => token === 'proven',
};

export type RouterApp = Awaited<ReturnType<typeof serveRouters>>;

/** A log that records its lines, one object each, for tests of its content. */
export function recordingLog(): { log: Log; logged: Record<string, unknown>[] } {
  const logged: Record<string, unknown>[] = [];
  const write = (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>);
  return { log: createLog('debug', { write }), logged };
}

async function rightsOfRow({ pool }: Database, userId: string) {
  const { rowCount } = await pool.query(`select 1 from users where id = $1 and status = 'active'`, [userId]);
  return rowCount ? sessions.rightsOfUser(userId) : null;
}

/** Under test a refusal that its contract does not declare is a bug of ours, and answers 500. */
export const failOnUndeclared: RouteDeps['onUndeclared'] = ({ method, path }, code) => {
  const message = `${method} ${path} refuses with ${code}, which its contract does not declare`;
  // The test sees only the 500; its output says why.
  process.stderr.write(`${message}\n`);
  throw new Error(message);
};

/** Ports of routes, on a real database. */
export function platformDeps(
  database: Database,
  { factor = 1000, trustProxy = 0, uploadsDir = '/nowhere' } = {},
): RouteDeps {
  return {
    env: { trustProxy },
    uploadsDir,
    sessions: { ...sessions, rightsOfUser: (userId) => rightsOfRow(database, userId) },
    calls: new Map(),
    onUndeclared: failOnUndeclared,
    limits: createLimits({ pool: database.pool, factor }),
    db: database.db,
    inTx: (work) => inTx(database, work),
  };
}

/** Routers are served without rendered pages. */
const noPages = { callApi: () => Promise.resolve(null), count: () => Promise.resolve(), version: () => 1 };

/** Serves routers through the product's own pipeline on a free port of this machine. */
export async function serveRouters(routers: readonly Router[]) {
  const { log, logged } = recordingLog();
  const deps = { log, publicUrl: 'http://localhost:3000', ...noPages };
  const client = { pages: serveClient(deps), inlineScripts: inlineScriptsIn() };
  const { url, close } = await serve(buildPipeline(deps, routers, client));
  return { url, call: callerOf(url), logged, close };
}
