import { randomInt } from 'node:crypto';
import type { Db, Tx } from '#server/db/connection.ts';
import { inBatch } from '#server/db/query.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { insertFile, type StoredFile } from '#server/features/files/files.service.ts';
import { findKycStatus } from '#server/features/kyc/kyc.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { newId } from '#server/lib/new-id.ts';
import { Forbidden, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, round, toMinorText, toWire, usdCents, type Amount } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import type { OrderReason } from '#shared/orders/orders.reasons.ts';
import { referenceAlphabet } from '#shared/orders/orders.reference.ts';
import { stageOf, newOrder } from '#shared/orders/orders.stage.ts';
import { dayMs, minuteMs } from '#shared/reference/units-of-time.ts';
import { lockCustomer, sumValueUsd, type LockedCustomer } from '../orders.customers.queries.ts';
import { notifyCustomer, notifyOfOpened, notifyOfOrder, requestProof, type OrderForMail } from '../orders.mail.ts';
import { appendEvent, insertOrder } from '../orders.queries.ts';
import { expiredQuoteSource, kindOf, mailboxHashesOf, type Mover } from '../orders.service.ts';
import type { OrderDraft } from './orders.draft.ts';
import {
  findDuplicateExchange,
  findDuplicateSale,
  findReserved,
  hasCompletedOrder,
  redeem,
  sumReceivedAt,
  takeReference,
  type DuplicateExchange,
  type DuplicateSale,
} from './orders.opening.queries.ts';

export type { OrderDraft, SoldCoin } from './orders.draft.ts';
export { openOrdersAt } from './orders.opening.queries.ts';
export { lockCustomer, type LockedCustomer } from '../orders.customers.queries.ts';

/**
 * Takes the customer's lock: from here on no other order of theirs can be counted or written concurrently. Refuses with
 * not_found for a blocked or deleted one.
 */
export async function lockActiveCustomer(tx: Tx, userId: Id<'user'>): Promise<LockedCustomer> {
  const customer = await lockCustomer(tx, { id: userId });
  if (customer?.status !== 'active') throw new NotFound('account_not_found');
  return customer;
}

const duplicateWindowMs = minuteMs;

const duplicatesSince = (now: Date) => new Date(now.getTime() - duplicateWindowMs);

/** The sale that a repeat without a key duplicates: same user, terms and proof; certain under the customer's lock. */
export async function duplicateSaleOf(
  db: Pick<Db, 'ask'>,
  sale: Omit<DuplicateSale, 'since'>,
  now: Date,
): Promise<Id<'order'> | undefined> {
  return findDuplicateSale(db, { ...sale, since: duplicatesSince(now) });
}

/** The exchange that a repeat without a key duplicates: same user, terms and account; certain under that lock too. */
export async function duplicateExchangeOf(
  db: Pick<Db, 'ask'>,
  exchange: Omit<DuplicateExchange, 'since'>,
  now: Date,
): Promise<Id<'order'> | undefined> {
  return findDuplicateExchange(db, { ...exchange, since: duplicatesSince(now) });
}

/** The amount a user may still trade without an approved identity, in US dollars. */
type Allowance = {
  kycApproved: boolean;
  limitUsd: Amount<'usd'>;
  usedUsd: Amount<'usd'>;
  /** Null when there is no limit any more. */
  leftUsd: Amount<'usd'> | null;
  days: number;
};

const noDollars = amountOf('usd', '0');

/**
 * Returns the allowance of a customer over the trailing days; sales and exchanges count alike while they moved or may
 * move money.
 */
export async function allowanceOf(
  deps: Pick<Platform, 'now'> & SettingsPorts,
  db: Pick<Db, 'ask'>,
  userId: Id<'user'>,
): Promise<Allowance> {
  const { kycUsd, kycDays: days } = settingsOf(deps).limits;
  const since = new Date(deps.now().getTime() - days * dayMs);
  const kycApproved = (await findKycStatus(db, userId)) === 'approved';
  // A customer who closes the account and registers again begins no new limit.
  const earlierHashes = kycApproved ? [] : await mailboxHashesOf(db, userId);
  const usedUsd = amountOf('usd', (await sumValueUsd(db, { userId, since, addressHashes: earlierHashes })).usedUsd);
  const limitUsd = amountOf('usd', String(kycUsd));
  const remainingUsd = limitUsd.minus(usedUsd);
  return {
    kycApproved,
    limitUsd,
    usedUsd,
    leftUsd: kycApproved ? null : remainingUsd.lt(noDollars) ? noDollars : remainingUsd,
    days,
  };
}

/** True if a customer has an approved identity or a completed order. */
export async function isKnownCustomer(db: Pick<Db, 'ask'>, userId: Id<'user'>): Promise<boolean> {
  return (await findKycStatus(db, userId)) === 'approved' || hasCompletedOrder(db, { userId });
}

/**
 * Refuses with kyc_required an order whose value in US dollars passes the limit; `openQuotesUsd` is what the customer
 * has begun and not submitted. Ask under the customer's lock: two orders at once could find the same allowance.
 */
