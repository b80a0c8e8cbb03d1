import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '#server/db/connection.ts';
import { runBatch } from '#server/db/statements.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { insertFile, type StoredFile } from '#server/features/files/files.service.ts';
import { kycStatusOf } from '#server/features/kyc/kyc.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Forbidden, NotFound } from '#server/lib/refusal.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { amountOf, round, toMinorText, toText, toWire, usdCents, type Amount } from '#shared/kernel/money.ts';
import { filled } from '#shared/kernel/reason.ts';
import type { OrderReason } from '#shared/orders/orders.reasons.ts';
import { notifyAdmin, notifyCustomer, requestProof, type OrderForMail } from '../orders.mail.ts';
import { addressHashesOf } from '../orders.personal-data.service.ts';
import { appendEvent, insertOrder, lockCustomer, sumValueUsd, type LockedCustomer } from '../orders.queries.ts';
import { expiredQuoteSource, kindOf } from '../orders.service.ts';
import type { OrderDraft } from './orders.draft.ts';
import { findDuplicate, findDuplicateExchange, type DuplicateExchange } from './orders.duplicates.queries.ts';

export type { OrderDraft } from './orders.draft.ts';
export type { LockedCustomer } from '../orders.queries.ts';

/** Takes the customer's lock: from here on no other order of theirs can be counted or written concurrently. */
export async function lockActiveCustomer(tx: Tx, userId: string): Promise<LockedCustomer> {
  const customer = await lockCustomer(tx, userId);
  if (customer?.status !== 'active') throw new NotFound('account_not_found');
  return customer;
}

const duplicateWindowMs = 60_000;

/** The order that a repeat without Idempotency-Key duplicates, within a minute; certain under the customer's lock. */
export async function duplicateOf(
  db: Pick<Db, 'run'>,
  sale: { userId: string; cryptoId: string; amount: Amount<'coin'>; proofHash: Buffer },
  now: Date,
): Promise<string | undefined> {
  const since = new Date(now.getTime() - duplicateWindowMs);
  return findDuplicate(db, { ...sale, amount: toText(sale.amount), since });
}

/** The exchange that a repeated submission without a key duplicates: same user, terms and account within a minute. */
export async function duplicateExchangeOf(
  tx: Tx,
  exchange: Omit<DuplicateExchange, 'since'>,
  now: Date,
): Promise<string | undefined> {
  return findDuplicateExchange(tx, { ...exchange, since: new Date(now.getTime() - duplicateWindowMs) });
}

type AllowanceDeps = Pick<Platform, 'now'> & SettingsPorts;

/** The amount a user may still trade without an approved identity, in US dollars. */
export type Allowance = {
  kycApproved: boolean;
  limitUsd: Amount<'usd'>;
  usedUsd: Amount<'usd'>;
  /** Null when there is no limit any more. */
  leftUsd: Amount<'usd'> | null;
  days: number;
};

const noDollars = amountOf('usd', '0');

/** The allowance over the trailing days: sales and exchanges count alike while they moved or may move money. */
export async function allowanceOf(deps: AllowanceDeps, db: Pick<Db, 'run'>, userId: string): Promise<Allowance> {
  const { kycUsd, kycDays: days } = settingsOf(deps).limits;
  const since = new Date(deps.now().getTime() - days * dayMs);
  const kycApproved = (await kycStatusOf(db, userId)) === 'approved';
  // Closing the account and registering again does not begin a new limit.
  const earlier = kycApproved ? [] : await addressHashesOf(db, userId);
  const usedUsd = amountOf('usd', await sumValueUsd(db, userId, since, earlier));
  const limitUsd = amountOf('usd', String(kycUsd));
  const left = limitUsd.minus(usedUsd);
  return { kycApproved, limitUsd, usedUsd, leftUsd: kycApproved ? null : left.lt(noDollars) ? noDollars : left, days };
}

/**
 * Refuses an order of this value in US dollars with kyc_required when it would pass the limit, of which `heldUsd` belongs
 * to what the customer has begun and not submitted. Ask inside the order's transaction, under the customer's lock, or two
 * orders at once could each find the same allowance left.
 */
export async function requireAllowance(
  deps: AllowanceDeps,
  db: Pick<Db, 'run'>,
  userId: string,
  valueUsd: Amount<'usd'>,
  heldUsd: Amount<'usd'> = noDollars,
): Promise<void> {
  const { kycApproved, limitUsd, usedUsd, leftUsd, days } = await allowanceOf(deps, db, userId);
  if (kycApproved || leftUsd === null || valueUsd.lte(limitUsd.minus(usedUsd).minus(heldUsd))) return;
  const inCents = (amount: Amount<'usd'>) => toMinorText(round(amount, usdCents, 'half-up'), usdCents);
  const params = { limitUsd: limitUsd.toFixed(), days, leftUsd: inCents(leftUsd) };
  const because = heldUsd.eq(noDollars)
    ? filled('kyc_limit_reached', params)
    : filled('kyc_limit_held', { ...params, heldUsd: inCents(heldUsd) });
  throw new Forbidden('kyc_required', because, {
    limitUsd: toWire(limitUsd),
    usedUsd: toWire(usedUsd),
    leftUsd: toWire(leftUsd),
  });
}

/**
 * Opens an order: row, first event, audit, proof, mails and event in one transaction and one statement; returns its id.
 * With its proof, or opened by an admin, it awaits a decision: notifies `adminEmail`. The caller
 * holds the customer's lock.
 */
export async function openOrder(
  tx: Tx,
  actor: Actor,
  { draft, proof, adminEmail }: { draft: OrderDraft; proof?: StoredFile; adminEmail?: string | undefined },
  customer: LockedCustomer,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const { reference, userId, gives, payoutCurrency } = draft;
  const order: OrderForMail = {
    ...customer,
    id,
    reference,
    userId,
    payoutCurrency,
    amount: draft.amount.toFixed(),
    unit: gives.type === 'sell' ? gives.coin.symbol : gives.currency,
    payoutAmount: draft.payoutAmount.toFixed(),
  };
  const because: OrderReason | undefined =
    draft.rateSource === expiredQuoteSource ? { reason: 'quote_expired', params: {} } : undefined;
  const begins = { from: null, to: 'pending', actorId: actor.userId, actorKind: kindOf(actor), note: null } as const;
  await runBatch(tx, async (all) => {
    await insertOrder(all, id, draft, proof, now);
    await appendEvent(all, { orderId: id, at: now, ...begins, because });
    await recordAudit(all, actor, 'transaction.created', { type: 'transaction', id }, { reference, type: gives.type });
    if (proof) await insertFile(all, proof, { orderId: id });
    await (draft.hasProof ? notifyCustomer(all, order, 'pending') : requestProof(all, order));
    if (adminEmail && draft.hasProof) await notifyAdmin(all, adminEmail, order, gives.type);
    await publish(all, { kind: 'order_changed', id, userId, status: 'pending', version: 1 });
  });
  return id;
}

/** The admin address for notices of new orders; undefined where settings turn them off. */
export function newOrderRecipient(deps: Pick<Platform, 'env'> & SettingsPorts): string | undefined {
  return settingsOf(deps).rules.newOrderMail ? deps.env.admin.email : undefined;
}
