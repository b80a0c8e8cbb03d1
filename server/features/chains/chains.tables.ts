import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { decimal, idColumn, moment } from '#server/db/column-types.ts';
import { transferStates } from '#shared/chains/chains.transfers.ts';
import { chainNames } from '#shared/reference/chains.ts';

/** The position of each chain's reader, and the state of its source. No height is stored without its hash. */
export const chainCursors = pgTable(
  'chain_cursors',
  {
    chain: text('chain', { enum: chainNames }).primaryKey(),
    /** The newest block that was read; null until the first one. */
    height: integer('height'),
    hash: text('hash'),
    /** Height up to which no block is expected to change. */
    finalizedHeight: integer('finalized_height'),
    finalizedAt: moment('finalized_at'),
    /** The newest block of the source, which may be ahead of the last one read. */
    tipHeight: integer('tip_height'),
    tipAt: moment('tip_at'),
    /** When the chain was last read up to the source's newest block. */
    okAt: moment('ok_at'),
    /** Host of the source; never its user, password, path or key. */
    source: text('source').notNull(),
    lastError: text('last_error'),
    /** Since when the source has failed; null while it answers. */
    failedAt: moment('failed_at'),
    witness: text('witness'),
    /** True if the second source is on the same chain; null until it was asked. */
    witnessAgrees: boolean('witness_agrees'),
    witnessError: text('witness_error'),
  },
  (t) => [
    check('chain_cursors_hash', sql`(${t.height} is null) = (${t.hash} is null)`),
    check('chain_cursors_finalized', sql`(${t.finalizedHeight} is null) = (${t.finalizedAt} is null)`),
  ],
);

/** The newest blocks of each chain, to see when one is replaced: a trigger then takes its transfers out of it. */
export const chainBlocks = pgTable(
  'chain_blocks',
  {
    chain: text('chain', { enum: chainNames }).notNull(),
    height: integer('height').notNull(),
    hash: text('hash').notNull(),
    parentHash: text('parent_hash').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chain, t.height] }), uniqueIndex('chain_blocks_hash').on(t.chain, t.hash)],
);

/**
 * Deposits at addresses of the operator, one row for each output. Coins of contracts other than those bought:
 * `token:…`.
 */
export const chainTransfers = pgTable(
  'chain_transfers',
  {
    id: idColumn('transfer'),
    chain: text('chain', { enum: chainNames }).notNull(),
    txHash: text('tx_hash').notNull(),
    /** -1 of a payment that a contract moved: the hash is then its block's. */
    outIndex: integer('out_index').notNull(),
    coinId: text('coin_id').notNull(),
    toAddress: text('to_address').notNull(),
    toTag: text('to_tag'),
    fromAddresses: text('from_addresses').array().notNull(),
    amount: decimal('amount').notNull(),
    byContract: boolean('by_contract').notNull(),
    blockHeight: integer('block_height'),
    blockHash: text('block_hash'),
    blockAt: moment('block_at'),
    /** For a transfer that was dropped and seen again: when it was seen again. */
    firstSeenAt: moment('first_seen_at').notNull(),
    /** Since when the mempool lacks it; null while the mempool or a block has it, and once it is dropped. */
    missingSince: moment('missing_since'),
    /** Time at which it was dropped: missing in two checks ten minutes apart. A reorganisation drops nothing. */
    droppedAt: moment('dropped_at'),
    /** The buying price of one coin in US dollars when the transfer was first seen; null if no rate was known. */
    rateThen: decimal('rate_then'),
    state: text('state', { enum: transferStates }).notNull(),
    /** True if the second source has the same transfer in the same block; null until it was asked. */
    witnessed: boolean('witnessed'),
    /** When a reorganisation last took its block; stays when another block includes it again. */
    reorganisedAt: moment('reorganised_at'),
    /** True if it had been final before that. */
    wasFinal: boolean('was_final').notNull().default(false),
  },
  (t) => [
    // One transaction may pay twice, and one output may be of several tokens.
    uniqueIndex('chain_transfers_output').on(t.chain, t.txHash, t.outIndex, t.coinId),
    index('chain_transfers_to').on(t.coinId, t.toAddress, t.firstSeenAt),
    index('chain_transfers_address').on(t.toAddress, t.firstSeenAt),
    index('chain_transfers_block').on(t.chain, t.blockHeight),
    index('chain_transfers_open')
      .on(t.chain, t.state)
      .where(sql`${t.state} in ('seen', 'included')`),
    index('chain_transfers_missing')
      .on(t.chain)
      .where(sql`${t.missingSince} is not null`),
    check(
      'chain_transfers_block_whole',
      sql`(${t.blockHeight} is null) = (${t.blockHash} is null) and (${t.blockHeight} is null) = (${t.blockAt} is null)`,
    ),
    check(
      'chain_transfers_state',
      sql`case ${t.state} when 'seen' then ${t.blockHeight} is null when 'replaced' then ${t.blockHeight} is null
          when 'included' then ${t.blockHeight} is not null when 'final' then ${t.blockHeight} is not null
          when 'failed' then true else false end`,
    ),
    check('chain_transfers_amount', sql`${t.amount} >= 0`),
  ],
);

/** Final deposits of each coin; a trigger on the transfers adds them up. */
export const chainArrivals = pgTable('chain_arrivals', {
  coinId: text('coin_id').primaryKey(),
  amount: numeric('amount').notNull(),
});
