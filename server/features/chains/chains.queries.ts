import { and, asc, between, eq, gt, gte, inArray, isNull, like, ne, notLike, or, sql } from 'drizzle-orm';
import type { ChainBlock, ChainTransfer } from '#server/adapters/chains/chain.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { bookAccounts, bookBalances } from '#server/features/book/book.tables.ts';
import { transferStates } from '#shared/chains/chains.transfers.ts';
import { toText } from '#shared/kernel/money.ts';
import { chainOfCoin, type ChainName } from '#shared/reference/chains.ts';
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
export const listBlocks = readStatement({ height: column.integer, hash: column.text, at: column.moment }).rows<
  [chain: ChainName, limit: number]
>()`
  select height, hash, at from chain_blocks where chain = $1 order by height desc limit $2`;

export const findBlock = readStatement({ hash: column.text }).first<[chain: ChainName, height: number]>()`
  select hash from chain_blocks where chain = $1 and height = $2`;

export async function insertBlocks(tx: Tx, chain: ChainName, blocks: readonly ChainBlock[]): Promise<void> {
  if (blocks.length > 0) await tx.insert(chainBlocks).values(blocks.map((item) => ({ chain, ...item })));
}

/** Deletes what is too old to be replaced below a height. The cursor must have been moved before. */
export const trimBlocks = writeStatement({}).send<[chain: ChainName, height: number]>()`
  delete from chain_blocks where chain = $1 and height <= $2::int - ${blocksStored}`;

const above = readStatement({ id: column.uuid, txHash: column.text, state: column.oneOf(transferStates) })`
  select id, tx_hash as "txHash", state from chain_transfers where chain = $1 and block_height > $2`;
const removeAbove = sent((db: Drizzle, { chain, height }: Blanks<{ chain: ChainName; height: number }>) =>
  db.delete(chainBlocks).where(and(eq(chainBlocks.chain, chain), gt(chainBlocks.height, height))),
);

/** Removes the blocks above a height; a trigger takes them from their transfers, which are answered as they were. */
export async function removeBlocksAbove(tx: Tx, chain: ChainName, height: number): Promise<RemovedTransfer[]> {
  const removed = await tx.run(above, [chain, height]);
  await removeAbove(tx, { chain, height });
  return removed.map((row) => ({ ...row, chain }));
}

/** Stores transfers and returns the ids of the rows that changed; a known one moves to its block, and never out of one. */
export async function upsertTransfers(tx: Tx, chain: ChainName, transfers: readonly ChainTransfer[], now: Date) {
  if (transfers.length === 0) return [];
  const { blockHash, state, firstSeenAt, droppedAt, rateThen } = chainTransfers;
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
        // What was dropped is seen for the first time again; all else has its first sight still.
        firstSeenAt: sql`case when ${droppedAt} is null then ${firstSeenAt} else excluded.first_seen_at end`,
        rateThen: sql`case when ${droppedAt} is null then ${rateThen} else excluded.rate_then end`,
        missingSince: null,
        droppedAt: null,
      },
      setWhere: or(
        and(sql`excluded.block_hash is not null`, sql`excluded.block_hash is distinct from ${blockHash}`),
        and(isNull(blockHash), ne(state, sql`excluded.state`)),
      ),
    })
    .returning({ id: chainTransfers.id });
  return changed.map(({ id }) => id);
}

const inBlocks = (db: Reads) =>
  db
    .select({
      id: chainTransfers.id,
      coin: chainTransfers.coinId,
      amount: chainTransfers.amount,
      blockHash: chainTransfers.blockHash,
      blockAt: chainTransfers.blockAt,
    })
    .from(chainTransfers)
    .where(
      and(
        sql`${chainTransfers.id} = any(${sql.placeholder('ids')}::uuid[])`,
        inArray(chainTransfers.state, ['included', 'final']),
        gt(chainTransfers.amount, '0'),
        notLike(chainTransfers.coinId, 'token:%'),
      ),
    )
    .orderBy(chainTransfers.id);

/** Those of these transfers that are in a block, of coins that are bought. */
export const listInBlocks = (db: Db, ids: readonly string[]) => db.ask(inBlocks, { ids });

/** What a coin could be bought at; null where its price was too old, or held for review. */
const priceAt = (coinId: string, now: Date) => sql`(select c.price_usd from crypto_assets c where c.id = ${coinId}
  and (c.price_source = 'sample' or c.price_at > ${now.toISOString()}::timestamptz - interval '5 minutes')
  and not exists (select from held_rates h where h.kind = 'coin' and h.subject = c.id and h.status = 'waiting'))`;

function rowOf(chain: ChainName, { to, tag, from, amount, block: at, failed, ...transfer }: ChainTransfer, now: Date) {
  return {
    ...transfer,
    chain,
    toAddress: to,
    toTag: tag,
    fromAddresses: [...from],
    amount: toText(amount),
    blockHeight: at?.height,
    blockHash: at?.hash,
    blockAt: at?.at,
    firstSeenAt: now,
    rateThen: priceAt(transfer.coinId, now),
    state: failed ? ('failed' as const) : at ? ('included' as const) : ('seen' as const),
  };
}

/** Marks transfers as final up to a height; returns how many. */
export const markFinal = writeStatement({ id: column.uuid }).count<[chain: ChainName, height: number]>()`
  update chain_transfers set state = 'final' where chain = $1 and state = 'included' and block_height <= $2 returning id`;

