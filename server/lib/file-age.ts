import { stat } from 'node:fs/promises';
import { codeOf } from './safe-error.ts';

/** How long ago (ms) a file was written, by this machine's clock, which stamped it; undefined when it is gone. */
export async function fileAgeMs(path: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
