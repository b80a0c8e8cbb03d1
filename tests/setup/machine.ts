import { execFileSync } from 'node:child_process';

/** Duration of the start of an empty Node program on two idle cores, in ms. */
const idleNodeStartMs = 60;

/**
 * A time limit for an otherwise idle machine. On a busy one it is multiplied by the current slowdown of starting an
 * empty Node program.
 */
export function onThisMachine(measuredMs: number): number {
  const from = Date.now();
  execFileSync(process.execPath, ['-e', '0']);
  return measuredMs * Math.max(1, (Date.now() - from) / idleNodeStartMs);
}

/**
 * Seconds of the processor that a piece of work took in this process: unlike a clock, they do not run on while other
 * programs have the processor.
 */
export async function processorSeconds(work: () => unknown): Promise<number> {
  const startedAt = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1_000_000;
}
