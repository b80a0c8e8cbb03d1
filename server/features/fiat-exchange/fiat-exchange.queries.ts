import { asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull } from '#server/db/rows.ts';
import {
  isSignedRow,
  signedColumns,
  signedTables,
  signRow,
  type SignedFields,
} from '#server/db/signing/signed-rows.ts';
import { lockName, readStatement, sqlList, writeStatement, written } from '#server/db/statements.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { exchangeQuotes, fiatCurrencies, fiatExchangeRates } from './fiat-exchange.tables.ts';

export type CurrencyRow = typeof fiatCurrencies.$inferSelect;
export type RateRow = typeof fiatExchangeRates.$inferSelect;
export type NewRate = typeof fiatExchangeRates.$inferInsert;

/** All currencies in the order the administrator set. */
export async function listCurrencies(db: Db): Promise<CurrencyRow[]> {
  return db.select().from(fiatCurrencies).orderBy(asc(fiatCurrencies.sortOrder), asc(fiatCurrencies.code));
}

/** All pair rates, in the order of their currencies. */
export async function listRates(db: Db): Promise<RateRow[]> {
  return db
    .select()
    .from(fiatExchangeRates)
    .orderBy(asc(fiatExchangeRates.fromCurrency), asc(fiatExchangeRates.toCurrency));
}

/** The active rate of a pair between active currencies; it cannot be changed before this transaction ends. */
export const lockRateShared = writeStatement({
  id: column.uuid,
  fromCurrency: column.text,
  toCurrency: column.text,
  exchangeRate: column.numeric,
  isActive: column.boolean,
  isSample: column.boolean,
  updatedAt: column.moment,
  marketPercent: orNull(column.numeric),
  expiresAt: orNull(column.moment),
}).first<[from: string, to: string]>()`
  select r.id, r.from_currency as "fromCurrency", r.to_currency as "toCurrency", r.exchange_rate as "exchangeRate",
    r.is_active as "isActive", r.is_sample as "isSample", r.updated_at as "updatedAt",
    r.market_percent as "marketPercent", r.expires_at as "expiresAt"
  from fiat_exchange_rates r
  join fiat_currencies f on f.code = r.from_currency and f.is_active
  join fiat_currencies t on t.code = r.to_currency and t.is_active
  where r.from_currency = $1 and r.to_currency = $2 and r.is_active for share of r`;

export async function lockCurrency(tx: Tx, id: string): Promise<CurrencyRow | undefined> {
  const [row] = await tx.select().from(fiatCurrencies).where(eq(fiatCurrencies.id, id)).for('update');
  return row;
}

/** The codes of all currencies, none of which can be removed before this transaction ends. */
export async function lockCurrenciesShared(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.select({ code: fiatCurrencies.code }).from(fiatCurrencies).for('key share');
  return new Set(rows.map(({ code }) => code));
}

export async function insertCurrency(tx: Tx, currency: typeof fiatCurrencies.$inferInsert): Promise<CurrencyRow> {
  return written(await tx.insert(fiatCurrencies).values(currency).returning());
}

export async function writeCurrency(tx: Tx, { id, ...currency }: CurrencyRow): Promise<CurrencyRow> {
  return written(await tx.update(fiatCurrencies).set(currency).where(eq(fiatCurrencies.id, id)).returning());
}

export const deleteCurrency = writeStatement({}).send<[id: string]>()`delete from fiat_currencies where id = $1`;

export async function lockRate(tx: Tx, id: string): Promise<RateRow | undefined> {
  const [row] = await tx.select().from(fiatExchangeRates).where(eq(fiatExchangeRates.id, id)).for('update');
  return row;
}

export async function insertRate(tx: Tx, rate: NewRate): Promise<RateRow> {
  return written(await tx.insert(fiatExchangeRates).values(rate).returning());
}

export async function writeRate(tx: Tx, { id, ...rate }: RateRow): Promise<RateRow> {
  return written(await tx.update(fiatExchangeRates).set(rate).where(eq(fiatExchangeRates.id, id)).returning());
}

export const deleteRate = writeStatement({}).send<[id: string]>()`delete from fiat_exchange_rates where id = $1`;

const ofPair = `details ->> 'fromCurrency' = $1 and details ->> 'toCurrency' = $2`;

/** The rate a pair had a day ago, where it has changed since, and the one it had when it was last removed; as the audit log has them. */
export const lastRates = readStatement({ dayAgo: orNull(column.text), removed: orNull(column.text) }).one<
  [from: string, to: string]
>()`
  select
    (select coalesce(details #>> '{before,exchangeRate}', details ->> 'exchangeRate')
     from audit_log where action in ('fiat_rate.created', 'fiat_rate.changed', 'fiat_rate.deleted')
       and at > now() - interval '24 hours' and ${ofPair} order by at, id limit 1) as "dayAgo",
    (select details ->> 'exchangeRate' from audit_log
     where action = 'fiat_rate.deleted' and ${ofPair} order by at desc, id desc limit 1) as removed`;

/** What would lose a currency if it went: its rates and the exchanges that are still open. */
export const countUses = readStatement({ rates: column.integer, orders: column.integer }).one<[code: string]>()`
  select (select count(*)::int from fiat_exchange_rates where $1 in (from_currency, to_currency)) as rates,
    (select count(*)::int from orders where type = 'fiat' and status in (${sqlList(openStatuses)})
       and $1 in (from_currency, payout_currency)) as orders`;

/** Lets one process at a time seed; the others find what it wrote. */
export const seedAlone = (tx: Tx): Promise<void> => lockName(tx, 'seed exchange currencies');

/** A locked rate as it is stored. */
export type ExchangeQuote = SignedFields<typeof signedTables.exchangeQuote>;

const quoteOf = writeStatement({ ...signedTables.exchangeQuote.fields, signature: orNull(column.bytes) })`
  select ${signedColumns(signedTables.exchangeQuote, 'q')} from exchange_quotes q where q.user_id = $1 for update`;

/** The rate locked for a user; not one that the product did not write. */
export async function lockQuoteOf(tx: Tx, userId: string): Promise<ExchangeQuote | undefined> {
  const [row] = await tx.run(quoteOf, [userId]);
  return row && isSignedRow(signedTables.exchangeQuote, row) ? row : undefined;
}

/** Locks a rate for a user, in place of the one before. */
export async function replaceQuote(tx: Tx, quote: ExchangeQuote): Promise<void> {
  const row = { ...quote, signature: signRow(signedTables.exchangeQuote, quote) };
  await tx.insert(exchangeQuotes).values(row).onConflictDoUpdate({ target: exchangeQuotes.userId, set: row });
}

export const deleteQuote = writeStatement({}).send<[id: string]>()`delete from exchange_quotes where id = $1`;
