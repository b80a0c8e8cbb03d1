import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, bytes, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { users } from '#server/features/users/users.tables.ts';

/** The terms of an offer; amounts and rates as decimal text. */
export type OfferTerms = {
  coinId: string;
  amount: string;
  currency: string;
  spreadPercent: string;
  rate: string;
  gross: string;
  feePercent: string;
  fee: string;
  net: string;
  valueUsd: string;
  rateAt: string;
  rateSource: string;
};

/**
 * Sales that the team proposed. A trigger holds their terms; the signature covers whom they are for and how far they
 * are.
 */
export const offers = pgTable(
  'offers',
  {
    id: idColumn('offer'),
    code: text('code').notNull(),
    /** The customer it was made for; null for anybody with its link. */
    userId: idReference('user', 'user_id').references(() => users.id),
    /** The first customer who took it: from then on it is theirs alone. */
    takenBy: idReference('user', 'taken_by').references(() => users.id),
    terms: jsonb('terms').$type<OfferTerms>().notNull(),
    /** The last quote of its terms; without a key, as quotes that became no order are deleted. */
    quoteId: idReference('quote', 'quote_id'),
    /** The order of a counter sale. */
    orderId: idReference('order', 'order_id').references(() => orders.id),
    /** `offerState` decides by the quote and the clock if it is open or taken. */
    state: text('state', { enum: ['open', 'taken', 'ordered', 'withdrawn'] })
      .notNull()
      .default('open'),
    /** A note that only the team reads. */
    note: text('note'),
    madeBy: belongsTo('made_by', () => users.id),
    createdAt: moment('created_at').notNull().default(now),
    expiresAt: moment('expires_at').notNull(),
    signature: bytes('signature').notNull(),
  },
  (t) => [
    uniqueIndex('offers_code').on(t.code),
    uniqueIndex('offers_quote').on(t.quoteId),
    uniqueIndex('offers_order').on(t.orderId),
    index('offers_newest').on(t.createdAt, t.id),
    // Each filter of the list by state reads one of these; the open and the taken ones are the last by their end.
    index('offers_recent')
      .on(t.expiresAt)
      .where(sql`${t.state} in ('open', 'taken')`),
    index('offers_expired')
      .on(t.createdAt, t.id)
      .where(sql`${t.state} in ('open', 'taken')`),
    index('offers_ordered')
      .on(t.createdAt, t.id)
      .where(sql`${t.state} in ('ordered', 'taken')`),
    index('offers_withdrawn')
      .on(t.createdAt, t.id)
      .where(sql`${t.state} = 'withdrawn'`),
    index('offers_of_user').on(t.userId, t.createdAt),
    index('offers_taken_by').on(t.takenBy, t.createdAt),
    check('offers_state', sql`${t.state} in ('open', 'taken', 'ordered', 'withdrawn')`),
    check('offers_order', sql`${t.orderId} is null or ${t.state} = 'ordered'`),
    check('offers_taken', sql`${t.state} <> 'taken' or (${t.quoteId} is not null and ${t.takenBy} is not null)`),
  ],
);
