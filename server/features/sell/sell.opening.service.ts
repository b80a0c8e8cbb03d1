import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { StoredFile } from '#server/features/files/files.service.ts';
import { lockCustomer, openOrder, type LockedCustomer } from '#server/features/orders/open/orders.opening.service.ts';
import type { Mover } from '#server/features/orders/orders.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { findQuoteOwner, lockUnusedQuote, markQuotePaid } from './sell.leases.queries.ts';
import { orderDraft } from './sell.order-draft.ts';
import type { Quote } from './sell.queries.ts';

export {
  findLease,
  hasArrivedAtLease,
  listLeasedTransfers,
  listToOpen,
  type LeasedTransfer,
} from './sell.leases.queries.ts';
export { findQuote, type Quote } from './sell.queries.ts';
export { findAnyQuote } from './sell.admin.queries.ts';
export { presentQuote } from './sell.pricing.ts';

/** Colour of a coin that is no longer offered. */
const unknownColor = '#8a8f98';

/**
 * Opens the order of a quote whose coins have arrived at its own address: its terms, its reference and its payee.
 * Undefined where another process was first, or where the product did not write the quote.
 */
export async function openFromDeposit(
  tx: Tx,
  deps: Pick<Platform, 'now'> & Pick<RatesPorts, 'rates'>,
  quoteId: Id<'quote'>,
): Promise<{ orderId: Id<'order'>; userId: Id<'user'> } | undefined> {
  // The customer before the quote, in the order of a submission: else each could wait for the other.
  const owner = await findQuoteOwner(tx, { id: quoteId });
  const customer = owner && (await lockCustomer(tx, { id: owner.userId }));
  const quote = await lockUnusedQuote(tx, { id: quoteId });
  if (!customer || !quote?.isSigned) return undefined;
  const orderId = await openQuoteOrder(tx, deps, 'system', { quote, customer });
  const subject = { type: 'transaction', id: orderId } as const;
  await recordAudit(tx, 'system', 'transaction.opened_by_deposit', subject, { reference: quote.reference, quoteId });
  return { orderId, userId: quote.userId };
}

type PaidQuote = {
  /** The quote: locked in this transaction, signed and unused. */
  quote: Quote;
  customer: LockedCustomer;
  /** A screenshot that is submitted with it. */
  proof?: StoredFile;
};

/**
 * Opens the order of a quote whose coins were seen, from its own terms and payee alone; returns its id. Refuses with
 * quote_used.
 */
export async function openQuoteOrder(
  tx: Tx,
  deps: Pick<Platform, 'now'> & Pick<RatesPorts, 'rates'>,
  mover: Mover,
  { quote, customer, proof }: PaidQuote,
): Promise<Id<'order'>> {
  const now = deps.now();
  const { id: quoteId, userId, cryptoId, reference, terms, deposit, paymentDetails } = quote;
  if (!(await markQuotePaid(tx, { id: quoteId, now }))) throw new Conflict('quote_used', 'quote_used');
  const color = (await deps.rates()).coins.get(cryptoId)?.color ?? unknownColor;
  const coin = { id: cryptoId, name: quote.cryptoName, symbol: quote.cryptoSymbol, color };
  const sale = { cryptoId, amount: quote.amount, currency: terms.currency };
  const draft = orderDraft({ userId, sale, coin, hash: null, quoteId, paymentDetails }, { terms, deposit, reference });
  // The coins prove the order once they are final: a screenshot does not make it decidable earlier.
  const ownDraft = { ...draft, hasProof: false, isOwn: true };
  return openOrder(tx, mover, { draft: ownDraft, ...(proof && { proof }) }, customer, now);
}
