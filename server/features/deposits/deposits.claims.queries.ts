import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import type { Reads } from '#server/db/query.ts';
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
