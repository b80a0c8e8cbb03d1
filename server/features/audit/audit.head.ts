import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const headShape = z.object({ seq: z.string().regex(/^\d+$/), hash: z.string() });

/** How far the chain had come when this machine last sealed. */
export type ChainHead = z.output<typeof headShape>;

const pathIn = (dataDir: string) => join(dataDir, 'audit-head.json');

/**
 * Notes outside the database how far the chain has come: rows cut off its end together with their seals would
 * otherwise be missed by nobody.
 */
export async function writeHead(dataDir: string, head: ChainHead): Promise<void> {
  const draft = `${pathIn(dataDir)}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(head), { mode: 0o600 });
  await rename(draft, pathIn(dataDir));
}

/** What was noted last, or undefined where this machine never sealed. */
export async function readHead(dataDir: string): Promise<ChainHead | undefined> {
  try {
    return headShape.parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