export async function assertAllowance(
  deps: Pick<Platform, 'now'> & SettingsPorts,
  db: Pick<Db, 'ask'>,
  userId: Id<'user'>,
  valueUsd: Amount<'usd'>,
  openQuotesUsd: Amount<'usd'> = noDollars,
): Promise<void> {
  const { kycApproved, limitUsd, usedUsd, leftUsd, days } = await allowanceOf(deps, db, userId);
  if (kycApproved || leftUsd === null || valueUsd.lte(limitUsd.minus(usedUsd).minus(openQuotesUsd))) return;
  const inCents = (amount: Amount<'usd'>) => toMinorText(round(amount, usdCents, 'half-up'), usdCents);
  const params = { limitUsd: limitUsd.toFixed(), days, leftUsd: inCents(leftUsd) };
  const limitReason = openQuotesUsd.eq(noDollars)
    ? reasonWith('kyc_limit_reached', params)
    : reasonWith('kyc_limit_held', { ...params, heldUsd: inCents(openQuotesUsd) });
  throw new Forbidden('kyc_required', limitReason, {
    limitUsd: toWire(limitUsd),
    usedUsd: toWire(usedUsd),
    leftUsd: toWire(leftUsd),
  });
}

/**
 * Opens an order: row, first event, audit, proof, mails and event in one transaction and one
 * statement; returns its id. With its proof, or opened by an admin, it awaits a decision: the team
 * is notified. The caller holds the customer's lock.
 */
export async function openOrder(
  tx: Tx,
  actor: Mover,
  { draft, proof }: { draft: OrderDraft; proof?: StoredFile },
  customer: LockedCustomer,
  now: Date,
): Promise<Id<'order'>> {
  const id = newId('order');
  const { reference, userId, gives, payoutCurrency, isOwn = false } = draft;
  const stage = stageOf({ status: 'pending', ...newOrder(isOwn) });
  const order: OrderForMail = {
    ...customer,
    id,
    reference,
    userId,
    payoutCurrency,
    paymentDetails: draft.paymentDetails,
    isConfirming: isOwn,
    amount: draft.amount.toFixed(),
    unit: gives.type === 'sell' ? gives.coin.symbol : gives.currency,
    payoutAmount: draft.payoutAmount.toFixed(),
  };
  const refusalReason: OrderReason | undefined =
    draft.rateSource === expiredQuoteSource ? { reason: 'quote_expired', params: {} } : undefined;
  const moverId = actor === 'system' ? null : actor.userId;
  const begins = { from: null, to: 'pending', actorId: moverId, actorKind: kindOf(actor), note: null } as const;
  await inBatch(tx, async (all) => {
    await insertOrder(all, { id, draft, stage, proof, now });
    await appendEvent(all, {
      orderId: id,
      at: now,
      ...begins,
      because: refusalReason,
      stage: isOwn ? stage : undefined,
    });
    await recordAudit(all, actor, 'transaction.created', { type: 'transaction', id }, { reference, type: gives.type });
    if (proof) await insertFile(all, proof, { orderId: id });
    // Coins at an own address are their own proof: nothing is asked for.
    if (draft.openedBy !== undefined) await notifyOfOpened(all, order, draft.paymentDetails?.accountNumber ?? '');
    else await (draft.hasProof || isOwn ? notifyCustomer(all, order, 'pending') : requestProof(all, order));
    if (draft.hasProof) await notifyOfOrder(all, actor, order, gives.type);
    await publish(all, { kind: 'order_changed', id, userId, status: 'pending', version: 1 });
  });
  return id;
}

const maxAttempts = 20;

/** A reference such as LF-7K3M-Q2 that no quote and no order ever had: no secret, it grants no access. */
export async function issueReference(tx: Tx, reservedFor: string | null = null): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const reservedReference =
      reservedFor === null ? undefined : (await findReserved(tx, { userId: reservedFor }))?.reference;
    if (reservedReference) return reservedReference;
    const reference = newReference();
    if (await takeReference(tx, { reference, reservedFor })) return reference;
  }
  throw new Error('No free order reference was found.');
}

/** Returns the reference for the next exchange, reserved or new, so that the bank statement names that order. */
export const reserveReference = (tx: Tx, userId: Id<'user'>): Promise<string> => issueReference(tx, userId);

/** Returns the reserved reference for the new order; a new one if it is another user's, used or absent. */
export async function redeemReference(tx: Tx, userId: Id<'user'>, reference: string | undefined): Promise<string> {
  if (reference !== undefined && (await redeem(tx, { reference, userId }))) return reference;
  return issueReference(tx);
}

const newReference = () => `LF-${randomText(4)}-${randomText(2)}`;

/** Random characters of the alphabet of references, 5 bits each. */
export function randomText(count: number): string {
  return Array.from({ length: count }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('');
}

const monthMs = 30 * dayMs;

/** Coins that this address received by completed orders of the last 30 days, as decimal text. */
export async function receivedAt(
  { db, now }: { db: Db; now: () => Date },
  cryptoId: string,
  address: string,
): Promise<string> {
  return (await sumReceivedAt(db, { cryptoId, address, since: new Date(now().getTime() - monthMs) })).amount;
}
