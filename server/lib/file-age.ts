import { stat } from 'node:fs/promises';
import { codeOf } from './safe-error.ts';

/** Age of a file in ms, by this machine's clock, which stamped it; undefined if it is gone. */
export async function fileAgeMs(path: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
