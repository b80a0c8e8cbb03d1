import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import type { Reads } from '#server/db/query.ts';
import { bookAccounts, bookBalances, bookEntries } from '#server/features/book/book.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { transferClaims } from './deposits.tables.ts';

const claimedInBlocks = (db: Reads) =>
  db
    .select({ transferId: chainTransfers.id, coin: chainTransfers.coinId })
    .from(transferClaims)
    .innerJoin(chainTransfers, eq(chainTransfers.id, transferClaims.transferId))
    .innerJoin(orders, eq(orders.id, transferClaims.orderId))
    .where(
      and(
        eq(transferClaims.orderId, sql.placeholder('orderId')),
        isNull(transferClaims.releasedAt),
        inArray(chainTransfers.state, ['included', 'final']),
        eq(chainTransfers.coinId, orders.cryptoId),
        gt(chainTransfers.amount, '0'),
      ),
    )
    .orderBy(chainTransfers.firstSeenAt, chainTransfers.id);

/** The transfers in blocks, of its coin, that an order claims, oldest first. */
export const listClaimedInBlocks = (db: Db, orderId: string) => db.ask(claimedInBlocks, { orderId });

const undone = alias(bookEntries, 'undone');
const statedFor = (db: Reads) =>
  db
    .selectDistinct({ orderId: transferClaims.orderId })
    .from(bookBalances)
    .innerJoin(bookAccounts, and(eq(bookAccounts.id, bookBalances.accountId), eq(bookAccounts.kind, 'arrived')))
    .innerJoin(
      transferClaims,
      and(eq(transferClaims.transferId, sql`${bookAccounts.subject}::uuid`), isNull(transferClaims.releasedAt)),
    )
    .innerJoin(
      bookEntries,
      and(
        eq(bookEntries.kind, 'stated'),
        sql`${bookEntries.subject} = ${transferClaims.orderId}::text`,
        isNull(bookEntries.reversalOf),
      ),
    )
    .leftJoin(undone, eq(undone.reversalOf, bookEntries.id))
    .where(
      and(
        sql`${bookBalances.amount} <> 0`,
        isNull(undone.id),
        sql`${bookAccounts.unit} = any(${sql.placeholder('coins')}::text[])`,
      ),
    )
    .orderBy(asc(transferClaims.orderId));

/** The decided orders of these coins that a member stated the coins of, and whose transfer is in a block by now. */
export const listStatedFor = async (db: Db, coins: readonly string[]): Promise<string[]> =>
  (await db.ask(statedFor, { coins })).map(({ orderId }) => orderId);
