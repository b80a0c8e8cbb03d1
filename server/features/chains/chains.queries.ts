import {
  and,
  asc,
  between,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  ne,
  notLike,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { ChainTransfer } from '#server/adapters/chains/chain.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import {
  exists,
  placeholderValues,
  isOneOf,
  rows,
  sent,
  textQuery,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import { bookAccounts, bookBalances } from '#server/features/book/book.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toText } from '#shared/kernel/money.ts';
import { chainOfCoin, type ChainName } from '#shared/reference/chains.ts';
import { chainTransfers } from './chains.tables.ts';

export type TransferRow = typeof chainTransfers.$inferSelect;

type ChainValue = { chain: ChainName };

/**
 * Stores transfers and returns the ids of the rows that changed; a known transfer may gain a block, but never loses
 * one here.
 */
export async function upsertTransfers(tx: Tx, chain: ChainName, transfers: readonly ChainTransfer[], now: Date) {
  if (transfers.length === 0) return [];
  const { blockHash, state, firstSeenAt, droppedAt, rateThen } = chainTransfers;
  const changedRows = await tx
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
        // A transfer that was dropped gets a new first sight; every other one has its first sight still.
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
  return changedRows.map(({ id }) => id);
}

/** The transfers among these that are in a block, of coins that are bought. */
export const listInBlocks = rows((db: Reads, { ids }: Blanks<{ ids: readonly Id<'transfer'>[] }>) =>
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
        isOneOf(chainTransfers.id, ids),
        inArray(chainTransfers.state, ['included', 'final']),
        gt(chainTransfers.amount, '0'),
        notLike(chainTransfers.coinId, 'token:%'),
      ),
    )
    .orderBy(chainTransfers.id),
);

/** Price that a coin could be bought at; null if it was too old, or held for review. */
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

type UpToHeight = ChainValue & { height: number };

const markFinalUpTo = rows((db: Drizzle, { chain, height }: Blanks<UpToHeight>) =>
  db
    .update(chainTransfers)
    .set({ state: 'final' })
    .where(
      and(
        eq(chainTransfers.chain, chain),
        eq(chainTransfers.state, 'included'),
        lte(chainTransfers.blockHeight, height),
      ),
    )
    .returning({ id: chainTransfers.id }),
);

/** Marks transfers as final up to a height; returns how many. */
export async function markFinal(tx: Pick<Tx, 'ask'>, upTo: UpToHeight): Promise<number> {
  return (await markFinalUpTo(tx, upTo)).length;
}

/** `hashes` are those that the mempool has. */
type MissingHashes = ChainValue & { hashes: readonly string[]; now: Date };

const isMissing = ({ chain, hashes }: Blanks<MissingHashes>) =>
  and(eq(chainTransfers.chain, chain), sql`${chainTransfers.txHash} <> all(${hashes}::text[])`);

const replaceMissing = rows((db: Drizzle, blanks: Blanks<MissingHashes>) =>
  db
    .update(chainTransfers)
    .set({
      state: 'replaced',
      missingSince: sql`case when ${chainTransfers.reorganisedAt} is null then ${blanks.now}::timestamptz end`,
    })
    .where(and(isMissing(blanks), eq(chainTransfers.state, 'seen')))
    .returning({ id: chainTransfers.id }),
);
const dropMissing = sent((db: Drizzle, blanks: Blanks<MissingHashes>) =>
  db
    .update(chainTransfers)
    .set({ ...placeholderValues({ droppedAt: blanks.now }), missingSince: null })
    .where(
      and(isMissing(blanks), sql`${chainTransfers.missingSince} <= ${blanks.now}::timestamptz - interval '10 minutes'`),
    ),
);

/**
 * Marks the transfers that the mempool no longer has as replaced; returns how many. One that is still missing ten
 * minutes later is dropped and loses its first sight, unless a reorganisation took it from its block.
 */
export async function markReplaced(tx: Tx, missingHashes: MissingHashes): Promise<number> {
  await dropMissing(tx, missingHashes);
  return (await replaceMissing(tx, missingHashes)).length;
}

/** True if any transfer still waits for blocks of a chain. */
export const hasOpenTransfers = exists((db: Reads, { chain }: Blanks<ChainValue>) =>
  db
    .select({ id: chainTransfers.id })
    .from(chainTransfers)
    .where(and(eq(chainTransfers.chain, chain), inArray(chainTransfers.state, ['seen', 'included'])))
    .limit(1),
);

