import { and, eq, exists as hasSome, isNull, ne, notInArray, or, sql, type SQLWrapper } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { exists, type Blanks, type Reads } from '#server/db/query.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { depositAddresses, depositSources } from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { depositAddressStops, depositWalletChanges, depositWallets } from '#server/features/wallets/wallets.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { refunds } from './refunds.tables.ts';

/** True if a transfer is on its chain for good. */
export const isFinalTransfer = exists((db: Reads, { transferId }: Blanks<{ transferId: Id<'transfer'> }>) =>
  db
    .select({ id: chainTransfers.id })
    .from(chainTransfers)
    .where(and(eq(chainTransfers.id, transferId), eq(chainTransfers.state, 'final'))),
);

const foundColumn = { found: sql`1`.mapWith(Number).as('found') };

/** True if the product receives, or received, coins at this address, in upper or lower case. */
export const isOwnAddress = exists((db: Reads, { address }: Blanks<{ address: string }>) => {
  const isIt = (column: SQLWrapper) => sql`lower(${column}) = lower(${address})`;
  const { toAddress, fromAddress } = depositWalletChanges;
  return unionAll(
    db.select(foundColumn).from(depositWallets).where(isIt(depositWallets.address)),
    db
      .select(foundColumn)
      .from(depositWalletChanges)
      .where(or(isIt(toAddress), isIt(fromAddress))),
    db.select(foundColumn).from(depositAddressStops).where(isIt(depositAddressStops.address)),
    db.select(foundColumn).from(depositSources).where(isIt(depositSources.address)),
    db.select(foundColumn).from(depositAddresses).where(isIt(depositAddresses.address)),
    db.select(foundColumn).from(orders).where(eq(orders.depositAddress, address)),
  ).limit(1);
});

type Hash = { hash: string; cryptoId: string; refundId: Id<'refund'> };

/** True where a transaction proves a deposit or another refund than this one. */
export const isHashUsed = exists((db: Reads, { hash, cryptoId, refundId }: Blanks<Hash>) => {
  const isIt = (column: SQLWrapper) => sql`lower(${column}) = lower(${hash})`;
  const claims = db
    .select()
    .from(transferClaims)
    .where(and(eq(transferClaims.transferId, chainTransfers.id), isNull(transferClaims.releasedAt)));
  return unionAll(
    db
      .select(foundColumn)
      .from(chainTransfers)
      .where(and(isIt(chainTransfers.txHash), eq(chainTransfers.coinId, cryptoId), hasSome(claims))),
    db
      .select(foundColumn)
      .from(orders)
      .where(
        and(
          isIt(orders.transactionHash),
          eq(orders.cryptoId, cryptoId),
          notInArray(orders.status, [...refusedStatuses]),
        ),
      ),
    db
      .select(foundColumn)
      .from(refunds)
      .where(and(isIt(refunds.txHash), eq(refunds.cryptoId, cryptoId), ne(refunds.id, refundId))),
  ).limit(1);
});
