import { execFileSync } from 'node:child_process';

/** How long a start of Node with nothing in it takes on two cores that do nothing else. */
const idleNodeStartMs = 60;

/**
 * A figure for something that takes time holds on a machine that is not busy otherwise. A busy one is granted as many
 * times more as it takes longer over the start of an empty Node, measured now.
 */
export function onThisMachine(figureMs: number): number {
  const from = Date.now();
  execFileSync(process.execPath, ['-e', '0']);
  return figureMs * Math.max(1, (Date.now() - from) / idleNodeStartMs);
}
