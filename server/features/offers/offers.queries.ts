import { and, asc, count, desc, eq, getTableColumns, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/connection.ts';
import { momentOrNull, sqlList, textOrNull } from '#server/db/fragments.ts';
import { isNamed, type Search } from '#server/db/like.ts';
import { first, one, rowOf, rows, sent, type Blanks, type Drizzle, type Reads, type RowOf } from '#server/db/query.ts';
import { recordsOf, type UserId } from '#server/db/records.ts';
import { signChanged, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { approvals } from '#server/features/approvals/approvals.tables.ts';
import { files } from '#server/features/files/files.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { sellQuotes } from '#server/features/sell/sell.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { newId } from '#server/lib/new-id.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { recordOf } from '#shared/kernel/records.ts';
import { offerStates, type OfferState, type OffersQuery } from '#shared/offers/offers.contract.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { offers, type OfferTerms } from './offers.tables.ts';

export type { OfferTerms } from './offers.tables.ts';

type ById = Blanks<{ id: Id<'offer'> }>;

const maker = alias(users, 'maker');
const customer = alias(users, 'customer');
const offerQuote = alias(sellQuotes, 'quoted');
const orderOfQuote = alias(orders, 'order_of_quote');
const counter = alias(orders, 'counter_order');

/** The state of this moment by the clock of the database: a quote that ended gives the offer back while it lasts. */
const offerState = sql`case
  when ${offers.state} in ('withdrawn', 'ordered') then ${offers.state}
  when ${offerQuote.usedAt} is not null then 'ordered'
  when ${offers.state} = 'taken' and ${offerQuote.droppedAt} is null and ${offerQuote.expiresAt} > now() then 'taken'
  when ${offers.expiresAt} <= now() then 'expired'
  else 'open' end`;

const userId = sql`coalesce(${offers.userId}, ${offers.takenBy})`;
const selectOffers = (db: Reads) =>
  db
    .select({
      ...getTableColumns(offers),
      // The expression returns only these states.
      currentState: sql`${offerState}`.mapWith(String as (state: OfferState) => OfferState).as('current_state'),
      coinName: cryptoAssets.name,
      coinSymbol: cryptoAssets.symbol,
      coinNetwork: cryptoAssets.network,
      coinColor: cryptoAssets.color,
      customerId: sql`${userId}`.mapWith(textOrNull).as('customer_id'),
      customerName:
        sql`case when ${customer.id} is null then null else concat_ws(' ', ${customer.firstName}, ${customer.lastName}) end`
          .mapWith(textOrNull)
          .as('customer_name'),
      customerEmail: sql`${customer.email}`.mapWith(textOrNull).as('customer_email'),
      customerLanguage: sql`${customer.language}`.mapWith(textOrNull).as('customer_language'),
      customerCountry: sql`${customer.country}`.mapWith(textOrNull).as('customer_country'),
      makerName: sql`concat_ws(' ', ${maker.firstName}, ${maker.lastName})`.mapWith(String).as('maker_name'),
      quoteExpiresAt: sql`${offerQuote.expiresAt}`.mapWith(momentOrNull).as('quote_expires_at'),
      orderOf: sql`coalesce(${offers.orderId}, ${orderOfQuote.id})`.mapWith(textOrNull).as('order_of'),
      orderReference: sql`coalesce(${counter.reference}, ${orderOfQuote.reference})`
        .mapWith(textOrNull)
        .as('order_reference'),
    })
    .from(offers)
    .innerJoin(cryptoAssets, sql`${cryptoAssets.id} = ${offers.terms}->>'coinId'`)
    .innerJoin(maker, eq(maker.id, offers.madeBy))
    .leftJoin(customer, sql`${customer.id} = ${userId}`)
    .leftJoin(offerQuote, eq(offerQuote.id, offers.quoteId))
    .leftJoin(orderOfQuote, eq(orderOfQuote.quoteId, offers.quoteId))
    .leftJoin(counter, eq(counter.id, offers.orderId));
export type OfferRow = RowOf<typeof selectOffers>;

const byId = (db: Reads, { id }: ById) => selectOffers(db).where(eq(offers.id, id));

/** One offer as it is now. */
export const findOffer = first(byId);

/** The offer, locked until the transaction ends. Its customer's row is locked before it. */
export const lockOffer = first((db: Drizzle, blanks: ById) => byId(db, blanks).for('update', { of: offers }));

/** The offer behind a link. */
export const findOfferByCode = first((db: Reads, { code }: Blanks<{ code: string }>) =>
  selectOffers(db).where(eq(offers.code, code)),
);

const insertRow = sent((db: Drizzle, offer: Blanks<typeof offers.$inferSelect>) =>
  db.insert(offers).values(rowOf(offers, offer)),
);

type NewOffer = {
  code: string;
  userId: Id<'user'> | null;
  terms: OfferTerms;
  note: string | null;
  madeBy: Id<'user'>;
  createdAt: Date;
  expiresAt: Date;
};

/** Writes a new offer, open and signed; returns its id. */
export async function insertOffer(tx: Tx, newOffer: NewOffer): Promise<Id<'offer'>> {
  const row = { ...newOffer, id: newId('offer'), takenBy: null, quoteId: null, orderId: null, state: 'open' as const };
  await insertRow(tx, { ...row, signature: signRow(signedTables.offer, row) });
  return row.id;
}

type OfferChange = Partial<Pick<OfferRow, 'state' | 'takenBy' | 'quoteId' | 'orderId' | 'note'>>;

/** Changes an offer that was read under its lock, and signs it again. */
export async function writeOffer(tx: Tx, offer: OfferRow, offerChange: OfferChange): Promise<void> {
  const signature = signChanged(signedTables.offer, offer, offerChange) ?? offer.signature;
  await tx
    .update(offers)
    .set({ ...offerChange, signature })
    .where(eq(offers.id, offer.id));
}

type Filter = Search & { amount: string | null };

/** The offers that are asked for; a search finds no more than its reader is shown. */
const matchesFilter = ({ pattern, patterns, amount }: Blanks<Filter>) => sql`
  (${pattern}::text is null
    or coalesce(${counter.reference}, ${orderOfQuote.reference}) ilike ${pattern}
    or ${isNamed(customer.searchText, patterns)}
    or (${offers.terms}->>'amount')::numeric = ${amount}::numeric
    or (${offers.terms}->>'net')::numeric = ${amount}::numeric)`;

const isStored = (...states: readonly OfferRow['state'][]) => sql`${offers.state} in (${sql.raw(sqlList(states))})`;
/** Few, however many are over: the quote of an offer begins before the offer is over, and lasts less than a day. */
const isRecent = sql`(${isStored('open', 'taken')} and ${offers.expiresAt} > now() - interval '1 day')`;
/** The stored offers that can have each state now: an index has those of each, so that none reads all offers. */
const ranges: Record<OfferState, SQL> = {
  open: isRecent,
  taken: isRecent,
  ordered: isStored('ordered', 'taken'),
  withdrawn: sql`${offers.state} = 'withdrawn'`,
  expired: isStored('open', 'taken'),
};
/**
 * The condition excludes the other states: the database expects few rows where an expression equals a value, and would
 * read all offers for a page of them.
 */
const isNow = (...states: readonly OfferState[]) => {
  const otherStates = offerStates.filter((state) => !states.includes(state));
  return sql`${offerState} not in (${sql.raw(sqlList(otherStates))})`;
};

type Range = { limit: number; offset: number };
const pageBy = (inOrder: typeof asc, condition?: SQL) =>
  rows((db: Reads, blanks: Blanks<Filter & Range>) =>
    selectOffers(db)
      .where(and(condition, matchesFilter(blanks)))
      .orderBy(inOrder(offers.createdAt), inOrder(offers.id))
      .limit(blanks.limit)
      .offset(blanks.offset),
  );
const countOf = (condition?: SQL) =>
  one((db: Reads, blanks: Blanks<Filter>) => {
    const countedOffers = selectOffers(db)
      .where(and(condition, matchesFilter(blanks)))
      .limit(maxCounted)
      .as('counted');
    return db.select({ total: count() }).from(countedOffers);
  });
const listOf = (condition?: SQL) => {
  const newest = pageBy(desc, condition);
  return { newest, oldest: pageBy(asc, condition), open: newest, count: countOf(condition) };
};

/**
 * Open offers, then those whose customer has locked the rate, then the ones that are over. The first two are few and
 * found by an index; those that are over are read newest first, no further than the page, whose end is `rowLimit`.
 */
const openFirst = rows((db: Reads, blanks: Blanks<Filter & Range & { reach: number }>) => {
  const liveOffers = selectOffers(db).where(and(isRecent, isNow('open', 'taken'), matchesFilter(blanks)));
  const endedOffers = selectOffers(db)
    .where(and(isNow('ordered', 'withdrawn', 'expired'), matchesFilter(blanks)))
    .orderBy(desc(offers.createdAt), desc(offers.id))
    .limit(blanks.reach);
  const page = unionAll(liveOffers, endedOffers).as('page');
  return db
    .select()
    .from(page)
    .orderBy(
      sql`case ${page.currentState} when 'open' then 0 when 'taken' then 1 else 2 end`,
      desc(page.createdAt),
      desc(page.id),
    )
    .limit(blanks.limit)
    .offset(blanks.offset);
});

const allOffers = { ...listOf(), open: openFirst };
const ofStates = recordOf(offerStates, (state) => listOf(and(ranges[state], isNow(state))));

/** A page of offers with how many there are. */
export async function listOffers(
  db: Pick<Db, 'ask'>,
  { sort, state, ...filter }: Filter & Pick<OffersQuery, 'sort'> & { state: OfferState | null },
  range: Range,
): Promise<{ rows: OfferRow[]; total: number }> {
  const list = state === null ? allOffers : ofStates[state];
  const rowLimit = range.limit + range.offset;
  const [offerRows, { total }] = await Promise.all([
    list[sort](db, { ...filter, ...range, reach: rowLimit }),
    list.count(db, filter),
  ]);
  return { rows: offerRows, total };
}

/** The offers for a customer, and those that they took, locked until the transaction ends. */
export const lockOffersOf = rows((db: Drizzle, { userId: id }: Blanks<UserId>) =>
  selectOffers(db)
    .where(or(eq(offers.userId, id), eq(offers.takenBy, id)))
    .for('update', { of: offers }),
);

/** The offers made for a user and those that they took, for their data export. */
export const exportOffersPersonalData = recordsOf((db: Reads, { userId: id }: Blanks<UserId>) =>
  db
    .select({
      records: sql`coalesce(json_agg(json_build_object('coin', ${offers.terms}->>'coinId',
        'amount', ${offers.terms}->>'amount', 'currency', ${offers.terms}->>'currency',
        'rate', ${offers.terms}->>'rate', 'payout', ${offers.terms}->>'net', 'state', ${offers.state},
        'note', ${offers.note}, 'createdAt', ${offers.createdAt}, 'expiresAt', ${offers.expiresAt})
        order by ${offers.createdAt}), '[]'::json)`,
    })
    .from(offers)
    .where(or(eq(offers.userId, id), eq(offers.takenBy, id))),
);

/** Pictures of counter sales whose request is decided, and that belong to no order. */
export const listUnusedPictures = rows((db: Reads) =>
  db
    .select({ id: files.id })
    .from(approvals)
    .innerJoin(files, eq(files.id, sql`(${approvals.input} #>> '{body,proofId}')::uuid`))
    .where(
      and(
        eq(approvals.kind, 'offer'),
        ne(approvals.state, 'open'),
        eq(files.purpose, 'payment_proof'),
        isNull(files.orderId),
      ),
    ),
);