/** The addresses to which transfers wait to be included, or may still be found to wait. */
export const listPendingAddresses = rows((db: Reads, { chain }: Blanks<ChainValue>) =>
  db
    .selectDistinct({ address: chainTransfers.toAddress })
    .from(chainTransfers)
    .where(
      and(
        eq(chainTransfers.chain, chain),
        or(eq(chainTransfers.state, 'seen'), isNotNull(chainTransfers.missingSince)),
      ),
    ),
);

/** Transfers in blocks which the second source was not asked about, oldest first. */
export const listUnwitnessed = rows((db: Reads, { chain, limit }: Blanks<ChainValue & { limit: number }>) =>
  db
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
    .limit(limit),
);

type WitnessResult = Pick<TransferRow, 'id' | 'blockHash'> & { witnessed: boolean };

/** Stores whether the second source confirmed a transfer, if it is still in the block that was asked about. */
export const markWitnessed = sent((db: Drizzle, { id, blockHash, witnessed }: Blanks<WitnessResult>) =>
  db
    .update(chainTransfers)
    .set(placeholderValues({ witnessed }))
    .where(and(eq(chainTransfers.id, id), eq(chainTransfers.blockHash, blockHash))),
);

const maxCandidates = 200;

export type WantedTransfers = {
  coinId: string;
  address: string;
  since: Date;
  /** Only of these amounts, as text: a shared address receives hundreds of others. */
  amounts?: { min: string; max: string };
  txHash: string | null;
  /** Transfers that are included at any amount and age. */
  ids?: readonly Id<'transfer'>[];
};

/**
 * Transfers to an address, oldest first: those of the coin since a moment, and those that a hash or an id names, of the
 * coin or an unknown token and of any age.
 */
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
  const isOfCoin = or(eq(chainTransfers.coinId, coinId), like(chainTransfers.coinId, 'token:%'));
  const isNamed = and(or(ofHash, inArray(id, [...ids])), isHere, isOfCoin);
  const isAsked = txHash !== null || ids.length > 0;
  const namedTransfers = isAsked ? await select().where(isNamed).orderBy(asc(id)).limit(maxCandidates) : [];
  return [...new Map([...namedTransfers, ...recent].map((row) => [row.id, row])).values()].toSorted(
    (a, b) => a.firstSeenAt.getTime() - b.firstSeenAt.getTime(),
  );
}

/** At most `limit` addresses that transfers of a coin ever reached, found by hopping through an index. */
export const listReached = rows(
  textQuery<{ address: string }, { coinId: string; limit: number }>(({ coinId, limit }) => {
    const next = (afterAddress: SQL) => sql`(select min(${chainTransfers.toAddress}) from ${chainTransfers}
      where ${chainTransfers.coinId} = ${coinId} and ${afterAddress})`;
    return sql`with recursive hop as (
        select ${next(sql`true`)} as address
        union all select ${next(sql`${chainTransfers.toAddress} > hop.address`)} from hop where hop.address is not null)
      select address from hop where address is not null limit ${limit}`;
  }),
);

/** True if coins of a transfer that is in a block were taken: a claimed, held or returned one proves nothing else. */
export const isTransferSpent = sql`(${chainTransfers.state} in ('included', 'final')
  and ${chainTransfers.amount} > coalesce((select ${bookBalances.amount} from ${bookAccounts}
    join ${bookBalances} on ${bookBalances.accountId} = ${bookAccounts.id}
    where ${bookAccounts.kind} = 'arrived' and ${bookAccounts.subject} = ${chainTransfers.id}::text
      and ${bookAccounts.unit} = ${chainTransfers.coinId}), 0))`;

const listSpentAmong = rows((db: Reads, { ids }: Blanks<{ ids: readonly Id<'transfer'>[] }>) =>
  db
    .select({ id: chainTransfers.id })
    .from(chainTransfers)
    .where(and(isOneOf(chainTransfers.id, ids), isTransferSpent)),
);

/** Returns the transfers among these whose coins were taken, in whole or in part. */
export async function listSpent(db: Pick<Db, 'ask'>, ids: readonly Id<'transfer'>[]): Promise<Set<string>> {
  return new Set((await listSpentAmong(db, { ids })).map(({ id }) => id));
}
