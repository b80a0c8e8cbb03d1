import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '#server/lib/safe-error.ts';

const headShape = z.object({ seq: z.string().regex(/^\d+$/), hash: z.string() });

/** The end of the chain at this machine's last checkpoint. */
export type ChainHead = z.output<typeof headShape>;

const pathIn = (dataDir: string) => join(dataDir, 'audit-head.json');

/** The furthest end of the chain that this process or this machine has seen. */
export type HeadMemory = {
  furthest: () => Promise<ChainHead | undefined>;
  /** Remembers an end, in memory and in DATA_DIR, unless a further one is known. */
  grow: (head: ChainHead) => Promise<void>;
};

/** Remembers the chain's end outside the database, to detect rows cut off together with their checkpoints. */
export function createHeadMemory(dataDir: string): HeadMemory {
  let rememberedHead: ChainHead | undefined;
  const furthest = async () => {
    const storedHead = await readHead(dataDir);
    return storedHead && isBeyond(storedHead, rememberedHead) ? storedHead : rememberedHead;
  };
  return {
    furthest,
    grow: async (head) => {
      if (!isBeyond(head, await furthest())) return;
      rememberedHead = head;
      const draft = `${pathIn(dataDir)}.${randomUUID()}`;
      await writeFile(draft, JSON.stringify(head), { mode: 0o600 });
      await rename(draft, pathIn(dataDir));
    },
  };
}

function isBeyond({ seq }: ChainHead, chainHead: ChainHead | undefined): boolean {
  return chainHead === undefined || BigInt(seq) > BigInt(chainHead.seq);
}

/** The stored head; undefined where this machine has none. */
export async function readHead(dataDir: string): Promise<ChainHead | undefined> {
  try {
    return headShape.parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A head as an operator types it: `number:hash`. Throws when it is malformed. */
export function parseHead(text: string): ChainHead {
  const [seq, hash] = text.split(':');
  const parseResult = headShape.safeParse({ seq, hash });
  if (!parseResult.success) throw new Error('A checkpoint is given as its number and its hash: 1204:ab12…');
  return parseResult.data;
}
