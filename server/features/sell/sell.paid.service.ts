import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { reportForged } from '#server/features/alarms/alarms.service.ts';
import type { StoredFile } from '#server/features/files/files.service.ts';
import type { LockedCustomer } from '#server/features/orders/open/orders.opening.service.ts';
import { addScreenshot } from '#server/features/orders/open/orders.proof.service.ts';
import { lockOrder } from '#server/features/orders/orders.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { addressUnavailable } from '#server/features/wallets/wallets.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { findOrderOfQuote, hasArrived } from './sell.leases.queries.ts';
import { openQuoteOrder } from './sell.opening.service.ts';
import { payeeFixed } from './sell.payout.service.ts';
import type { Quote } from './sell.queries.ts';

/**
 * True if the terms and the payee of a quote are fixed: coins were seen at its own address, or an order with that
 * address was made of it. Refuses with address_unavailable a quote that the product did not write.
 */
export async function hasFixedTerms(
  deps: Pick<Platform, 'db' | 'env' | 'inTx' | 'log'>,
  quote: Quote,
): Promise<boolean> {
  if (!quote.leaseId || !(quote.usedAt || (await hasArrived(deps.db, { leaseId: quote.leaseId })))) return false;
  if (quote.isSigned) return true;
  await reportForged(deps, 'quote', quote.stored);
  throw addressUnavailable();
}

type Submitted = {
  /** The quote, which this transaction has locked. */
  quote: Quote;
  paymentDetails: PaymentDetails;
  proof: StoredFile;
  customer: LockedCustomer;
  /** True if its terms were fixed before this transaction. */
  isFixed: boolean;
};

/**
 * Adds the screenshot to the order of a quote whose terms are fixed; makes the order if there is none. Undefined where
 * the terms are not fixed. Refuses with conflict (payee_fixed) a request that names another payee.
 */
export async function submitFixed(
  tx: Tx,
  deps: Pick<Platform, 'now'> & Pick<RatesPorts, 'rates'>,
  actor: Actor,
  { quote, paymentDetails, proof, customer, isFixed }: Submitted,
): Promise<{ orderId: Id<'order'>; isNew: boolean } | undefined> {
  if (!quote.leaseId) return undefined;
  const openedOrder = await findOrderOfQuote(tx, { quoteId: quote.id });
  if (openedOrder) {
    const order = await lockOrder(tx, openedOrder.id);
    assertSamePayee(order?.paymentDetails, paymentDetails);
    if (order) await addScreenshot(tx, actor, order, proof, deps.now());
    return { orderId: openedOrder.id, isNew: false };
  }
  if (!isFixed && !(await hasArrived(tx, { leaseId: quote.leaseId }))) return undefined;
  if (!quote.isSigned) throw addressUnavailable();
  assertSamePayee(quote.paymentDetails, paymentDetails);
  const orderId = await openQuoteOrder(tx, deps, actor, { quote, customer, proof });
  await publish(tx, { kind: 'deposit_changed', userId: actor.userId, quoteId: quote.id, orderId });
  return { orderId, isNew: true };
}

function assertSamePayee(fixedPayee: unknown, payee: PaymentDetails): void {
  if (isSamePayee(fixedPayee, payee)) return;
  throw payeeFixed();
}

/** True if two accounts are one, as they are stored. */
export const isSamePayee = (storedPayee: unknown, payee: PaymentDetails): boolean =>
  canonicalJson(storedPayee) === canonicalJson(payee);
