import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const endFunctions: (() => unknown)[] = [];

/**
 * Registers a function that runs when a program outside of vitest, or a part of it, is over, whether it failed or not.
 */
export function atTheEnd(work: () => unknown): void {
  endFunctions.push(work);
}

/** Stops, closes and removes everything that was started, opened and made, the last first. */
export async function endAll(): Promise<void> {
  for (const work of endFunctions.splice(0).toReversed()) await work();
}

/** A folder that is removed at the end. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-run-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs some work, and then all registered end functions. */
export async function toTheEnd<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    await endAll();
  }
}
