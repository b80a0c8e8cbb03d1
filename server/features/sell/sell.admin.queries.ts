import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { isNamed } from '#server/db/like.ts';
import { first, one, rows, sent, type Blanks, type Drizzle, type Reads, type RowOf } from '#server/db/query.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { idempotencyKeys } from '#server/http/guards/idempotency.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { isItsCoin, quote, quoteFields, quoteOf, type Quote } from './sell.queries.ts';

const isItsUser = eq(users.id, quote.userId);
const ownedQuotes = (db: Reads) =>
  db
    .select({
      ...quoteFields,
      userEmail: users.email,
      userName: sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`.mapWith(String),
    })
    .from(quote)
    .innerJoin(cryptoAssets, isItsCoin)
    .innerJoin(users, isItsUser);

export type OwnedQuote = { quote: Quote; userEmail: string | null; userName: string };

function ownedQuote({ userEmail, userName, ...row }: RowOf<typeof ownedQuotes>): OwnedQuote {
  return { quote: quoteOf(row), userEmail, userName };
}

export type QuoteFilter = {
  since: Date;
  /** A LIKE pattern in lower case; null to list all. */
  pattern: string | null;
  /** The amount in the search; null if it contains none. */
  amount: string | null;
  /** For who is asked: a part of what the reader is not shown does not match. */
  userPatterns: readonly string[];
};

/** Open quotes are few: one of each customer who is about to send coins. */
const isListed = ({ since, pattern, amount, userPatterns }: Blanks<QuoteFilter>): SQL | undefined =>
  and(
    isNull(quote.usedAt),
    isNull(quote.droppedAt),
    gt(quote.createdAt, since),
    sql`(${pattern}::text is null or lower(concat_ws(' ', ${quote.reference}, ${quote.depositAddress})) like ${pattern}
      or ${isNamed(users.searchText, userPatterns)}
      or ${quote.amount} = ${amount}::numeric or ${quote.netAmount} = ${amount}::numeric)`,
  );

type Page = { limit: number; offset: number };

const listedQuotes = (order: typeof asc) =>
  rows((db: Reads, blanks: Blanks<QuoteFilter & Page>) =>
    ownedQuotes(db)
      .where(isListed(blanks))
      .orderBy(order(quote.createdAt), order(quote.id))
      .limit(blanks.limit)
      .offset(blanks.offset),
  );
const lists = { newest: listedQuotes(desc), oldest: listedQuotes(asc) };

/** A page of all customers' open quotes with their customers, the newest or the oldest first. */
export async function listAllOpenQuotes(
  db: Pick<Db, 'ask'>,
  sort: keyof typeof lists,
  page: QuoteFilter & Page,
): Promise<OwnedQuote[]> {
  return (await lists[sort](db, page)).map(ownedQuote);
}

export const countAllOpenQuotes = one((db: Reads, filter: Blanks<QuoteFilter>) =>
  db.select({ total: count() }).from(quote).innerJoin(users, isItsUser).where(isListed(filter)),
);

/** Sums of the listed quotes by coin; amounts as exact text. */
export const sumByCoin = rows((db: Reads, filter: Blanks<QuoteFilter>) =>
  db
    .select({
      cryptoId: quote.cryptoId,
      symbol: cryptoAssets.symbol,
      count: count(),
      amount: sql`sum(${quote.amount})`.mapWith(String),
    })
    .from(quote)
    .innerJoin(cryptoAssets, isItsCoin)
    .innerJoin(users, isItsUser)
    .where(isListed(filter))
    .groupBy(quote.cryptoId, cryptoAssets.symbol)
    .orderBy(cryptoAssets.symbol, quote.cryptoId),
);

/** Sums of their payouts by currency. */
export const sumByCurrency = rows((db: Reads, filter: Blanks<QuoteFilter>) =>
  db
    .select({
      currency: quote.currency,
      count: count(),
      netAmount: sql`sum(${quote.netAmount})`.mapWith(String),
    })
    .from(quote)
    .innerJoin(users, isItsUser)
    .where(isListed(filter))
    .groupBy(quote.currency)
    .orderBy(quote.currency),
);

const ownedById = first((db: Reads, { id }: Blanks<{ id: Id<'quote'> }>) => ownedQuotes(db).where(eq(quote.id, id)));

/** One quote with its customer, in any state. */
export async function findAnyQuote(db: Pick<Db, 'ask'>, quoteId: { id: Id<'quote'> }): Promise<OwnedQuote | undefined> {
  const row = await ownedById(db, quoteId);
  return row && ownedQuote(row);
}

/** An address with its memo, which is empty where the chain has none. */
export type StoppedAddress = { address: string; memo: string };

/** The open quotes since a moment that show the address, with their customers: coins may be on their way for each. */
export const listQuotesAt = rows((db: Reads, { address, memo, since }: Blanks<StoppedAddress & { since: Date }>) =>
  db
    .select({
      id: quote.id,
      userId: quote.userId,
      reference: quote.reference,
      /** An erased customer has none, and no open quote either. */
      email: sql`${users.email}`.mapWith(String),
      firstName: users.firstName,
      language: users.language,
    })
    .from(quote)
    .innerJoin(users, isItsUser)
    .where(
      and(
        eq(quote.depositAddress, address),
        eq(sql`coalesce(${quote.depositMemo}, '')`, memo),
        isNull(quote.usedAt),
        isNull(quote.droppedAt),
        gt(quote.createdAt, since),
        isNotNull(users.email),
      ),
    )
    .orderBy(quote.createdAt, quote.id),
);

const { answer } = idempotencyKeys;
const deposit = sql`(${answer}::jsonb -> 'deposit')`;
/** Takes the address out of stored answers, which a repeated request would be given again. */
export const redactAnswers = sent(
  (db: Drizzle, { address, memo, stoppedAt }: Blanks<StoppedAddress & { stoppedAt: string }>) => {
    const noAddress = sql`jsonb_build_object('address', '', 'memo', null, 'stoppedAt', ${stoppedAt}::text)`;
    const uri = sql`case when jsonb_exists(${deposit}, 'uri') then '{"uri": ""}'::jsonb else '{}'::jsonb end`;
    const xAddress = sql`case when jsonb_exists(${deposit}, 'xAddress') then '{"xAddress": null}'::jsonb else '{}'::jsonb end`;
    return db
      .update(idempotencyKeys)
      .set({
        answer: sql`jsonb_set(${answer}::jsonb, '{deposit}', ${deposit} || ${noAddress} || ${uri} || ${xAddress})::text`,
      })
      .where(
        and(
          inArray(idempotencyKeys.endpoint, ['POST /api/sell-quotes', 'POST /api/transactions']),
          isNotNull(answer),
          sql`${answer}::jsonb #>> '{deposit,address}' = ${address}`,
          sql`coalesce(${answer}::jsonb #>> '{deposit,memo}', '') = ${memo}`,
        ),
      );
  },
);