const replace = writeStatement({ id: column.uuid }).count<[chain: ChainName, waiting: readonly string[], now: Date]>()`
  update chain_transfers set state = 'replaced', missing_since = case when reorganised_at is null then $3::timestamptz end
  where chain = $1 and state = 'seen' and tx_hash <> all($2::text[]) returning id`;
const drop = writeStatement({}).send<[chain: ChainName, waiting: readonly string[], now: Date]>()`
  update chain_transfers set dropped_at = $3, missing_since = null
  where chain = $1 and missing_since <= $3::timestamptz - interval '10 minutes' and tx_hash <> all($2::text[])`;

/**
 * Marks what the mempool no longer has as replaced; returns how many. One that is missing still ten minutes later is
 * dropped and loses its first sight, but for what a reorganisation took from its block.
 */
export async function markReplaced(tx: Tx, chain: ChainName, waiting: readonly string[], now: Date): Promise<number> {
  await drop(tx, chain, waiting, now);
  return replace(tx, chain, waiting, now);
}

/** Whether any transfer still waits for blocks of a chain. */
export const hasOpenTransfers = readStatement({ id: column.uuid }).exists<[chain: ChainName]>()`
  select id from chain_transfers where chain = $1 and state in ('seen', 'included') limit 1`;

/** The addresses to which transfers wait to be included, or may still be found to wait. */
export const listPendingAddresses = readStatement({ address: column.text }).values<[chain: ChainName]>()`
  select distinct to_address as address from chain_transfers where chain = $1 and (state = 'seen' or missing_since is not null)`;

/** Transfers in blocks which the second source was not asked about, oldest first. */
export async function listUnwitnessed(db: Db, chain: ChainName, limit: number): Promise<TransferRow[]> {
  const { blockHeight, state, witnessed } = chainTransfers;
  const isOpen = and(eq(chainTransfers.chain, chain), inArray(state, ['included', 'final']), isNull(witnessed));
  return db.select().from(chainTransfers).where(isOpen).orderBy(blockHeight).limit(limit);
}

/** Stores whether the second source confirmed a transfer, if it is still in the block that was asked about. */
export const markWitnessed = writeStatement({}).send<[id: string, blockHash: string | null, witnessed: boolean]>()`
  update chain_transfers set witnessed = $3 where id = $1 and block_hash = $2`;

const maxCandidates = 200;

export type WantedTransfers = {
  coinId: string;
  address: string;
  since: Date;
  /** Only of these amounts, as text: a shared address receives hundreds of others. */
  amounts?: { min: string; max: string };
  txHash: string | null;
  /** Transfers that are wanted whatever their amount and age. */
  ids?: readonly string[];
};

/** Transfers of a coin to an address since a moment, and of one hash to it whatever their coin and age; oldest first. */
export async function listTransfersAt(
  db: Db,
  { coinId, address, since, amounts, txHash, ids = [] }: WantedTransfers,
): Promise<TransferRow[]> {
  const chain = chainOfCoin(coinId);
  if (!chain) return [];
  const { amount, firstSeenAt, id, toAddress } = chainTransfers;
  const isHere = eq(toAddress, address);
  const isNear = amounts && between(amount, amounts.min, amounts.max);
  const isRecent = and(eq(chainTransfers.coinId, coinId), isHere, gte(firstSeenAt, since), isNear);
  const select = () => db.select().from(chainTransfers);
  const recent = await select().where(isRecent).orderBy(asc(firstSeenAt)).limit(maxCandidates);
  const ofHash = and(eq(chainTransfers.chain, chain), eq(chainTransfers.txHash, txHash ?? ''));
  const ofCoin = or(eq(chainTransfers.coinId, coinId), like(chainTransfers.coinId, 'token:%'));
  const isNamed = and(or(ofHash, inArray(id, [...ids])), isHere, ofCoin);
  const isAsked = txHash !== null || ids.length > 0;
  const named = isAsked ? await select().where(isNamed).orderBy(asc(id)).limit(maxCandidates) : [];
  return [...new Map([...named, ...recent].map((row) => [row.id, row])).values()].toSorted(
    (item, other) => item.firstSeenAt.getTime() - other.firstSeenAt.getTime(),
  );
}

/** SQL of whether something took coins of transfer `t`, which is in a block: what is claimed, kept or sent back proves nothing else. */
export const isSpent = `(t.state in ('included', 'final') and t.amount > coalesce((select b.amount from book_accounts n
    join book_balances b on b.account_id = n.id
  where n.kind = 'arrived' and n.subject = t.id::text and n.unit = t.coin_id), 0))`;

const spent = (db: Reads) =>
  db
    .select({ id: chainTransfers.id })
    .from(chainTransfers)
    .leftJoin(
      bookAccounts,
      and(
        eq(bookAccounts.kind, 'arrived'),
        sql`${bookAccounts.subject} = ${chainTransfers.id}::text`,
        eq(bookAccounts.unit, chainTransfers.coinId),
      ),
    )
    .leftJoin(bookBalances, eq(bookBalances.accountId, bookAccounts.id))
    .where(
      and(
        sql`${chainTransfers.id} = any(${sql.placeholder('ids')}::uuid[])`,
        inArray(chainTransfers.state, ['included', 'final']),
        gt(chainTransfers.amount, sql`coalesce(${bookBalances.amount}, 0)`),
      ),
    );

/** Those of these transfers that something took coins of. */
export async function listSpent(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.ask(spent, { ids })).map(({ id }) => id));
}
