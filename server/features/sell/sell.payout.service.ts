import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import {
  applyMarks,
  firstUnmarked,
  giveAddress,
  markGiven,
  sourceOf,
} from '#server/features/deposit-sources/deposit-sources.service.ts';
import { isKnownCustomer, lockActiveCustomer } from '#server/features/orders/open/orders.opening.service.ts';
import { assertRail } from '#server/features/payout-accounts/payout-accounts.bounds.service.ts';
import { payeeByRail, assertMethod } from '#server/features/payout-accounts/payout-accounts.rails.service.ts';
import {
  markPayoutAccountUsed,
  savePayoutAccountOf,
} from '#server/features/payout-accounts/payout-accounts.service.ts';
import { rateUnavailable } from '#server/features/rates/rates.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { addressUnavailable, depositAddressOf, type DepositAddress } from '#server/features/wallets/wallets.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Conflict, NotFound, Refusal } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toText } from '#shared/kernel/money.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import type { QuoteRules } from '#shared/sell/sell.quote-rules.ts';
import { hasArrived } from './sell.leases.queries.ts';
import { writePayee } from './sell.payees.queries.ts';
import type { SellDeps } from './sell.ports.ts';
import { presentQuote, priceNow, quoteChanged } from './sell.pricing.ts';
import { findQuote, lockQuote, type Quote } from './sell.queries.ts';

export type Payee = { paymentDetails: PaymentDetails; savePayoutAccount?: boolean | undefined };

/**
 * The receiver of a quote's coins: an own address once there is a payee, or `shared` if none is free and the setting
 * allows it.
 */
export type Receiving = {
  sourceId: Id<'depositSource'> | undefined;
  /** The lowest index of an account key that may be given out. */
  firstIndex?: number;
  shared: DepositAddress | undefined;
};

/** The address or source that receives a coin now. Refuses with address_unavailable where there is none. */
export async function receivingOf(deps: SellDeps, cryptoId: string, { isGiven = true } = {}): Promise<Receiving> {
  const source = await sourceOf(deps, cryptoId);
  if (!source) return { sourceId: undefined, shared: await depositAddressOf(deps, cryptoId) };
  if (!isGiven) return { sourceId: source.id, shared: undefined };
  await applyMarks(deps, source);
  const ownReceiving = {
    sourceId: source.id,
    ...(source.kind === 'xpub' && { firstIndex: await firstUnmarked(deps, source) }),
  };
  if (source.whenEmpty === 'refuse') return { ...ownReceiving, shared: undefined };
  const shared = await depositAddressOf(deps, cryptoId).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  return { ...ownReceiving, shared };
}

/** Returns the rules for too little, too much and late coins, which a quote shows and stores. */
export function rulesOf(deps: SettingsPorts): QuoteRules {
  const { tolerance, graceMinutes, topUpMinutes, minedMinutes, overPercent, watchDays } = settingsOf(deps).deposits;
  const { percent: tolerancePercent, maxUsd: toleranceMaxUsd } = tolerance;
  return { tolerancePercent, toleranceMaxUsd, graceMinutes, topUpMinutes, minedMinutes, overPercent, watchDays };
}

/**
 * Sets the payee of the caller's quote, whose address is shown only after that; before the first transfer it can be
 * replaced. Refuses with not_found, quote_used, quote_changed, address_unavailable, and with conflict after the first
 * transfer.
 */
export async function setPayout(deps: SellDeps, actor: Actor, id: Id<'quote'>, payee: Payee): Promise<SellQuoteView> {
  assertInstallation(deps);
  const ownQuote = await findQuote(deps.db, { userId: actor.userId, id });
  if (!ownQuote || ownQuote.droppedAt) throw new NotFound('quote_not_found');
  const sale = { cryptoId: ownQuote.cryptoId, amount: ownQuote.amount, currency: ownQuote.terms.currency };
  if (ownQuote.expiresAt <= deps.now() && ownQuote.deposit.address === '') {
    const { terms } = await priceNow(deps, sale);
    throw terms ? quoteChanged(terms) : rateUnavailable('sell_rate_unavailable');
  }
  const { currency } = sale;
  const paymentDetails = payeeByRail(deps, currency, payee.paymentDetails);
  if (!isLockedWith(ownQuote, paymentDetails.method, deps.now())) {
    assertMethod(deps, { ...paymentDetails, currency });
    assertRail(deps, { ...paymentDetails, currency }, ownQuote.terms.netAmount);
  }
  await deps.assertPayee(deps.db, { userId: actor.userId, details: paymentDetails, currency });
  const receiving = await receivingOf(deps, ownQuote.cryptoId);
  const shownQuote = await deps.inTx(async (tx) => {
    await lockActiveCustomer(tx, actor.userId);
    const quote = await lockQuote(tx, { userId: actor.userId, id });
    if (!quote || quote.droppedAt) throw new NotFound('quote_not_found');
    const storedPayee = { ...payee, paymentDetails };
    return presentQuote(await attachPayee(tx, deps, actor, { quote, receiving, payee: storedPayee }), deps.now());
  });
  await markGivenTo(deps, receiving, actor.userId);
  return shownQuote;
}

