import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import {
  columnOf,
  isSignedRow,
  signChanged,
  signedColumns,
  signedTables,
  signRow,
} from '#server/db/signing/signed-rows.ts';
import { exclusiveLock, readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import type { DepositAddress } from '#server/features/wallets/wallets.service.ts';
import { addressInUse } from '#server/features/wallets/wallets.stops.service.ts';
import { amountOf, decimal, rateOf, toText, type Amount } from '#shared/kernel/money.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import type { QuoteRules } from '#shared/sell/sell.quote-rules.ts';
import type { SellPrice } from '#shared/sell/sell.rules.ts';

/** A price with where it comes from: what a quote or an order takes a copy of. */
export type Terms = SellPrice & { currency: string; rateAt: Date; rateSource: string };

/** A quote as it is written: whose it is, where the coins go, and what it promises. */
export type NewQuote = {
  userId: string;
  reference: string;
  cryptoId: string;
  amount: Amount<'coin'>;
  terms: Terms;
  deposit: DepositAddress;
  isOwn?: boolean;
  rules?: QuoteRules | null;
  createdAt: Date;
  expiresAt: Date;
};

/** A locked rate with the address that was shown for it. */
export type Quote = {
  id: string;
  userId: string;
  reference: string;
  cryptoId: string;
  cryptoName: string;
  cryptoSymbol: string;
  networkHint: string;
  amount: Amount<'coin'>;
  terms: Terms;
  deposit: DepositAddress;
  /** When that address was stopped: from then on it is shown to no customer. */
  stoppedAt: Date | null;
  isOwn: boolean;
  leaseId: string | null;
  paymentDetails: PaymentDetails | null;
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

/** The columns of a quote and its coin. */
export const quoteRow = {
  ...signedTables.quote.fields,
  signature: orNull(column.bytes),
  cryptoName: column.text,
  cryptoSymbol: column.text,
  networkHint: column.text,
  rateAt: column.moment,
  rateSource: column.text,
  stoppedAt: orNull(column.moment),
  rules: orNull({ ...column.json, type: 'jsonb' }),
  reofferedAt: orNull(column.moment),
  usedAt: orNull(column.moment),
  droppedAt: orNull(column.moment),
};
type QuoteRow = RowOf<typeof quoteRow>;

/** Of quote `q` and its coin `c`. */
export const columns = `${signedColumns(signedTables.quote, 'q')}, c.name as "cryptoName", c.symbol as "cryptoSymbol",
  c.network_hint as "networkHint", q.rate_at as "rateAt", q.rate_source as "rateSource", coalesce((select s.stopped_at from deposit_address_stops s
    where s.address = q.deposit_address and s.memo = coalesce(q.deposit_memo, '')),
    (select s.stopped_at from address_leases l join deposit_addresses a on a.id = l.address_id
       join deposit_sources s on s.id = a.source_id where l.id = q.lease_id)) as "stoppedAt", q.rules, q.reoffered_at as "reofferedAt", q.used_at as "usedAt", q.dropped_at as "droppedAt"`;

export function quoteOf(row: QuoteRow): Quote {
  const { depositAddress: address, depositMemo: memo, depositNetwork: network, depositIsSample: isSample } = row;
  const { currency, rateAt, rateSource } = row;
  const terms: Terms = {
    buyingRate: rateOf('coin', 'payout', row.buyingRate),
    grossAmount: amountOf('payout', row.grossAmount),
    feePercent: decimal(row.feePercent),
    feeAmount: amountOf('payout', row.feeAmount),
    netAmount: amountOf('payout', row.netAmount),
    valueUsd: amountOf('usd', row.valueUsd),
    currency,
    rateAt,
    rateSource,
  };
  const deposit = { address, memo, network, isSample };
  const isSigned = isSignedRow(signedTables.quote, row);
  const paymentDetails = row.paymentDetails as PaymentDetails | null;
  const rules = row.rules as QuoteRules | null;
  return { ...row, amount: amountOf('coin', row.amount), terms, deposit, paymentDetails, rules, isSigned, stored: row };
}

const laterFields = new Set(['leaseId', 'paymentDetails']);
const signedFields = Object.keys(signedTables.quote.fields).filter((name) => !laterFields.has(name));
const writtenFields = signedFields.concat('rateAt', 'rateSource', 'rules', 'signature');
const insert = writeStatement(quoteRow).as(quoteOf).one<unknown[]>()`
  with q as (insert into sell_quotes (${writtenFields.map(columnOf).join(', ')})
    values (${writtenFields.map((_, at) => `$${at + 1}`).join(', ')}) returning *)
  select ${columns} from q join crypto_assets c on c.id = q.crypto_id`;

export async function insertQuote(tx: Tx, { terms, deposit, rules, ...quote }: NewQuote): Promise<Quote> {
  const { currency, rateAt, rateSource } = terms;
  const signed = {
    ...quote,
    id: randomUUID(),
    amount: toText(quote.amount),
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
    isOwn: quote.isOwn ?? false,
    leaseId: null,
    paymentDetails: null,
  };
  const signature = signRow(signedTables.quote, signed);
  const values: Record<string, unknown> = {
    ...signed,
    rateAt,
    rateSource,
    rules: rules && JSON.stringify(rules),
    signature,
  };
  return insert(tx, ...writtenFields.map((name) => values[name]));
}

const isOpen = 'q.used_at is null and q.dropped_at is null and q.created_at > $2';

/** A user's quotes since a moment that no order was made of, newest first. */
export const listOpenQuotes = readStatement(quoteRow).as(quoteOf).rows<[userId: string, since: Date]>()`
  select ${columns} from sell_quotes q join crypto_assets c on c.id = q.crypto_id
  where q.user_id = $1 and ${isOpen} order by q.created_at desc, q.id limit 50`;

/** One quote of this user, whatever became of it; undefined for another user's as for none. */
export const findQuote = readStatement(quoteRow).as(quoteOf).first<[userId: string, id: string]>()`
  select ${columns} from sell_quotes q join crypto_assets c on c.id = q.crypto_id where q.id = $2 and q.user_id = $1`;

const held = { quotes: column.integer, valueUsd: column.text };
const sumHeld = `select count(*)::int as quotes, coalesce(sum(value_usd), 0)::text as "valueUsd"`;
const ofHolder = `from sell_quotes where user_id = $1 and used_at is null and dropped_at is null and created_at > $2`;

/** A user's open quotes since a moment: how many, and their value in US dollars. */
export const sumOpenQuotes = readStatement(held).one<[userId: string, since: Date]>()`${sumHeld} ${ofHolder}`;

/** The same, before one more quote shows this address: from here on a stop of the address waits for this transaction. */
export const sumOpenQuotesBefore = writeStatement({ ...held, lock: column.text }).one<
  [userId: string, since: Date, address: string]
>()`
  ${sumHeld}, ${addressInUse('$3')} as lock ${ofHolder}`;

/** Uses a quote for an order, which then shows its address; false when another order was first, or it was dropped. */
export const markQuoteUsed = writeStatement({ id: column.uuid, lock: column.text }).exists<
  [userId: string, id: string, now: Date]
>()`
  update sell_quotes set used_at = $3 where id = $2 and user_id = $1 and used_at is null and dropped_at is null
  returning id, ${addressInUse('deposit_address')} as lock`;

/** Drops a quote; false when it was used or dropped before, or is not this user's. */
export const markQuoteDropped = writeStatement({}).exists<[userId: string, id: string, now: Date]>()`
  update sell_quotes set dropped_at = $3 where id = $2 and user_id = $1 and used_at is null and dropped_at is null
  returning id`;

/** Records that the customer was notified that the quote has expired, and what the sale is worth now. */
export const markReoffered = writeStatement({}).send<[id: string, now: Date]>()`
  update sell_quotes set reoffered_at = $2 where id = $1 and reoffered_at is null and used_at is null`;

/** Removes up to a thousand quotes older than `before` that became no order; false when there was none. */
export const deleteOldQuotes = writeStatement({}).exists<[before: Date]>()`
  delete from sell_quotes where id in (
    select q.id from sell_quotes q where q.used_at is null and q.created_at < $1
      and not exists (select from address_leases l where l.id = q.lease_id and l.watched_until > now()) order by created_at limit 1000) returning id`;

export const dropQuotesOf = writeStatement({}).send<[userId: string]>()`
  update sell_quotes set dropped_at = now() where user_id = $1 and used_at is null and dropped_at is null`;

const quotesAt = {
  quotes: column.integer,
  amount: column.text,
  lastEndsAt: orNull(column.moment),
};

export const countQuotesAt = readStatement(quotesAt).one<[cryptoId: string, address: string, since: Date]>()`
  select count(*)::int as quotes, coalesce(sum(amount), 0)::text as amount, max(expires_at) as "lastEndsAt"
  from sell_quotes where crypto_id = $1 and deposit_address = $2 and used_at is null and dropped_at is null
    and created_at > $3`;

const lockCap = writeStatement({ lock: column.text }).send<[currency: string]>()`
  select ${exclusiveLock(`'daily cap ' || $1`)} as lock`;

const promised = writeStatement({ amount: column.text }).only<[currency: string, from: Date, now: Date]>()`
  select trim_scale(
    coalesce((select sum(payout_amount) from orders where payout_currency = $1 and created_at >= $2
      and status not in (${sqlList(['failed', 'rejected'])})), 0)
    + coalesce((select sum(net_amount) from sell_quotes where currency = $1 and used_at is null
      and dropped_at is null and expires_at > $3), 0))::text as amount`;

/** What orders since `from` and locked rates promise in a currency; others wait for this transaction. */
export async function promisedSince(tx: Tx, currency: string, { from, now }: { from: Date; now: Date }) {
  await lockCap(tx, currency);
  return promised(tx, currency, from, now);
}

/** The transfers `t` to the address `a` of a lease `l`: while it or its watch runs, and before the address was given to another quote. */
export const arrivedAtLease = `t.chain = a.chain and t.to_address = a.address and (a.tag = '' or t.to_tag = a.tag)
  and t.first_seen_at between l.leased_at and l.watched_until
  and not exists (select from address_leases n where n.address_id = l.address_id and n.leased_at > l.leased_at
    and n.leased_at <= t.first_seen_at)`;
export const ofLease = `from address_leases l join deposit_addresses a on a.id = l.address_id join chain_transfers t on ${arrivedAtLease}`;

/** Whether coins are on their way to a lease, or have come. */
export const hasArrived = readStatement({ id: column.uuid }).exists<[leaseId: string]>()`
  select t.id ${ofLease} where l.id = $1 and t.state in ('seen', 'included', 'final') limit 1`;

const payee = writeStatement(quoteRow)`
  with q as (
    update sell_quotes set deposit_address = $2, deposit_memo = $3, deposit_is_sample = $4, is_own = $5, lease_id = $6,
      payment_details = $7, signature = $8 where id = $1 and used_at is null returning *)
  select ${columns} from q join crypto_assets c on c.id = q.crypto_id`;

/** Stores whom a quote pays and where its coins go, signed; undefined where it was used meanwhile. */
export async function writePayee(
  tx: Tx,
  { stored }: Quote,
  change: Pick<Quote, 'isOwn' | 'leaseId'> & { deposit: DepositAddress; paymentDetails: PaymentDetails },
): Promise<Quote | undefined> {
  const { deposit, isOwn, leaseId, paymentDetails } = change;
  const { address: depositAddress, memo: depositMemo, isSample: depositIsSample } = deposit;
  const after = { ...stored, depositAddress, depositMemo, depositIsSample, isOwn, leaseId, paymentDetails };
  const signature = signChanged(signedTables.quote, stored, after);
  const where = [depositAddress, depositMemo, depositIsSample, isOwn, leaseId];
  const [row] = await tx.run(payee, [stored.id, ...where, JSON.stringify(paymentDetails), signature]);
  return row && quoteOf(row);
}

/** One quote of this user, held until the transaction ends. */
export const lockQuote = writeStatement(quoteRow).as(quoteOf).first<[userId: string, id: string]>()`
  select ${columns} from sell_quotes q join crypto_assets c on c.id = q.crypto_id
  where q.id = $2 and q.user_id = $1 for update of q`;
