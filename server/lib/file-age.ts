import { stat } from 'node:fs/promises';

/** How long ago (ms) a file was written, by this machine's clock, which stamped it; undefined when it is gone. */
export async function fileAgeMs(path: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
