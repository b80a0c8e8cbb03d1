import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import type { Reads } from '#server/db/query.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';

const everClaimed = (db: Reads) =>
  db
    .selectDistinct({
      seenAt: chainTransfers.firstSeenAt,
      id: chainTransfers.id,
      amount: chainTransfers.amount,
      state: chainTransfers.state,
    })
    .from(transferClaims)
    .innerJoin(chainTransfers, eq(chainTransfers.id, transferClaims.transferId))
    .where(
      and(
        eq(transferClaims.orderId, sql.placeholder('orderId')),
        eq(chainTransfers.coinId, sql.placeholder('coin')),
        inArray(chainTransfers.state, ['included', 'final']),
      ),
    )
    .orderBy(desc(chainTransfers.firstSeenAt), chainTransfers.id);

/** The transfers in blocks that an order claims or once claimed, newest first. */
export const listEverClaimed = (db: Db, orderId: string, coin: string) => db.ask(everClaimed, { orderId, coin });
