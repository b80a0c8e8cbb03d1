import { stat } from 'node:fs/promises';

/**
 * How long ago (ms) a file was written; undefined when it is gone. The file system stamps it with this machine's time,
 * so only here this machine's clock, right or wrong, is the one to compare with.
 */
export async function fileAgeMs(path: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
