import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import { isNamed, type Search } from '#server/db/like.ts';
import {
  placeholderValues,
  first,
  isOneOf,
  one,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { recordsOf, type UserId } from '#server/db/records.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { addressLeases, depositAddresses } from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf } from '#shared/kernel/money.ts';
import type { RefundState } from '#shared/orders/orders.refund.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import type { RefundsQuery } from '#shared/refunds/refunds.contract.ts';
import { refundValueOf } from '#shared/refunds/refunds.rules.ts';
import { refunds } from './refunds.tables.ts';

type ById = Blanks<{ id: Id<'refund'> }>;

const sameTarget = alias(refunds, 'same_target');
const otherUser = alias(users, 'other_user');
/** True where a blocked customer named the same address and tag; null where no other customer did. */
const countBlockedOthers = (db: Reads) =>
  db
    .select({ isBlocked: sql`bool_or(${otherUser.status} = 'blocked')` })
    .from(sameTarget)
    .innerJoin(otherUser, eq(otherUser.id, sameTarget.userId))
    .where(
      and(
        eq(sameTarget.address, refunds.address),
        sql`${sameTarget.tag} is not distinct from ${refunds.tag}`,
        ne(sameTarget.userId, refunds.userId),
      ),
    );

/** The customer who was last given the address before the coins arrived. */
const leaseOwner = (db: Reads) =>
  db
    .select({ userId: addressLeases.userId })
    .from(chainTransfers)
    .innerJoin(
      depositAddresses,
      and(
        eq(depositAddresses.chain, chainTransfers.chain),
        eq(depositAddresses.address, chainTransfers.toAddress),
        sql`${depositAddresses.tag} in ('', coalesce(${chainTransfers.toTag}, ''))`,
      ),
    )
    .innerJoin(
      addressLeases,
      and(eq(addressLeases.addressId, depositAddresses.id), lte(addressLeases.leasedAt, chainTransfers.firstSeenAt)),
    )
    .where(eq(chainTransfers.id, refunds.transferId))
    .orderBy(desc(addressLeases.leasedAt))
    .limit(1);

const selectRefunds = (db: Reads) =>
  db
    .select({
      ...getTableColumns(refunds),
      firstName: users.firstName,
      email: users.email,
      language: users.language,
      userName: sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`.mapWith(String).as('user_name'),
      reference: orders.reference,
      orderStatus: orders.status,
      symbol: cryptoAssets.symbol,
      sharesWithBlocked: sql`${countBlockedOthers(db)}`.mapWith(booleanOrNull).as('shares_with_blocked'),
      leaseUserId: sql`${leaseOwner(db)}`.mapWith(textOrNull).as('lease_user_id'),
    })
    .from(refunds)
    .innerJoin(users, eq(users.id, refunds.userId))
    .innerJoin(cryptoAssets, eq(cryptoAssets.id, refunds.cryptoId))
    .leftJoin(orders, eq(orders.id, refunds.orderId));

/** A refund; with a state it is one that a move from there takes. */
export type RefundRow<State extends RefundState = RefundState> = RowOf<typeof selectRefunds> & { state: State };

/** Drizzle passes null on without asking the mapper. */
function booleanOrNull(isFound: boolean | null): boolean | null {
  return isFound;
}

type InsertedColumns = Pick<
  typeof refunds.$inferSelect,
  | 'id'
  | 'orderId'
  | 'transferId'
  | 'userId'
  | 'cryptoId'
  | 'amount'
  | 'reason'
  | 'dueAt'
  | 'dueBy'
  | 'feeBy'
  | 'valueUsd'
  | 'signature'
>;
const insert = sent((db: Drizzle, refund: Blanks<InsertedColumns>) =>
  db.insert(refunds).values({
    id: refund.id,
    orderId: refund.orderId,
    transferId: refund.transferId,
    userId: refund.userId,
    cryptoId: refund.cryptoId,
    amount: refund.amount,
    state: 'due',
    version: 1,
    reason: refund.reason,
    dueAt: refund.dueAt,
    dueBy: refund.dueBy,
    feeBy: refund.feeBy,
    valueUsd: refund.valueUsd,
    signature: refund.signature,
  }),
);

const pricesOf = one((db: Reads, { orderId, cryptoId }: Blanks<Pick<InsertedColumns, 'orderId' | 'cryptoId'>>) =>
  db
    .select({ priceUsd: cryptoAssets.priceUsd, orderAmount: orders.amount, orderValueUsd: orders.valueUsd })
    .from(cryptoAssets)
    .leftJoin(orders, eq(orders.id, orderId))
    .where(eq(cryptoAssets.id, cryptoId)),
);

export type NewRefund = Omit<InsertedColumns, 'valueUsd' | 'signature'>;

/** Writes a refund that is due, with its value. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  const emptyFields = { networkFee: null, address: null, tag: null, txHash: null, state: 'due', version: 1 } as const;
  const signature = signRow(signedTables.refund, { ...refund, ...emptyFields });
  const { amount, cryptoId } = refund;
  const valueUsd = refundValueOf(amountOf('coin', amount, cryptoId), await pricesOf(tx, refund));
  await insert(tx, { ...refund, valueUsd, signature });
}

const refundById = (db: Reads, { id }: ById) => selectRefunds(db).where(eq(refunds.id, id));

export const findRefund = first(refundById);

/** Locks a refund for this transaction. */
export const lockRefund = first((db: Drizzle, blanks: ById) => refundById(db, blanks).for('update', { of: refunds }));

export type RefundChange = Partial<
  Pick<
    RefundRow,
    'state' | 'address' | 'tag' | 'addressSetAt' | 'txHash' | 'networkFee' | 'finding' | 'seenHeight' | 'searchedHeight'
  > &
    Pick<RefundRow, 'approvedAt' | 'approvedBy' | 'sentAt' | 'sentBy' | 'confirmedAt' | 'cancelledAt' | 'cancelledBy'>
>;

/** Changes a refund that was read under its lock, signs it again, and returns it in its new version. */
export async function writeRefund(tx: Tx, refund: RefundRow, refundChange: RefundChange): Promise<RefundRow> {
  const after = { ...refund, ...refundChange, version: refund.version + 1 };
  const signature = signRow(signedTables.refund, after);
  const { id, version } = refund;
  const [row] = await tx
    .update(refunds)
    .set({ ...refundChange, version: after.version, signature })
    .where(and(eq(refunds.id, id), eq(refunds.version, version)))
    .returning({ id: refunds.id });
  if (!row) throw new Error('A refund under its lock changed its version.');
  return { ...after, signature };
}

/** Notes that the customer of a refund that is due is asked for an address again; its version stays. */
export const setAskedAgain = sent((db: Drizzle, { id, now }: Blanks<{ id: Id<'refund'>; now: Date }>) =>
  db
    .update(refunds)
    .set(placeholderValues({ askedAgainAt: now }))
    .where(and(eq(refunds.id, id), eq(refunds.state, 'due'))),
);

/** Records how far the chain was searched; the refund does not change. */
export const setSearched = sent((db: Drizzle, { id, height }: Blanks<{ id: Id<'refund'>; height: number | null }>) =>
  db
    .update(refunds)
    .set(placeholderValues({ searchedHeight: height }))
    .where(and(eq(refunds.id, id), inArray(refunds.state, ['sent', 'confirmed']))),
);

/** The newest refunds of a customer. */
export const listOwnRefunds = rows((db: Reads, { userId }: Blanks<UserId>) =>
  selectRefunds(db).where(eq(refunds.userId, userId)).orderBy(desc(refunds.dueAt), asc(refunds.id)).limit(200),
);

/** The refunds of an order, newest first. */
export const selectRefundsOf = rows((db: Reads, { orderId }: Blanks<{ orderId: Id<'order'> }>) =>
  selectRefunds(db).where(eq(refunds.orderId, orderId)).orderBy(desc(refunds.dueAt), asc(refunds.id)).limit(50),
);

/** Steps that a member can take for refunds; null where all refunds are asked for. */
export type RefundWork = { readerId: Id<'user'>; approves: boolean; sends: boolean };
type Filter = Search & { state: RefundsQuery['state'] | null } & {
  [Name in keyof RefundWork]: RefundWork[Name] | null;
};

/** The refunds that are asked for; a search finds no more than its reader is shown. */
const matchesFilter = ({ state, pattern, patterns, seesAccounts, readerId, approves, sends }: Blanks<Filter>) => sql`
  (${state}::text is null or ${refunds.state} = ${state}
    or (${state} = 'open' and ${refunds.state} in ('due', 'approved', 'sent')))
  and (${readerId}::uuid is null or (${refunds.userId} <> ${readerId} and (
    (${approves}::boolean and ${refunds.state} = 'due' and ${refunds.address} is not null)
    or (${sends}::boolean and ${refunds.state} = 'approved'))))
  and (${pattern}::text is null or ${orders.reference} ilike ${pattern} or ${refunds.txHash} ilike ${pattern}
    or ${isNamed(users.searchText, patterns)}
    or (${seesAccounts}::boolean and ${refunds.address} ilike ${pattern}))`;

/** Sorts refunds with an open step of the team first, and finished ones last. */
const nextFirst = sql`case ${refunds.state} when 'due' then 0 when 'approved' then 1 when 'sent' then 2 else 3 end`;
type Range = { limit: number; offset: number };
const pageBy = (inOrder: typeof asc) =>
  rows((db: Reads, blanks: Blanks<Filter & Range>) =>
    selectRefunds(db)
      .where(matchesFilter(blanks))
      .orderBy(nextFirst, inOrder(refunds.dueAt), asc(refunds.id))
      .limit(blanks.limit)
      .offset(blanks.offset),
  );
const pages = { newest: pageBy(desc), oldest: pageBy(asc) };

const countOf = one((db: Reads, blanks: Blanks<Filter>) =>
  db.select({ total: count() }).from(selectRefunds(db).where(matchesFilter(blanks)).limit(maxCounted).as('counted')),
);

/** A page of refunds with the total: due ones first, finished ones last. */
export async function listRefunds(
  db: Pick<Db, 'ask'>,
  {
    state = null,
    sort,
    work,
    ...search
  }: Pick<RefundsQuery, 'sort'> & Search & { state?: RefundsQuery['state'] | null; work?: RefundWork | undefined },
  range: Range,
): Promise<{ rows: RefundRow[]; total: number }> {
  const filter = { ...search, state, ...(work ?? { readerId: null, approves: null, sends: null }) };
  const [refundRows, { total }] = await Promise.all([pages[sort](db, { ...filter, ...range }), countOf(db, filter)]);
  return { rows: refundRows, total };
}

type UnconfirmedFilter = { coinIds: readonly string[]; since: Date };

/** The refunds of these coins that their chain has to confirm, and those lately confirmed, which it could take back. */
export const listToRead = rows((db: Reads, { coinIds, since }: Blanks<UnconfirmedFilter>) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        isOneOf(refunds.cryptoId, coinIds),
        or(eq(refunds.state, 'sent'), and(eq(refunds.state, 'confirmed'), gt(refunds.confirmedAt, since))),
      ),
    )
    .orderBy(asc(refunds.sentAt))
    .limit(200),
);

/** The refund of an own order whose address its customer names. */
export const findRefundOf = first((db: Reads, { orderId, userId }: Blanks<UserId & { orderId: Id<'order'> }>) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.userId, userId), ne(refunds.state, 'cancelled')))
    .orderBy(sql`${refunds.state} in ('due', 'approved') desc`, desc(refunds.dueAt), asc(refunds.id))
    .limit(1),
);

/** A customer's refunds, for the data export. */
export const exportRefundsPersonalData = recordsOf((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select({
      records: sql`coalesce(json_agg(json_build_object('state', ${refunds.state}, 'coin', ${refunds.cryptoId},
        'amount', ${refunds.amount}::text, 'address', ${refunds.address}, 'tag', ${refunds.tag},
        'transaction', ${refunds.txHash}, 'dueAt', ${refunds.dueAt}, 'sentAt', ${refunds.sentAt},
        'confirmedAt', ${refunds.confirmedAt}) order by ${refunds.dueAt}), '[]'::json)`,
    })
    .from(refunds)
    .where(eq(refunds.userId, userId)),
);