/** True while an open quote was locked with this rail: it is paid by that rail even if it was turned off since. */
export const isLockedWith = (
  quote: Pick<Quote, 'paymentDetails' | 'rail' | 'expiresAt'>,
  rail: string,
  now: Date,
): boolean => (quote.paymentDetails?.method ?? quote.rail) === rail && quote.expiresAt > now;

/**
 * Records outside the database which address a customer was given, so that a restored database gives it to no other
 * customer.
 */
export async function markGivenTo(deps: SellDeps, { sourceId }: Receiving, userId: Id<'user'>): Promise<void> {
  if (sourceId !== undefined) await markGiven(deps, userId);
}

type Attached = { quote: Quote; receiving: Receiving; payee: Payee };

/**
 * Attaches a payee, which `deps.assertPayee` has taken, to a quote that this transaction has locked or made. Refuses
 * with quote_used, address_unavailable, and with conflict once its coins are on their way.
 */
export async function attachPayee(
  tx: Tx,
  deps: SellDeps,
  actor: Actor,
  { quote, receiving, payee: { paymentDetails, savePayoutAccount } }: Attached,
): Promise<Quote> {
  if (quote.usedAt) throw new Conflict('quote_used', 'quote_used');
  if (!quote.isSigned) throw addressUnavailable();
  if (quote.leaseId && (await hasArrived(tx, { leaseId: quote.leaseId }))) throw payeeFixed();
  const quoteWithAddress = quote.deposit.address === '' ? await addressFor(tx, deps, quote, receiving) : quote;
  const { deposit, isOwn, leaseId } = quoteWithAddress;
  const after = await writePayee(tx, quote, { deposit, isOwn, leaseId, paymentDetails });
  if (!after) throw new Conflict('quote_used', 'quote_used');
  if (after.stoppedAt) throw addressUnavailable();
  const saveAccount = savePayoutAccount ? savePayoutAccountOf : markPayoutAccountUsed;
  await saveAccount(tx, actor.userId, paymentDetails, quote.terms.currency);
  const details = { reference: quote.reference, isOwn };
  await recordAudit(tx, actor, 'sell_quote.payout_set', { type: 'sell_quote', id: quote.id }, details);
  await publish(tx, { kind: 'deposit_changed', userId: actor.userId, quoteId: quote.id, orderId: null });
  return after;
}

/** The refusal (409) to change a payee for whom coins are on their way. */
export function payeeFixed(): Conflict {
  return new Conflict('conflict', 'payee_fixed', { fields: { paymentDetails: 'payee_fixed' } });
}

async function addressFor(
  tx: Tx,
  deps: SellDeps,
  quote: Quote,
  { sourceId, firstIndex, shared }: Receiving,
): Promise<Pick<Quote, 'deposit' | 'isOwn' | 'leaseId'>> {
  const watchDays = quote.rules?.watchDays ?? settingsOf(deps).deposits.watchDays;
  const leaseFields = {
    quoteId: quote.id,
    userId: quote.userId,
    reference: quote.reference,
    cryptoId: quote.cryptoId,
    amount: toText(quote.amount),
    valueUsd: toText(quote.terms.valueUsd),
    rate: toText(quote.terms.buyingRate),
    expiresAt: quote.expiresAt,
    watchedUntil: new Date(quote.expiresAt.getTime() + watchDays * dayMs),
    isKnownCustomer: await isKnownCustomer(tx, quote.userId),
  };
  const givenAddress =
    sourceId === undefined ? undefined : await giveAddress(tx, deps, { id: sourceId, firstIndex }, leaseFields);
  if (givenAddress) {
    const { leaseId, address, tag } = givenAddress;
    const deposit = { address, memo: tag, network: quote.deposit.network, isSample: false };
    return { deposit, isOwn: true, leaseId };
  }
  if (!shared) throw addressUnavailable();
  return { deposit: shared, isOwn: false, leaseId: null };
}
