import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/connection.ts';
import { momentOrNull, now } from '#server/db/fragments.ts';
import {
  exists,
  placeholderValues,
  first,
  one,
  rowOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import {
  addressLeases,
  depositAddresses,
  depositSources,
} from '#server/features/deposit-sources/deposit-sources.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import type { DepositAddress } from '#server/features/wallets/wallets.service.ts';
import { addressInUse } from '#server/features/wallets/wallets.stops.service.ts';
import { depositAddressStops } from '#server/features/wallets/wallets.tables.ts';
import { newId } from '#server/lib/new-id.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, decimal, rateOf, toText, type Amount } from '#shared/kernel/money.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import type { QuoteRules } from '#shared/sell/sell.quote-rules.ts';
import type { SellPrice } from '#shared/sell/sell.rules.ts';
import { sellQuotes } from './sell.tables.ts';

/** A price with its source: a quote or an order copies it. */
export type Terms = SellPrice & { currency: string; rateAt: Date; rateSource: string };

/** A quote as it is written: its owner, where the coins go, and its terms. */
export type NewQuote = {
  userId: Id<'user'>;
  reference: string;
  cryptoId: string;
  amount: Amount<'coin'>;
  terms: Terms;
  deposit: DepositAddress;
  isOwn?: boolean;
  rail?: string | null;
  rules?: QuoteRules | null;
  createdAt: Date;
  expiresAt: Date;
};

/** A locked rate with the address that was shown for it. */
export type Quote = {
  id: Id<'quote'>;
  userId: Id<'user'>;
  reference: string;
  cryptoId: string;
  cryptoName: string;
  cryptoSymbol: string;
  networkHint: string;
  amount: Amount<'coin'>;
  terms: Terms;
  deposit: DepositAddress;
  /** Time at which that address was stopped: from then on no customer is shown it. */
  stoppedAt: Date | null;
  isOwn: boolean;
  leaseId: Id<'addressLease'> | null;
  paymentDetails: PaymentDetails | null;
  rail: string | null;
  rules: QuoteRules | null;
  /** False when the row was not written by the product: its address must not be shown, nor an order made of it. */
  isSigned: boolean;
  stored: QuoteRow;
  createdAt: Date;
  expiresAt: Date;
  reofferedAt: Date | null;
  usedAt: Date | null;
  droppedAt: Date | null;
};

/** A quote, also where a write of one has just returned it: common table expressions have this name. */
export const quote = alias(sellQuotes, 'quote');

/** Time at which the address of a quote was stopped, alone or with its whole source. */
const stoppedAt = sql`coalesce(
  (select ${depositAddressStops.stoppedAt} from ${depositAddressStops}
    where ${depositAddressStops.address} = ${quote.depositAddress}
      and ${depositAddressStops.memo} = coalesce(${quote.depositMemo}, '')),
  (select ${depositSources.stoppedAt} from ${addressLeases}
    join ${depositAddresses} on ${depositAddresses.id} = ${addressLeases.addressId}
    join ${depositSources} on ${depositSources.id} = ${depositAddresses.sourceId}
    where ${addressLeases.id} = ${quote.leaseId}))`;

/** The columns of a quote and its coin. */
export const quoteFields = {
  ...getTableColumns(quote),
  cryptoName: cryptoAssets.name,
  cryptoSymbol: cryptoAssets.symbol,
  networkHint: cryptoAssets.networkHint,
  stoppedAt: stoppedAt.mapWith(momentOrNull),
};
export const isItsCoin = eq(cryptoAssets.id, quote.cryptoId);
/** Select list of quotes, each joined with its coin. */
export const quotes = (db: Reads) => db.select(quoteFields).from(quote).innerJoin(cryptoAssets, isItsCoin);
export type QuoteRow = RowOf<typeof quotes>;

/** Converts a row into a quote with typed amounts. */
export function quoteOf(row: QuoteRow): Quote {
  const { depositAddress: address, depositMemo: memo, depositNetwork: network, depositIsSample: isSample } = row;
  const { currency, rateAt, rateSource } = row;
  const terms: Terms = {
    buyingRate: rateOf('coin', 'payout', row.buyingRate),
    grossAmount: amountOf('payout', row.grossAmount, currency),
    feePercent: decimal(row.feePercent),
    feeAmount: amountOf('payout', row.feeAmount, currency),
    netAmount: amountOf('payout', row.netAmount, currency),
    valueUsd: amountOf('usd', row.valueUsd),
    currency,
    rateAt,
    rateSource,
  };
  const deposit = { address, memo, network, isSample };
  const isSigned = isSignedRow(signedTables.quote, row);
  return { ...row, amount: amountOf('coin', row.amount, row.cryptoId), terms, deposit, isSigned, stored: row };
}

/** Declares the query of one quote, whose row is answered as a quote. */
export function quoteFrom<On, Values>(find: (db: On, values: Values) => Promise<QuoteRow | undefined>) {
  return async (db: On, values: Values): Promise<Quote | undefined> => {
    const row = await find(db, values);
    return row && quoteOf(row);
  };
}

/** Has no lease and no payee until one is named. */
type NewRow = Omit<
  typeof sellQuotes.$inferSelect,
  'leaseId' | 'paymentDetails' | 'reofferedAt' | 'usedAt' | 'droppedAt'
>;

const insertRow = one((db: Drizzle, row: Blanks<NewRow>) => {
  const inserted = db.$with('quote').as(
    db
      .insert(sellQuotes)
      .values(rowOf(sellQuotes, row, 'paymentDetails', 'leaseId', 'reofferedAt', 'usedAt', 'droppedAt'))
      .returning(),
  );
  return db.with(inserted).select(quoteFields).from(inserted).innerJoin(cryptoAssets, isItsCoin);
});

/** Stores a quote and returns it. */
export async function insertQuote(tx: Tx, { terms, deposit, rules, ...quoted }: NewQuote): Promise<Quote> {
  const { currency, rateAt, rateSource } = terms;
  const row = {
    ...quoted,
    id: newId('quote'),
    amount: toText(quoted.amount),
    currency,
    buyingRate: toText(terms.buyingRate),
    grossAmount: toText(terms.grossAmount),
    feePercent: toText(terms.feePercent),
    feeAmount: toText(terms.feeAmount),
    netAmount: toText(terms.netAmount),
    valueUsd: toText(terms.valueUsd),
    depositAddress: deposit.address,
    depositMemo: deposit.memo,
    depositNetwork: deposit.network,
    depositIsSample: deposit.isSample,
    isOwn: quoted.isOwn ?? false,
    rail: quoted.rail ?? null,
  };
  const signature = signRow(signedTables.quote, { ...row, leaseId: null, paymentDetails: null });
  return quoteOf(await insertRow(tx, { ...row, rateAt, rateSource, rules: rules ?? null, signature }));
}

type UserQuote = { userId: Id<'user'>; id: Id<'quote'> };
type UserSince = { userId: Id<'user'>; since: Date };
type QuoteTime = { id: Id<'quote'>; now: Date };

const openQuotes = rows((db: Reads, { userId, since }: Blanks<UserSince>) =>
  quotes(db)
    .where(and(eq(quote.userId, userId), isNull(quote.usedAt), isNull(quote.droppedAt), gt(quote.createdAt, since)))
    .orderBy(desc(quote.createdAt), quote.id)
    .limit(50),
);

/** A user's quotes since a moment that no order was made of, newest first. */
export const listOpenQuotes = async (db: Pick<Db, 'ask'>, values: UserSince): Promise<Quote[]> =>
  (await openQuotes(db, values)).map(quoteOf);

const quoteOfUser = (db: Reads, { userId, id }: Blanks<UserQuote>) =>
  quotes(db).where(and(eq(quote.id, id), eq(quote.userId, userId)));

/** One quote of this user, in any state; undefined for another user's as for none. */
export const findQuote = quoteFrom(first(quoteOfUser));

/** Locks the row until the transaction ends. */
export const lockQuote = quoteFrom(
  first((db: Drizzle, values: Blanks<UserQuote>) => quoteOfUser(db, values).for('update', { of: quote })),
);

const isFree = and(isNull(sellQuotes.usedAt), isNull(sellQuotes.droppedAt));
const freeOfUser = ({ userId, id }: Blanks<UserQuote>) =>
  and(eq(sellQuotes.id, id), eq(sellQuotes.userId, userId), isFree);

/** Uses a quote for an order, which then shows its address; false when another order was first, or it was dropped. */
export const markQuoteUsed = exists((db: Drizzle, { userId, id, now }: Blanks<UserQuote & QuoteTime>) =>
  db
    .update(sellQuotes)
    .set(placeholderValues({ usedAt: now }))
    .where(freeOfUser({ userId, id }))
    .returning({ id: sellQuotes.id, lock: addressInUse(sellQuotes.depositAddress) }),
);

/** Drops a quote; false when it was used or dropped before, or is not this user's. */
export const markQuoteDropped = exists((db: Drizzle, { userId, id, now }: Blanks<UserQuote & QuoteTime>) =>
  db
    .update(sellQuotes)
    .set(placeholderValues({ droppedAt: now }))
    .where(freeOfUser({ userId, id }))
    .returning({ id: sellQuotes.id }),
);

/**
 * Records when the customer was notified that the quote has expired and what the sale is worth now; a used or notified
 * quote stays as it is.
 */
export const markReoffered = sent((db: Drizzle, { id, now }: Blanks<QuoteTime>) =>
  db
    .update(sellQuotes)
    .set(placeholderValues({ reofferedAt: now }))
    .where(and(eq(sellQuotes.id, id), isNull(sellQuotes.reofferedAt), isNull(sellQuotes.usedAt))),
);

/** Removes up to a thousand quotes older than `before` that became no order; false when there was none. */
export const deleteOldQuotes = exists((db: Drizzle, { before }: Blanks<{ before: Date }>) => {
  const watchedLeases = db
    .select()
    .from(addressLeases)
    .where(and(eq(addressLeases.id, quote.leaseId), sql`${addressLeases.watchedUntil} > now()`));
  const staleQuotes = db
    .select({ id: quote.id })
    .from(quote)
    .where(and(isNull(quote.usedAt), lt(quote.createdAt, before), notExists(watchedLeases)))
    .orderBy(quote.createdAt)
    .limit(1000);
  return db.delete(sellQuotes).where(inArray(sellQuotes.id, staleQuotes)).returning({ id: sellQuotes.id });
});

/** Drops all quotes of a user that became no order. */
export const dropQuotesOf = sent((db: Drizzle, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .update(sellQuotes)
    .set({ droppedAt: now })
    .where(and(eq(sellQuotes.userId, userId), isFree)),
);
