import type { Tx } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { newId } from '#server/lib/new-id.ts';
import type { ExchangeTerms } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { proofHours } from '#shared/orders/orders.lifecycle.ts';
import { hourMs, minuteMs } from '#shared/reference/units-of-time.ts';
import type { PricedExchange } from './fiat-exchange.pricing.ts';
import { lockQuoteOf, replaceQuote, type ExchangeQuote } from './fiat-exchange.queries.ts';

/**
 * Returns the quote that is locked for exactly these terms; it is valid until it expires, even if the pair is turned
 * off.
 */
export async function findOpenQuote(
  tx: Tx,
  userId: Id<'user'>,
  { fromCurrency, toCurrency, amount }: ExchangeTerms,
  now: Date,
): Promise<ExchangeQuote | undefined> {
  const quote = await lockQuoteOf(tx, userId);
  const isSame =
    quote?.fromCurrency === fromCurrency &&
    quote.toCurrency === toCurrency &&
    amountOf('sent', quote.amount).eq(amountOf('sent', amount));
  return isSame && now < quote.lockedUntil ? quote : undefined;
}

/** Stores a quote of these terms for the customer, in place of the one before. */
export async function storeQuote(
  tx: Tx,
  deps: SettingsPorts,
  userId: Id<'user'>,
  { pair, amount }: PricedExchange,
  now: Date,
): Promise<ExchangeQuote> {
  const quote = {
    id: newId('quote'),
    userId,
    fromCurrency: pair.from,
    toCurrency: pair.to,
    amount: amount.toFixed(),
    exchangeRate: pair.rate.toFixed(),
    isSample: pair.isSample,
    updatedAt: pair.updatedAt,
    lockedUntil: new Date(now.getTime() + settingsOf(deps).limits.quoteMinutes * minuteMs),
    proofDueAt: new Date(now.getTime() + proofHours * hourMs),
  };
  await replaceQuote(tx, quote);
  return quote;
}
