import { column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { columns, quoteOf, quoteRow, type Quote } from './sell.queries.ts';

const ownedRow = { ...quoteRow, userEmail: orNull(column.text), userName: column.text };
const owned = `${columns}, u.email as "userEmail", concat_ws(' ', u.first_name, u.last_name) as "userName"`;
const tables = 'sell_quotes q join crypto_assets c on c.id = q.crypto_id join users u on u.id = q.user_id';

export type OwnedQuote = { quote: Quote; userEmail: string | null; userName: string };

function ownedQuote({ userEmail, userName, ...row }: RowOf<typeof ownedRow>): OwnedQuote {
  return { quote: quoteOf(row), userEmail, userName };
}

/** $1 since, $2 a LIKE pattern, $3 an amount, $4 a LIKE pattern of address and name. Open quotes are few: one of each customer who is about to send coins. */
const isListed = `q.used_at is null and q.dropped_at is null and q.created_at > $1 and ($2::text is null
  or lower(concat_ws(' ', q.reference, q.deposit_address)) like $2
  or lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name) like $4
  or q.amount = $3::numeric or q.net_amount = $3::numeric)`;

const listed = (order: 'asc' | 'desc') =>
  readStatement(ownedRow).as(ownedQuote).rows<[...filter: QuoteFilter, limit: number, offset: number]>()`
    select ${owned} from ${tables} where ${isListed}
    order by q.created_at ${order}, q.id ${order} limit $5 offset $6`;
/** A page of all customers' open quotes with their customers, in either order. */
export const listAllOpenQuotes = { newest: listed('desc'), oldest: listed('asc') };
export const countAllOpenQuotes = readStatement({ total: column.integer }).only<QuoteFilter>()`
  select count(*)::int as total from ${tables} where ${isListed}`;

const coinTotal = { cryptoId: column.text, symbol: column.text, count: column.integer, amount: column.numeric };
/** What the listed quotes would bring in by coin; amounts as exact text. */
export const sumByCoin = readStatement(coinTotal).rows<QuoteFilter>()`
  select q.crypto_id as "cryptoId", c.symbol, count(*)::int as count, sum(q.amount) as amount
  from ${tables} where ${isListed} group by q.crypto_id, c.symbol order by c.symbol, q.crypto_id`;
const payoutTotal = { currency: column.text, count: column.integer, netAmount: column.numeric };
/** What they would pay out by currency. */
export const sumByCurrency = readStatement(payoutTotal).rows<QuoteFilter>()`
  select q.currency, count(*)::int as count, sum(q.net_amount) as "netAmount"
  from ${tables} where ${isListed} group by q.currency order by q.currency`;

/**
 * A LIKE pattern in lower case, null to list all; an amount, where the search names one; and a pattern for who is asked: a
 * part of what the reader is not shown does not match.
 */
export type QuoteFilter = [since: Date, pattern: string | null, amount: string | null, userPattern: string | null];

/** One quote with its customer, whatever became of it. */
export const findAnyQuote = readStatement(ownedRow).as(ownedQuote).first<[id: string]>()`
  select ${owned} from ${tables} where q.id = $1`;

/** An address with its memo, which is empty where the chain has none. */
export type StoppedAddress = { address: string; memo: string };

const waiting = {
  id: column.uuid,
  userId: column.uuid,
  reference: column.text,
  /** An erased customer has none, and no open quote either. */
  email: filtered(column.text),
  firstName: column.text,
  language: column.text,
};

/** The open quotes since a moment that show the address, with their customers: coins may be on their way for each. */
export const listQuotesAt = writeStatement(waiting).rows<[address: string, memo: string, since: Date]>()`
  select q.id, q.user_id as "userId", q.reference, u.email, u.first_name as "firstName", u.language
  from sell_quotes q join users u on u.id = q.user_id
  where q.deposit_address = $1 and coalesce(q.deposit_memo, '') = $2 and q.used_at is null and q.dropped_at is null
    and q.created_at > $3 and u.email is not null order by q.created_at, q.id`;

/** Takes the address out of stored answers, which a repeated request would be given again. */
export const redactAnswers = writeStatement({}).send<[address: string, memo: string, stoppedAt: string]>()`
  update idempotency_keys set answer = jsonb_set(answer::jsonb, '{deposit}', (answer::jsonb -> 'deposit')
    || jsonb_build_object('address', '', 'memo', null, 'stoppedAt', $3::text)
    || case when jsonb_exists(answer::jsonb -> 'deposit', 'uri') then '{"uri": ""}'::jsonb else '{}'::jsonb end
    || case when jsonb_exists(answer::jsonb -> 'deposit', 'xAddress') then '{"xAddress": null}'::jsonb else '{}'::jsonb end)::text
  where endpoint in ('POST /api/sell-quotes', 'POST /api/transactions') and answer is not null
    and answer::jsonb #>> '{deposit,address}' = $1 and coalesce(answer::jsonb #>> '{deposit,memo}', '') = $2`;
