import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { ChainBlock } from '#server/adapters/chains/chain.ts';
import type { Tx } from '#server/db/connection.ts';
import { first, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import type { RemovedTransfer } from './chains.ports.ts';
import { chainBlocks, chainCursors, chainTransfers } from './chains.tables.ts';

export type CursorRow = typeof chainCursors.$inferSelect;

/** Blocks further below the newest are not expected to be replaced. The trigger of chain_blocks has the same number. */
export const blocksStored = 500;

export const listCursors = rows((db: Reads) => db.select().from(chainCursors));

type ChainValue = { chain: ChainName };
type ChainHeight = ChainValue & { height: number };

export const findCursor = first((db: Reads, { chain }: Blanks<ChainValue>) =>
  db.select().from(chainCursors).where(eq(chainCursors.chain, chain)),
);

export type CursorChange = Partial<Omit<CursorRow, 'chain'>> & { source: string };

/** Writes these columns of a chain's cursor, and creates the row if it is missing. */
export async function writeCursor(tx: Tx, chain: ChainName, change: CursorChange): Promise<void> {
  await tx
    .insert(chainCursors)
    .values({ chain, ...change })
    .onConflictDoUpdate({ target: chainCursors.chain, set: change });
}

/** The stored blocks of a chain, newest first. */
export const listBlocks = rows((db: Reads, { chain, limit }: Blanks<ChainValue & { limit: number }>) =>
  db
    .select({ height: chainBlocks.height, hash: chainBlocks.hash, at: chainBlocks.at })
    .from(chainBlocks)
    .where(eq(chainBlocks.chain, chain))
    .orderBy(desc(chainBlocks.height))
    .limit(limit),
);

export const findBlock = first((db: Reads, { chain, height }: Blanks<ChainHeight>) =>
  db
    .select({ hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(and(eq(chainBlocks.chain, chain), eq(chainBlocks.height, height))),
);

/** Stores the blocks of a chain. */
export async function insertBlocks(tx: Tx, chain: ChainName, blocks: readonly ChainBlock[]): Promise<void> {
  if (blocks.length > 0) await tx.insert(chainBlocks).values(blocks.map((item) => ({ chain, ...item })));
}

/**
 * Deletes the blocks that are `blocksStored` or more below a height, which are too old to be replaced. The cursor must
 * have been moved before.
 */
export const trimBlocks = sent((db: Drizzle, { chain, height }: Blanks<ChainHeight>) =>
  db
    .delete(chainBlocks)
    .where(
      and(eq(chainBlocks.chain, chain), sql`${chainBlocks.height} <= ${height}::int - ${sql.raw(`${blocksStored}`)}`),
    ),
);

const listAbove = rows((db: Reads, { chain, height }: Blanks<ChainHeight>) =>
  db
    .select({ id: chainTransfers.id, txHash: chainTransfers.txHash, state: chainTransfers.state })
    .from(chainTransfers)
    .where(and(eq(chainTransfers.chain, chain), gt(chainTransfers.blockHeight, height))),
);
const removeAbove = sent((db: Drizzle, { chain, height }: Blanks<ChainHeight>) =>
  db.delete(chainBlocks).where(and(eq(chainBlocks.chain, chain), gt(chainBlocks.height, height))),
);

/**
 * Removes the blocks above a height; a trigger takes them from their transfers. Returns those transfers with their
 * former blocks.
 */
export async function removeBlocksAbove(tx: Tx, chain: ChainName, height: number): Promise<RemovedTransfer[]> {
  const removedBlocks = await listAbove(tx, { chain, height });
  await removeAbove(tx, { chain, height });
  return removedBlocks.map((row) => ({ ...row, chain }));
}
