import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOneOf, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { bookAccounts, bookBalances, bookEntries } from '#server/features/book/book.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { transferClaims } from './deposits.tables.ts';

/** The transfers in blocks, of its coin, that an order claims, oldest first. */
export const listClaimedInBlocks = rows((db: Reads, { orderId }: Blanks<{ orderId: Id<'order'> }>) =>
  db
    .select({ transferId: chainTransfers.id, coin: chainTransfers.coinId })
    .from(transferClaims)
    .innerJoin(chainTransfers, eq(chainTransfers.id, transferClaims.transferId))
    .innerJoin(orders, eq(orders.id, transferClaims.orderId))
    .where(
      and(
        eq(transferClaims.orderId, orderId),
        isNull(transferClaims.releasedAt),
        inArray(chainTransfers.state, ['included', 'final']),
        eq(chainTransfers.coinId, orders.cryptoId),
        gt(chainTransfers.amount, '0'),
      ),
    )
    .orderBy(chainTransfers.firstSeenAt, chainTransfers.id),
);

const undoneEntry = alias(bookEntries, 'undone');

/** The decided orders of these coins that a member stated the coins of, and whose transfer is in a block by now. */
export const listStatedFor = rows((db: Reads, { coins }: Blanks<{ coins: readonly string[] }>) =>
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
    .leftJoin(undoneEntry, eq(undoneEntry.reversalOf, bookEntries.id))
    .where(and(sql`${bookBalances.amount} <> 0`, isNull(undoneEntry.id), isOneOf(bookAccounts.unit, coins)))
    .orderBy(asc(transferClaims.orderId)),
);
