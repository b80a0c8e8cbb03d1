import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const headShape = z.object({ seq: z.string().regex(/^\d+$/), hash: z.string() });

/** Where the chain ended at this machine's last checkpoint. */
export type ChainHead = z.output<typeof headShape>;

const pathIn = (dataDir: string) => join(dataDir, 'audit-head.json');

/**
 * Stores the end of the chain outside the database: rows truncated together with their checkpoints would otherwise go
 * undetected.
 */
export async function writeHead(dataDir: string, head: ChainHead): Promise<void> {
  const draft = `${pathIn(dataDir)}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(head), { mode: 0o600 });
  await rename(draft, pathIn(dataDir));
}

/** The stored head; undefined where this machine has none. */
export async function readHead(dataDir: string): Promise<ChainHead | undefined> {
  try {
    return headShape.parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
