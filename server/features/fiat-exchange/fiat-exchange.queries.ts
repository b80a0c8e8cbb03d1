import { aliasedTable, and, asc, count, desc, eq, getTableColumns, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import { lockName } from '#server/db/locks.ts';
import { oneRow } from '#server/db/one-row.ts';
import { first, one, rows, sent, firstRow, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import {
  isSignedRow,
  signedFieldsOf,
  signedTables,
  signRow,
  type SignedFields,
} from '#server/db/signing/signed-rows.ts';
import { auditLog } from '#server/features/audit/audit.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { exchangeQuotes, fiatCurrencies, fiatExchangeRates } from './fiat-exchange.tables.ts';

export type CurrencyRow = typeof fiatCurrencies.$inferSelect;
export type RateRow = typeof fiatExchangeRates.$inferSelect;
export type NewRate = typeof fiatExchangeRates.$inferInsert;

/** All currencies in the order the administrator set. */
export const listCurrencies = rows((db: Reads) =>
  db.select().from(fiatCurrencies).orderBy(asc(fiatCurrencies.sortOrder), asc(fiatCurrencies.code)),
);

/** All pair rates, in the order of their currencies. */
export const listRates = rows((db: Reads) =>
  db.select().from(fiatExchangeRates).orderBy(asc(fiatExchangeRates.fromCurrency), asc(fiatExchangeRates.toCurrency)),
);

type Pair = { from: string; to: string };
const givenCurrency = aliasedTable(fiatCurrencies, 'given');
const receivedCurrency = aliasedTable(fiatCurrencies, 'received');

/** The active rate of a pair between active currencies; it cannot be changed before this transaction ends. */
export const lockRateShared = first((db: Drizzle, { from, to }: Blanks<Pair>) =>
  db
    .select(getTableColumns(fiatExchangeRates))
    .from(fiatExchangeRates)
    .innerJoin(
      givenCurrency,
      and(eq(givenCurrency.code, fiatExchangeRates.fromCurrency), eq(givenCurrency.isActive, true)),
    )
    .innerJoin(
      receivedCurrency,
      and(eq(receivedCurrency.code, fiatExchangeRates.toCurrency), eq(receivedCurrency.isActive, true)),
    )
    .where(
      and(
        eq(fiatExchangeRates.fromCurrency, from),
        eq(fiatExchangeRates.toCurrency, to),
        eq(fiatExchangeRates.isActive, true),
      ),
    )
    .for('share', { of: fiatExchangeRates }),
);

type ById<Kind extends 'exchangeRate' | 'fiatCurrency' | 'quote'> = { id: Id<Kind> };

export const lockCurrency = first((db: Drizzle, { id }: Blanks<ById<'fiatCurrency'>>) =>
  db.select().from(fiatCurrencies).where(eq(fiatCurrencies.id, id)).for('update'),
);

const lockCodes = rows((db: Drizzle) => db.select({ code: fiatCurrencies.code }).from(fiatCurrencies).for('key share'));

/** Returns the codes of all currencies, locked so that none is removed before this transaction ends. */
export async function lockCurrenciesShared(tx: Tx): Promise<ReadonlySet<string>> {
  return new Set((await lockCodes(tx)).map(({ code }) => code));
}

/** Stores a currency and returns its row. */
export async function insertCurrency(tx: Tx, currency: typeof fiatCurrencies.$inferInsert): Promise<CurrencyRow> {
  return firstRow(await tx.insert(fiatCurrencies).values(currency).returning());
}

/** Changes a currency and returns its row. */
export async function writeCurrency(tx: Tx, { id, ...currency }: CurrencyRow): Promise<CurrencyRow> {
  return firstRow(await tx.update(fiatCurrencies).set(currency).where(eq(fiatCurrencies.id, id)).returning());
}

export const deleteCurrency = sent((db: Drizzle, { id }: Blanks<ById<'fiatCurrency'>>) =>
  db.delete(fiatCurrencies).where(eq(fiatCurrencies.id, id)),
);

export const lockRate = first((db: Drizzle, { id }: Blanks<ById<'exchangeRate'>>) =>
  db.select().from(fiatExchangeRates).where(eq(fiatExchangeRates.id, id)).for('update'),
);

/** Inserts the rate of a pair and returns its row. */
export async function insertRate(tx: Tx, rate: NewRate): Promise<RateRow> {
  return firstRow(await tx.insert(fiatExchangeRates).values(rate).returning());
}

/** Overwrites the rate of a pair and returns its row. */
export async function writeRate(tx: Tx, { id, ...rate }: RateRow): Promise<RateRow> {
  return firstRow(await tx.update(fiatExchangeRates).set(rate).where(eq(fiatExchangeRates.id, id)).returning());
}

export const deleteRate = sent((db: Drizzle, { id }: Blanks<ById<'exchangeRate'>>) =>
  db.delete(fiatExchangeRates).where(eq(fiatExchangeRates.id, id)),
);

const { details, action, at, id: auditId } = auditLog;
const changes = ['fiat_rate.created', 'fiat_rate.changed', 'fiat_rate.deleted'];
const ofPair = ({ from, to }: Blanks<Pair>) =>
  sql`${details} ->> 'fromCurrency' = ${from} and ${details} ->> 'toCurrency' = ${to}`;

/** Rates of a pair by the audit log: a day ago, if it has changed since, and when it was last removed. */
export const lastRates = one((db: Reads, pair: Blanks<Pair>) => {
  const rateBefore = sql`coalesce(${details} #>> '{before,exchangeRate}', ${details} ->> 'exchangeRate')`.as('before');
  const dayAgo = db
    .select({ before: rateBefore })
    .from(auditLog)
    .where(and(inArray(action, changes), sql`${at} > now() - interval '24 hours'`, ofPair(pair)))
    .orderBy(asc(at), asc(auditId))
    .limit(1);
  const removedRates = db
    .select({ rate: sql`${details} ->> 'exchangeRate'`.as('rate') })
    .from(auditLog)
    .where(and(eq(action, 'fiat_rate.deleted'), ofPair(pair)))
    .orderBy(desc(at), desc(auditId))
    .limit(1);
  const text = (value: typeof dayAgo | typeof removedRates) => sql`${value}`.mapWith(textOrNull);
  return db.select({ dayAgo: text(dayAgo), removed: text(removedRates) }).from(oneRow);
});

/** Rows that need a currency: its rates and the exchanges that are still open. */
export const countUses = one((db: Reads, { code }: Blanks<{ code: string }>) => {
  const uses = (...columns: SQLWrapper[]) => sql`${code} in (${sql.join(columns, sql`, `)})`;
  const ofRates = db
    .select({ count: count() })
    .from(fiatExchangeRates)
    .where(uses(fiatExchangeRates.fromCurrency, fiatExchangeRates.toCurrency));
  const ofOrders = db
    .select({ count: count() })
    .from(orders)
    .where(
      and(
        eq(orders.type, 'fiat'),
        inArray(orders.status, [...openStatuses]),
        uses(orders.fromCurrency, orders.payoutCurrency),
      ),
    );
  const number = (value: typeof ofRates | typeof ofOrders) => sql`${value}`.mapWith(Number);
  return db.select({ rates: number(ofRates), orders: number(ofOrders) }).from(oneRow);
});

/** Lets one process at a time seed; the others find its rows. */
export const seedAlone = (tx: Tx): Promise<void> => lockName(tx, 'seed exchange currencies');

/** A locked rate as it is stored. */
export type ExchangeQuote = SignedFields<typeof signedTables.exchangeQuote>;

const quoteOf = first((db: Drizzle, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .select(signedFieldsOf(signedTables.exchangeQuote, exchangeQuotes))
    .from(exchangeQuotes)
    .where(eq(exchangeQuotes.userId, userId))
    .for('update'),
);

/** Locks and returns the quote of a user; undefined for one that the product did not write. */
export async function lockQuoteOf(tx: Tx, userId: Id<'user'>): Promise<ExchangeQuote | undefined> {
  const row = await quoteOf(tx, { userId });
  return row && isSignedRow(signedTables.exchangeQuote, row) ? row : undefined;
}

/** Locks a rate for a user, in place of the one before. */
export async function replaceQuote(tx: Tx, quote: ExchangeQuote): Promise<void> {
  const row = { ...quote, signature: signRow(signedTables.exchangeQuote, quote) };
  await tx.insert(exchangeQuotes).values(row).onConflictDoUpdate({ target: exchangeQuotes.userId, set: row });
}

export const deleteQuote = sent((db: Drizzle, { id }: Blanks<ById<'quote'>>) =>
  db.delete(exchangeQuotes).where(eq(exchangeQuotes.id, id)),
);
