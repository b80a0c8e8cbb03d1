import { and, desc, eq, gt, inArray, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { ChainBlock, ChainTransfer } from '#server/adapters/chains/chain.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { toText } from '#shared/kernel/money.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import type { RemovedTransfer } from './chains.ports.ts';
import { chainBlocks, chainCursors, chainTransfers } from './chains.tables.ts';

export type CursorRow = typeof chainCursors.$inferSelect;
export type TransferRow = typeof chainTransfers.$inferSelect;

/** Blocks further below the newest are not expected to be replaced. The trigger of chain_blocks has the same number. */
export const blocksStored = 500;

export async function listCursors(db: Db): Promise<CursorRow[]> {
  return db.select().from(chainCursors);
}

export async function findCursor(db: Pick<Db, 'select'>, chain: ChainName): Promise<CursorRow | undefined> {
  const [row] = await db.select().from(chainCursors).where(eq(chainCursors.chain, chain));
  return row;
}

export type CursorChange = Partial<Omit<CursorRow, 'chain'>> & { source: string };

/** Writes the given columns; the row is made where there is none. */
export async function writeCursor(tx: Tx, chain: ChainName, change: CursorChange): Promise<void> {
  await tx
    .insert(chainCursors)
    .values({ chain, ...change })
    .onConflictDoUpdate({ target: chainCursors.chain, set: change });
}

/** The stored blocks of a chain, newest first. */
export async function listBlocks(db: Db, chain: ChainName): Promise<{ height: number; hash: string }[]> {
  return db
    .select({ height: chainBlocks.height, hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(eq(chainBlocks.chain, chain))
    .orderBy(desc(chainBlocks.height));
}

export async function findNewestBlock(db: Db, chain: ChainName): Promise<{ height: number; at: Date } | undefined> {
  const [row] = await db
    .select({ height: chainBlocks.height, at: chainBlocks.at })
    .from(chainBlocks)
    .where(eq(chainBlocks.chain, chain))
    .orderBy(desc(chainBlocks.height))
    .limit(1);
  return row;
}

export async function findBlock(
  db: Pick<Db, 'select'>,
  chain: ChainName,
  height: number,
): Promise<{ hash: string } | undefined> {
  const [row] = await db
    .select({ hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(and(eq(chainBlocks.chain, chain), eq(chainBlocks.height, height)));
  return row;
}

export async function insertBlocks(tx: Tx, chain: ChainName, blocks: readonly ChainBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  await tx
    .insert(chainBlocks)
    .values(blocks.map(({ height, hash, parentHash, at }) => ({ chain, height, hash, parentHash, at })));
}

/** Deletes what is too old to be replaced. The cursor must have been moved before. */
export async function trimBlocks(tx: Tx, chain: ChainName, height: number): Promise<void> {
  await tx.delete(chainBlocks).where(and(eq(chainBlocks.chain, chain), lte(chainBlocks.height, height - blocksStored)));
}

/** Removes the blocks above a height; a trigger takes them from their transfers, which are answered as they were. */
export async function removeBlocksAbove(tx: Tx, chain: ChainName, height: number): Promise<RemovedTransfer[]> {
  const { id, txHash, state } = chainTransfers;
  const removed = await tx
    .select({ id, txHash, state })
    .from(chainTransfers)
    .where(and(eq(chainTransfers.chain, chain), gt(chainTransfers.blockHeight, height)));
  await tx.delete(chainBlocks).where(and(eq(chainBlocks.chain, chain), gt(chainBlocks.height, height)));
  return removed.map((row) => ({ ...row, chain }));
}

/** Stores transfers and returns how many rows changed; a known one moves to its block, and never out of one. */
export async function upsertTransfers(
  tx: Tx,
  chain: ChainName,
  transfers: readonly ChainTransfer[],
  now: Date,
): Promise<number> {
  if (transfers.length === 0) return 0;
  const { blockHash, state } = chainTransfers;
  const changed = await tx
    .insert(chainTransfers)
    .values(transfers.map((transfer) => rowOf(chain, transfer, now)))
    .onConflictDoUpdate({
      target: [chainTransfers.chain, chainTransfers.txHash, chainTransfers.outIndex, chainTransfers.coinId],
      set: {
        blockHeight: sql`excluded.block_height`,
        blockHash: sql`excluded.block_hash`,
        blockAt: sql`excluded.block_at`,
        state: sql`excluded.state`,
        amount: sql`excluded.amount`,
        witnessed: null,
      },
      setWhere: or(
        and(sql`excluded.block_hash is not null`, sql`excluded.block_hash is distinct from ${blockHash}`),
        and(isNull(blockHash), ne(state, sql`excluded.state`)),
      ),
    })
    .returning({ id: chainTransfers.id });
  return changed.length;
}

function rowOf(chain: ChainName, transfer: ChainTransfer, now: Date): typeof chainTransfers.$inferInsert {
  const { txHash, outIndex, coinId, to, tag, from, amount, block, failed, byContract } = transfer;
  const included = block ? ('included' as const) : ('seen' as const);
  return {
    chain,
    txHash,
    outIndex,
    coinId,
    toAddress: to,
    toTag: tag,
    fromAddresses: [...from],
    amount: toText(amount),
    byContract,
    blockHeight: block?.height,
    blockHash: block?.hash,
    blockAt: block?.at,
    firstSeenAt: now,
    state: failed ? 'failed' : included,
  };
}

/** Marks transfers as final up to a height; returns how many. */
export async function markFinal(tx: Tx, chain: ChainName, height: number): Promise<number> {
  const rows = await tx
    .update(chainTransfers)
    .set({ state: 'final' })
    .where(
      and(
        eq(chainTransfers.chain, chain),
        eq(chainTransfers.state, 'included'),
        lte(chainTransfers.blockHeight, height),
      ),
    )
    .returning({ id: chainTransfers.id });
  return rows.length;
}

/** Marks what the mempool no longer has as replaced; returns how many. */
export async function markReplaced(tx: Tx, chain: ChainName, waiting: readonly string[]): Promise<number> {
  const rows = await tx
    .update(chainTransfers)
    .set({ state: 'replaced' })
    .where(
      and(
        eq(chainTransfers.chain, chain),
        eq(chainTransfers.state, 'seen'),
        waiting.length > 0 ? notInArray(chainTransfers.txHash, [...waiting]) : undefined,
      ),
    )
    .returning({ id: chainTransfers.id });
  return rows.length;
}

/** Whether any transfer still waits for blocks of a chain. */
export async function hasOpenTransfers(tx: Tx, chain: ChainName): Promise<boolean> {
  const rows = await tx
    .select({ id: chainTransfers.id })
    .from(chainTransfers)
    .where(and(eq(chainTransfers.chain, chain), inArray(chainTransfers.state, ['seen', 'included'])))
    .limit(1);
  return rows.length > 0;
}

/** The addresses to which transfers wait to be included. */
export async function listPendingAddresses(db: Db, chain: ChainName): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ address: chainTransfers.toAddress })
    .from(chainTransfers)
    .where(and(eq(chainTransfers.chain, chain), eq(chainTransfers.state, 'seen')));
  return new Set(rows.map(({ address }) => address));
}

/** Transfers in blocks which the second source was not asked about, oldest first. */
export async function listUnwitnessed(db: Db, chain: ChainName, limit: number): Promise<TransferRow[]> {
  return db
    .select()
    .from(chainTransfers)
    .where(
      and(
        eq(chainTransfers.chain, chain),
        inArray(chainTransfers.state, ['included', 'final']),
        isNull(chainTransfers.witnessed),
      ),
    )
    .orderBy(chainTransfers.blockHeight)
    .limit(limit);
}

/** Stores whether the second source confirmed a transfer, if it is still in the block that was asked about. */
export async function markWitnessed(tx: Tx, { id, blockHash }: TransferRow, witnessed: boolean): Promise<void> {
  await tx
    .update(chainTransfers)
    .set({ witnessed })
    .where(and(eq(chainTransfers.id, id), eq(chainTransfers.blockHash, blockHash ?? '')));
}
