import {
  and,
  asc,
  between,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Blanks, Reads } from '#server/db/query.ts';
import { bookEntries } from '#server/features/book/book.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import {
  addressLeases,
  depositAddresses,
  depositSources,
} from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { openStatuses, refusedStatuses } from '#shared/orders/orders.lifecycle.ts';

const transfer = chainTransfers;
const sale = alias(orders, 'sale');

/**
 * The allowed difference between a transfer and a sale that it may belong to: per cent and US dollars less, per cent
 * more.
 */
export type Tolerance = { percent: number; maxUsd: number; overPercent: number };
type ToleranceValues = Blanks<Tolerance>;

/** True if a transfer could be a sale by its amount. */
function fitsSale({ percent, maxUsd, overPercent }: ToleranceValues) {
  const { amount, valueUsd } = sale;
  return sql`${transfer.amount} between ${amount} - least(${amount} * ${percent}::numeric / 100,
      ${amount} * ${maxUsd}::numeric / nullif(${valueUsd}, 0))
    and ${amount} * (1 + ${overPercent}::numeric / 100)`;
}
const namesIt = sql`lower(${sale.transactionHash}) = lower(${transfer.txHash})`;
const isOpen = inArray(sale.status, [...openStatuses]);

/** The address that a transfer arrived at, if it belongs to a deposit source. */
export const ownAddress = (db: Reads) =>
  db
    .select({ id: depositAddresses.id, stoppedAt: depositSources.stoppedAt })
    .from(depositAddresses)
    .innerJoin(depositSources, eq(depositSources.id, depositAddresses.sourceId))
    .where(
      and(
        eq(depositAddresses.chain, transfer.chain),
        eq(depositAddresses.address, transfer.toAddress),
        sql`${depositAddresses.tag} in ('', coalesce(${transfer.toTag}, ''))`,
      ),
    )
    .limit(1)
    .as('own_address');

/** The last lease of an address before a transfer arrived there. */
export const leaseOf = (db: Reads, address: SQLWrapper) =>
  db
    .select({
      id: addressLeases.id,
      reference: addressLeases.reference,
      userId: addressLeases.userId,
      coin: addressLeases.cryptoId,
      quoteId: addressLeases.quoteId,
      endedAt: addressLeases.endedAt,
      watchedUntil: addressLeases.watchedUntil,
    })
    .from(addressLeases)
    .where(and(sql`${addressLeases.addressId} = ${address}`, lte(addressLeases.leasedAt, transfer.firstSeenAt)))
    .orderBy(desc(addressLeases.leasedAt))
    .limit(1)
    .as('lease');

const undoneEntry = alias(bookEntries, 'undone');
/** True if a member stated that the coins of the order had arrived, and no transfer has taken the place of that. */
const isStated = (db: Reads) =>
  exists(
    db
      .select({ id: bookEntries.id })
      .from(bookEntries)
      .leftJoin(undoneEntry, eq(undoneEntry.reversalOf, bookEntries.id))
      .where(
        and(
          eq(bookEntries.kind, 'stated'),
          sql`${bookEntries.subject} = ${sale.id}::text`,
          isNull(bookEntries.reversalOf),
          isNull(undoneEntry.id),
        ),
      ),
  );

/** The order that last claimed a transfer. */
export const claimant = (db: Reads) =>
  db
    .select({
      status: sale.status,
      stage: sale.stage,
      releasedAt: transferClaims.releasedAt,
      isStated: sql`${isStated(db)}`.as('is_stated'),
    })
    .from(transferClaims)
    .innerJoin(sale, eq(sale.id, transferClaims.orderId))
    .where(eq(transferClaims.transferId, transfer.id))
    .orderBy(desc(transferClaims.claimedAt))
    .limit(1)
    .as('claimant');

const atItsAddress = and(
  eq(sale.type, 'sell'),
  eq(sale.cryptoId, transfer.coinId),
  eq(sale.depositAddress, transfer.toAddress),
);

/** The open or unproven sale at a shared address that a transfer may belong to; the transfer waits for its decision. */
export function awaitingSale(db: Reads, address: SQLWrapper, tolerances: ToleranceValues) {
  const unprovenClaims = db
    .select({ id: transferClaims.id })
    .from(transferClaims)
    .where(
      and(eq(transferClaims.orderId, sale.id), isNull(transferClaims.transferId), isNull(transferClaims.releasedAt)),
    );
  return db
    .select({ id: sale.id, reference: sale.reference })
    .from(sale)
    .where(
      and(
        sql`${address} is null`,
        atItsAddress,
        not(inArray(sale.status, [...refusedStatuses])),
        or(
          namesIt,
          and(isOpen, fitsSale(tolerances)),
          and(eq(sale.status, 'completed'), fitsSale(tolerances), exists(unprovenClaims)),
        ),
      ),
    )
    .orderBy(sql`${namesIt} desc nulls last`, sale.createdAt)
    .limit(1)
    .as('awaiting');
}

/** A refused sale at a shared address, from the days of a transfer that may have belonged to it. */
export const refusedSale = (db: Reads, address: SQLWrapper, tolerances: ToleranceValues) =>
  db
    .select({ refusedId: sale.id })
    .from(sale)
    .where(
      and(
        sql`${address} is null`,
        atItsAddress,
        inArray(sale.status, [...refusedStatuses]),
        between(
          sale.createdAt,
          sql`${transfer.firstSeenAt} - interval '7 days'`,
          sql`${transfer.firstSeenAt} + interval '7 days'`,
        ),
        sql`${sale.depositMemo} is not distinct from ${transfer.toTag}`,
        or(namesIt, and(isNull(sale.transactionHash), fitsSale(tolerances))),
      ),
    )
    .limit(1)
    .as('refused');

const customer = alias(users, 'fitting_customer');
/** The open sales of a coin without a transfer that one fits best, those of the address's customer first. */
export const fittingSale = (db: Reads, leaseUserId: SQLWrapper, tolerances: ToleranceValues) =>
  db
    .select({
      orderId: sale.id,
      reference: sale.reference,
      amount: sql`trim_scale(${sale.amount})`.as('amount'),
      createdAt: sql`to_char(${sale.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('fitting_at'),
      userId: sale.userId,
      userName:
        sql`case when ${customer.id} is not null then concat_ws(' ', ${customer.firstName}, ${customer.lastName}) end`.as(
          'fitting_name',
        ),
    })
    .from(sale)
    .leftJoin(customer, eq(customer.id, sale.userId))
    .where(
      and(
        eq(sale.type, 'sell'),
        isOpen,
        eq(sale.cryptoId, transfer.coinId),
        fitsSale(tolerances),
        not(
          exists(
            db
              .select({ id: transferClaims.id })
              .from(transferClaims)
              .where(
                and(
                  eq(transferClaims.orderId, sale.id),
                  isNotNull(transferClaims.transferId),
                  isNull(transferClaims.releasedAt),
                ),
              ),
          ),
        ),
      ),
    )
    .orderBy(
      sql`${sale.userId} = ${leaseUserId} desc nulls last`,
      sql`abs(${sale.amount} - ${transfer.amount})`,
      asc(sale.createdAt),
    )
    .limit(5)
    .as('fitting');
