import { and, asc, count, eq, exists as hasSome, gt, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import {
  placeholderValues,
  first,
  isOneOf,
  one,
  rowOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { sellQuotes } from '#server/features/sell/sell.tables.ts';
import { addressInUse } from '#server/features/wallets/wallets.stops.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import {
  isPaidLease,
  isUsable,
  newestLease,
  restsAsPaid,
  wasTouched,
  wasTouchedSince,
  type NewestLease,
  type RestTime,
} from './deposit-sources.states.queries.ts';
import { addressLeases, depositAddresses, depositSources } from './deposit-sources.tables.ts';

/** Fields of an own address that its signature covers. */
export const addressFields = {
  id: depositAddresses.id,
  sourceId: depositAddresses.sourceId,
  chain: depositAddresses.chain,
  addressIndex: depositAddresses.addressIndex,
  address: depositAddresses.address,
  tag: depositAddresses.tag,
  liveAt: depositAddresses.liveAt,
  signature: depositAddresses.signature,
};
const withNewest = (db: Reads, lease: NewestLease) =>
  db
    .select(addressFields)
    .from(depositAddresses)
    .leftJoinLateral(lease, sql`true`);
export type OwnAddressRow = RowOf<typeof withNewest>;

/** The fields of a quote that its lease stores. */
export type LeaseOf = Pick<
  typeof addressLeases.$inferInsert,
  | 'quoteId'
  | 'userId'
  | 'reference'
  | 'cryptoId'
  | 'amount'
  | 'valueUsd'
  | 'rate'
  | 'expiresAt'
  | 'watchedUntil'
  | 'isKnownCustomer'
>;

/** Query for a free address of a source, except those that were skipped. */
type AddressRequest = { sourceId: Id<'depositSource'>; now: Date; without: readonly string[] };

const isWanted = ({ sourceId, now, without }: Blanks<AddressRequest>) =>
  and(eq(depositAddresses.sourceId, sourceId), isUsable(now), sql`${depositAddresses.id} <> all(${without}::uuid[])`);
const lockOptions = { of: depositAddresses, skipLocked: true } as const;

/** An address of a key and a tag are never given out again once anything arrived. */
const isUnpaidFor = (lease: NewestLease, restTime: RestTime) =>
  sql`case ${depositSources.kind} when 'pool' then not ${restsAsPaid(lease, restTime)}
    else ${depositAddresses.paidAt} is null and not ${wasTouched} end`;

/**
 * Locks an address that this customer had last and that received nothing, resting or not. The address of a quote that
 * the customer dropped and that still runs is first: its lease is open.
 */
export const lockFormer = first(
  (db: Drizzle, blanks: Blanks<AddressRequest & { userId: Id<'user'>; restDays: number }>) => {
    const { userId } = blanks;
    const lease = newestLease(db);
    const formerLeases = db
      .select({ id: addressLeases.addressId })
      .from(addressLeases)
      .where(eq(addressLeases.userId, userId));
    const droppedQuotes = db
      .select()
      .from(sellQuotes)
      .where(and(eq(sellQuotes.id, lease.quoteId), isNotNull(sellQuotes.droppedAt), isNull(sellQuotes.usedAt)));
    const openLeaseId = sql`case when ${lease.endedAt} is null then ${lease.id} end`;
    return db
      .select({ ...addressFields, openLeaseId: openLeaseId.mapWith(textOrNull) })
      .from(depositAddresses)
      .innerJoin(depositSources, eq(depositSources.id, depositAddresses.sourceId))
      .leftJoinLateral(lease, sql`true`)
      .where(
        and(
          inArray(depositAddresses.id, formerLeases),
          isWanted(blanks),
          eq(lease.userId, userId),
          isUnpaidFor(lease, blanks),
          or(isNotNull(lease.endedAt), and(not(wasTouchedSince(lease)), hasSome(droppedQuotes))),
        ),
      )
      .orderBy(sql`${lease.endedAt} is null desc`, depositAddresses.addressIndex)
      .limit(1)
      .for('update', lockOptions);
  },
);

/**
 * An address of a list that any customer may be given: one never given out, else the one whose watch ended first;
 * locked.
 */
export const lockFreeOfList = first((db: Drizzle, blanks: Blanks<AddressRequest & { restDays: number }>) => {
  const lease = newestLease(db);
  const isOver = or(not(lease.isKnownCustomer), lte(lease.watchedUntil, blanks.now), isPaidLease(lease));
  return withNewest(db, lease)
    .where(
      and(
        isWanted(blanks),
        not(restsAsPaid(lease, blanks)),
        or(isNull(lease.id), and(isNotNull(lease.endedAt), isOver)),
      ),
    )
    .orderBy(sql`${lease.watchedUntil} nulls first`, depositAddresses.addressIndex)
    .limit(1)
    .for('update', lockOptions);
});

/**
 * Locks an address of an account key, or a tag, that was given out and received nothing. Its watch has ended; with
 * `isEarly`, the quote of a customer without orders is enough.
 */
export const lockUnpaid = first((db: Drizzle, blanks: Blanks<AddressRequest & { isEarly: boolean }>) => {
  const lease = newestLease(db);
  const isOver = or(
    lte(lease.watchedUntil, blanks.now),
    sql`(${blanks.isEarly}::boolean and not ${lease.isKnownCustomer})`,
  );
  return withNewest(db, lease)
    .where(
      and(
        isWanted(blanks),
        isNull(depositAddresses.paidAt),
        or(and(isNull(lease.id), isNotNull(depositAddresses.restsUntil)), and(isNotNull(lease.endedAt), isOver)),
        not(wasTouched),
      ),
    )
    .orderBy(asc(lease.watchedUntil), depositAddresses.addressIndex)
    .limit(1)
    .for('update', lockOptions);
});

/**
 * The leases that count: those of a customer in a day and now, and how many unpaid ones this customer and all newcomers
 * have of a source. Exact once those that are over were ended, under the source's lock.
 */
export const countHeld = one(
  (
    db: Drizzle,
    { userId, sourceId, since }: Blanks<{ userId: Id<'user'>; sourceId: Id<'depositSource'>; since: Date }>,
  ) => {
    const ofDay = db
      .select({ count: count() })
      .from(addressLeases)
      .where(and(eq(addressLeases.userId, userId), gt(addressLeases.leasedAt, since)));
    const isUnpaid = sql`${depositAddresses.sourceId} = ${sourceId} and not ${isPaidLease(addressLeases)}`;
    const openLeases = db
      .select({
        userId: addressLeases.userId,
        isKnownCustomer: addressLeases.isKnownCustomer,
        isUnpaid: isUnpaid.as('is_unpaid'),
      })
      .from(addressLeases)
      .innerJoin(depositAddresses, eq(depositAddresses.id, addressLeases.addressId))
      .where(
        and(
          isNull(addressLeases.endedAt),
          or(eq(addressLeases.userId, userId), eq(depositAddresses.sourceId, sourceId)),
        ),
      )
      .as('open_lease');
    return db
      .select({
        today: sql`${ofDay}`.mapWith(Number),
        living: sql`count(*) filter (where ${openLeases.userId} = ${userId})`.mapWith(Number),
        ofSource: sql`count(*) filter (where ${openLeases.userId} = ${userId} and ${openLeases.isUnpaid})`.mapWith(
          Number,
        ),
        newcomers: sql`count(*) filter (where not ${openLeases.isKnownCustomer} and ${openLeases.isUnpaid})`.mapWith(
          Number,
        ),
      })
      .from(openLeases);
  },
);

/** Ends the open lease of a quote that its customer dropped, as the customer takes the address again. */
export const endLease = sent((db: Drizzle, { id, now }: Blanks<{ id: Id<'addressLease'>; now: Date }>) =>
  db
    .update(addressLeases)
    .set(placeholderValues({ endedAt: now }))
    .where(and(eq(addressLeases.id, id), isNull(addressLeases.endedAt))),
);

type NewAddressRow = Omit<typeof depositAddresses.$inferSelect, 'checkedAt'>;

const insertAddress = sent((db: Drizzle, row: Blanks<NewAddressRow>) =>
  db.insert(depositAddresses).values(rowOf(depositAddresses, row, 'checkedAt')),
);

type RestDates = { paidAt?: Date; restsUntil?: Date };

/** Adds an address that is leased at once; it is dated if it was paid before or shown to an unknown customer. */
export async function insertIssued(tx: Tx, row: OwnAddressRow, { paidAt, restsUntil }: RestDates = {}): Promise<void> {
  await insertAddress(tx, { ...row, paidAt: paidAt ?? null, restsUntil: restsUntil ?? null });
}

/** Notes that the indexes below this one were given out. */
export const raiseNextIndex = sent(
  (db: Drizzle, { sourceId, nextIndex }: Blanks<{ sourceId: Id<'depositSource'>; nextIndex: number }>) =>
    db
      .update(depositSources)
      .set({ nextIndex: sql`greatest(${depositSources.nextIndex}, ${nextIndex})` })
      .where(eq(depositSources.id, sourceId)),
);

/** Values of a new lease; `address` is that of its row. */
type NewLease = Omit<typeof addressLeases.$inferSelect, 'id' | 'endedAt'> & { address: string };

const addLease = first((db: Drizzle, lease: Blanks<NewLease>) =>
  db
    .insert(addressLeases)
    .values(rowOf(addressLeases, lease, 'id', 'endedAt'))
    .onConflictDoNothing()
    .returning({ id: addressLeases.id, lock: addressInUse(sql`${lease.address}::text`) }),
);

/**
 * Leases an address to a quote; undefined if another quote was faster. A stop of the address waits for this
 * transaction.
 */
export async function insertLease(
  tx: Tx,
  { id, address }: Pick<OwnAddressRow, 'id' | 'address'>,
  { isKnownCustomer = false, ...lease }: LeaseOf,
  now: Date,
): Promise<Id<'addressLease'> | undefined> {
  return (await addLease(tx, { ...lease, isKnownCustomer, addressId: id, address, leasedAt: now }))?.id;
}

/** The addresses among these that ever received a transfer. */
export const listPaid = rows(
  (db: Reads, { chain, addresses }: Blanks<{ chain: ChainName; addresses: readonly string[] }>) =>
    db
      .selectDistinct({ address: chainTransfers.toAddress })
      .from(chainTransfers)
      .where(and(eq(chainTransfers.chain, chain), isOneOf(chainTransfers.toAddress, addresses))),
);
