import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { lockCustomer, openOrder } from '#server/features/orders/open/orders.opening.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { Platform } from '#server/platform.ts';
import { lockUnusedQuote, markQuotePaid } from './sell.leases.queries.ts';
import { orderDraft } from './sell.submission.service.ts';

export { listLeasedTransfers, listToOpen, type LeasedTransfer } from './sell.leases.queries.ts';
export { arrivedAtLease } from './sell.queries.ts';
export { findLease } from './sell.leases.queries.ts';
export { findQuote, type Quote } from './sell.queries.ts';
export { findAnyQuote } from './sell.admin.queries.ts';
export { presentQuote } from './sell.pricing.ts';

/** What the screens show where a coin is not on offer any more. */
const unknownColor = '#8a8f98';

/**
 * Opens the order of a quote whose coins have come to its own address: its terms, its reference and its payee. Undefined
 * where another process was first, or where the product did not write the quote.
 */
export async function openFromDeposit(
  tx: Tx,
  deps: Pick<Platform, 'now'> & Pick<RatesPorts, 'rates'>,
  quoteId: string,
): Promise<{ orderId: string; userId: string } | undefined> {
  const now = deps.now();
  const quote = await lockUnusedQuote(tx, quoteId);
  if (!quote?.isSigned) return undefined;
  const { userId, cryptoId, reference, terms, deposit, paymentDetails } = quote;
  const customer = await lockCustomer(tx, userId);
  if (!customer || !(await markQuotePaid(tx, quoteId, now))) return undefined;
  const color = (await deps.rates()).coins.get(cryptoId)?.color ?? unknownColor;
  const coin = { id: cryptoId, name: quote.cryptoName, symbol: quote.cryptoSymbol, color };
  const sale = { cryptoId, amount: quote.amount, currency: terms.currency };
  const draft = orderDraft({ userId, sale, coin, hash: null, quoteId, paymentDetails }, { terms, deposit, reference });
  const own = { ...draft, hasProof: false, stage: 'confirming' as const };
  const orderId = await openOrder(tx, 'system', { draft: own }, customer, now);
  const subject = { type: 'transaction', id: orderId } as const;
  await recordAudit(tx, 'system', 'transaction.opened_by_deposit', subject, { reference, quoteId });
  return { orderId, userId };
}
