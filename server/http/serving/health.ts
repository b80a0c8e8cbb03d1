import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ping } from '../../db/connection.ts';
import type { Installation } from '../../installation/installation.ts';
import { productVersion } from '../../lib/version.ts';

/** The state that /readyz reports; no request uses this `pool`. */
export type Readiness = {
  pool: Pool;
  stopping: boolean;
  /** True if this is a restored copy, and why; it is ready for what it serves. */
  installation: Pick<Installation, 'copy'>;
};

const cacheMs = 1_000;
const timeoutMs = 2_000;

/**
 * Answers /healthz without touching anything and /readyz by the database; false for every other address. Only /readyz,
 * which the proxy refuses to strangers, names the build.
 */
export function healthEndpoints(readiness: Readiness) {
  let lastProbe: { at: number; answer: Promise<boolean> } | undefined;
  const databaseAnswers = () => {
    if (!lastProbe || performance.now() - lastProbe.at > cacheMs)
      lastProbe = { at: performance.now(), answer: checkDatabase(readiness.pool) };
    return lastProbe.answer;
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/healthz') answer(response, true, {});
    else if (path === '/readyz' && readiness.stopping) answer(response, false, build);
    else if (path === '/readyz')
      void databaseAnswers().then((isReady) => answer(response, isReady, { ...build, ...copyOf(readiness) }));
    else return false;
    return true;
  };
}

/** A frozen server is not ready either, so the question has a time limit well below the pool's own. */
async function checkDatabase(pool: Pool): Promise<boolean> {
  const query = ping(pool).then(
    () => true,
    () => false,
  );
  return Promise.race([query, pause(timeoutMs, false, { ref: false })]);
}

const build = { version: productVersion };
const copyOf = ({ installation: { copy } }: Readiness) => copy && { restoredCopy: copy.because };

function answer(response: ServerResponse, isGood: boolean, details: object): void {
  response.writeHead(isGood ? 200 : 503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ status: isGood ? 'ok' : 'unavailable', ...details }));
}
