import { execFileSync } from 'node:child_process';

/** Duration of a start of Node with nothing in it on two idle cores, in ms. */
const idleNodeStartMs = 60;

/**
 * A time limit holds on a machine that is not busy otherwise. On a busy one it is multiplied by how much longer the
 * start of an empty Node takes, measured now.
 */
export function onThisMachine(measuredMs: number): number {
  const from = Date.now();
  execFileSync(process.execPath, ['-e', '0']);
  return measuredMs * Math.max(1, (Date.now() - from) / idleNodeStartMs);
}
