import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { reportForged, withoutForged } from '#server/features/alarms/alarms.service.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { forgedLeases } from '#server/features/deposit-sources/deposit-sources.service.ts';
import { idempotentCommand } from '#server/features/files/files.service.ts';
import { allowanceOf, openOrdersAt, receivedAt } from '#server/features/orders/open/orders.opening.service.ts';
import { assertPayoutOffered, assertRail } from '#server/features/payout-accounts/payout-accounts.bounds.service.ts';
import { payeeByRail, assertMethod } from '#server/features/payout-accounts/payout-accounts.rails.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { rateUnavailable } from '#server/features/rates/rates.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { addressUnavailable } from '#server/features/wallets/wallets.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, toWire } from '#shared/kernel/money.ts';
import { arrivalOnceThere, promisedBy } from '#shared/orders/orders.times.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import type {
  addressUse,
  EstimateTerms,
  sellAllowance,
  SellEstimate,
  SellQuoteView,
  SellTerms,
} from '#shared/sell/sell.contract.ts';
import { quoteOpenHours } from '#shared/sell/sell.rules.ts';
import { storedAddress } from '#shared/wallets/wallets.addresses.ts';
import { assertOffered, assertSendable } from './sell.offer.service.ts';
import { erasePayees } from './sell.payees.queries.ts';
import { attachPayee, markGivenTo, receivingOf, type Payee } from './sell.payout.service.ts';
import type { SellDeps } from './sell.ports.ts';
import { amountPaying, presentNoTerms, presentQuote, presentTerms, priceNow } from './sell.pricing.ts';
import { sinceVisible } from './sell.promised.service.ts';
import { deleteOldQuotes, dropQuotesOf, findQuote, listOpenQuotes, markQuoteDropped } from './sell.queries.ts';
import { storeQuote } from './sell.quotes.service.ts';
import { countQuotesAt } from './sell.sums.queries.ts';

/** Time for which quotes that became no order are stored. */
export const maxAgeMs = 30 * quoteOpenHours * hourMs;

/** Estimates a sale while the customer types, from memory; nothing is stored. */
export async function estimateSell(
  deps: RatesPorts & SettingsPorts & Pick<Platform, 'now'>,
  { cryptoId, cryptoAmount, payoutAmount, targetCurrency: currency }: EstimateTerms,
): Promise<SellEstimate & { cryptoAmount: number; arrivesBy: string | null }> {
  const amount =
    cryptoAmount === undefined
      ? await amountPaying(deps, { cryptoId, currency }, amountOf('payout', payoutAmount ?? '0', currency))
      : amountOf('coin', cryptoAmount, cryptoId);
  const pricedSale = await priceNow(deps, { cryptoId, amount, currency });
  const estimate = pricedSale.terms ? presentTerms(pricedSale.terms) : presentNoTerms(currency, pricedSale, deps.now());
  const arrival = arrivalOnceThere(deps.now(), { payoutCurrency: currency }, promisedBy(settingsOf(deps)));
  return { ...estimate, cryptoAmount: toWire(amount), arrivesBy: arrival?.at.toISOString() ?? null };
}

/**
 * Locks the rate of a sale and shows its address. Refuses with below_minimum, not_offered, rate_unavailable,
 * kyc_required, address_unavailable, conflict beyond ten open quotes, and unavailable in a restored copy.
 */
export async function createSellQuote(
  deps: SellDeps,
  actor: Actor,
  {
    cryptoId,
    cryptoAmount,
    targetCurrency,
    paymentDetails: typedDetails,
    savePayoutAccount,
  }: SellTerms & Partial<Payee>,
  idempotency: Idempotency<SellQuoteView>,
): Promise<Outcome<SellQuoteView>> {
  assertInstallation(deps);
  const sale = { cryptoId, amount: amountOf('coin', cryptoAmount, cryptoId), currency: targetCurrency };
  const { coin, terms } = await priceNow(deps, sale);
  const { currency } = sale;
  assertOffered(deps, sale);
  if (!terms) throw rateUnavailable('sell_rate_unavailable');
  assertSendable(coin, sale);
  const paymentDetails = typedDetails && payeeByRail(deps, currency, typedDetails);
  if (paymentDetails) assertMethod(deps, { ...paymentDetails, currency });
  if (paymentDetails) assertRail(deps, { ...paymentDetails, currency }, terms.netAmount);
  assertPayoutOffered(deps, currency, terms.netAmount);
  // The address or source is read before the transaction, which then needs no second connection.
  const receiving = await receivingOf(deps, cryptoId, { isGiven: paymentDetails !== undefined });
  // A shared address is shown without a payee: whom it pays is checked with the order.
  const isOwn = receiving.sourceId !== undefined;
  const payee = isOwn && paymentDetails ? { paymentDetails, savePayoutAccount } : undefined;
  if (payee) await deps.assertPayee(deps.db, { userId: actor.userId, details: payee.paymentDetails, currency });
  const rail = paymentDetails?.method ?? null;
  const outcome = await idempotentCommand(deps, { idempotency }, async (tx) => {
    const quote = await storeQuote(tx, deps, actor, { sale, terms, receiving, network: coin.network, rail });
    const shownQuote = payee ? await attachPayee(tx, deps, actor, { quote, receiving, payee }) : quote;
    return presentQuote(shownQuote, quote.createdAt);
  });
  if (paymentDetails) await markGivenTo(deps, receiving, actor.userId);
  return outcome;
}

/** The caller's quotes of the last 24 hours that no order was made of: "Finish your sale". */
export async function listQuotes(deps: SellDeps, actor: Actor): Promise<SellQuoteView[]> {
  const at = deps.now();
  const quotes = await listOpenQuotes(deps.db, { userId: actor.userId, since: sinceVisible(at) });
  const rows = quotes.map(({ stored }) => stored);
  await withoutForged(deps, 'quote', rows);
  const leases = quotes.flatMap(({ leaseId }) => (leaseId ? [leaseId] : []));
  const forgedLeaseIds = await forgedLeases(deps, leases);
  return quotes
    .filter(({ isSigned, leaseId }) => isSigned && !forgedLeaseIds.has(leaseId ?? ''))
    .map((quote) => presentQuote(quote, at));
}

/**
 * One open quote of the caller. Refuses with not_found, and with
 * address_unavailable one that the product did not write.
 */
export async function readQuote(deps: SellDeps, actor: Actor, id: Id<'quote'>): Promise<SellQuoteView> {
  const at = deps.now();
  const quote = await findQuote(deps.db, { userId: actor.userId, id });
  if (!quote || quote.usedAt || quote.droppedAt || quote.createdAt <= sinceVisible(at))
    throw new NotFound('quote_not_found');
  if (!quote.isSigned) {
    await reportForged(deps, 'quote', quote.stored);
    throw addressUnavailable();
  }
  if (quote.leaseId && (await forgedLeases(deps, [quote.leaseId])).size > 0) throw addressUnavailable();
  return presentQuote(quote, at);
}

/** Ends a customer's open quote. Refuses with quote_used if it was used, not_found if there is none. */
export async function dropQuote({ inTx, now }: Pick<Platform, 'inTx' | 'now'>, actor: Actor, id: Id<'quote'>) {
  await inTx(async (tx) => {
    if (await markQuoteDropped(tx, { userId: actor.userId, id, now: now() })) {
      return recordAudit(tx, actor, 'sell_quote.dropped', { type: 'sell_quote', id });
    }
    const quote = await findQuote(tx, { userId: actor.userId, id });
    if (quote?.usedAt) throw quoteUsed();
    throw new NotFound('quote_not_found');
  });
}

/** Deletes quotes without an order after a month; until then late coins can be matched to their customer. */
export async function expireQuotes({ inTx, now }: Pick<Platform, 'inTx' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - maxAgeMs);
  while (await inTx((tx) => deleteOldQuotes(tx, { before })));
}

/** The US dollars that the caller may still sell without an approved identity. */
export async function readAllowance(
  deps: Pick<Platform, 'db' | 'now'> & SettingsPorts,
  actor: Actor,
): Promise<z.input<(typeof sellAllowance)['response']>> {
  const { limitUsd, usedUsd, leftUsd, ...rest } = await allowanceOf(deps, deps.db, actor.userId);
  return { ...rest, limitUsd: toWire(limitUsd), usedUsd: toWire(usedUsd), leftUsd: leftUsd && toWire(leftUsd) };
}

/** The refusal (409) of a used quote: a quote serves one order. */
export function quoteUsed(): Conflict {
  return new Conflict('quote_used', 'quote_used');
}

/** Drops the open quotes of a user who is being deleted. */
export async function eraseQuotesPersonalData(tx: Tx, { id }: { id: Id<'user'> }): Promise<void> {
  await dropQuotesOf(tx, { userId: id });
  await erasePayees(tx, id);
}

/** The quotes and orders that use a deposit address, and its receipts, read before it is changed. */
export async function useOfAddress(
  deps: Pick<Platform, 'db' | 'now'>,
  cryptoId: string,
  typedAddress: string,
): Promise<z.input<(typeof addressUse)['response']>> {
  const { address } = storedAddress(cryptoId, typedAddress);
  const [orders, quotes, receivedAmount] = await Promise.all([
    openOrdersAt(deps.db, { cryptoId, address }),
    countQuotesAt(deps.db, { cryptoId, address, since: sinceVisible(deps.now()) }),
    receivedAt(deps, cryptoId, address),
  ]);
  return {
    openOrders: orders.orders,
    openQuotes: quotes.quotes,
    amount: toWire(amountOf('coin', orders.amount, cryptoId).plus(amountOf('coin', quotes.amount, cryptoId))),
    lastQuoteEndsAt: quotes.lastEndsAt?.toISOString() ?? null,
    received: toWire(amountOf('coin', receivedAmount, cryptoId)),
  };
}
