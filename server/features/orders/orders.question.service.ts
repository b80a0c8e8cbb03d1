import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { isJoinable } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { askedAgainFrom, type PromisedHours } from '#shared/orders/orders.times.ts';
import { lockCustomerStatus } from './orders.customers.queries.ts';
import { mailQuestion } from './orders.mail.ts';
import { appendEvent, findSignedOrder, type LockedOrder } from './orders.queries.ts';

export { findAsked } from './list/orders.question.queries.ts';

/** The customer of an order; undefined where there is no such order. */
export async function customerOf(tx: Tx, id: Id<'order'>): Promise<Id<'user'> | undefined> {
  return (await findSignedOrder(tx, { id }))?.userId;
}

/**
 * Refuses a question to a customer who cannot sign in to answer it: with customer_blocked, or one without a password
 * with conflict.
 */
export async function assertCanAnswer(tx: Tx, { userId }: Pick<LockedOrder, 'userId'>): Promise<void> {
  const customer = await lockCustomerStatus(tx, { id: userId });
  if (customer?.status === 'blocked') throw new Conflict('customer_blocked', 'question_to_blocked');
  if (customer && isJoinable(customer)) throw new Conflict('conflict', 'question_to_brought');
}

/** Refuses with conflict to ask a customer again whose time for an answer runs, or who was mailed only now. */
export function assertAnswerIsLate(
  askedAt: Date | string | null,
  limits: Pick<PromisedHours, 'questionHours'>,
  now: Date,
): void {
  if (askedAt !== null && askedAgainFrom(askedAt, limits) > now) throw new Conflict('conflict', 'question_open');
}

type Question = { text: string; until: Date; now: Date };

/** Stores a question to the customer as an event of the order, whose lists show it then, and mails it. */
export async function recordQuestion(
  tx: Tx,
  { userId: actorId }: Actor,
  order: LockedOrder,
  { text, until, now: at }: Question,
): Promise<void> {
  const { id, userId, status, version, stage, stageVersion } = order;
  const step = { orderId: id, at, from: status, to: status, actorId, note: text };
  const askedReason = { reason: 'asked', params: { until: until.toISOString() } } as const;
  await appendEvent(tx, { ...step, actorKind: 'admin', because: askedReason });
  await mailQuestion(tx, order, { text, until });
  await publish(tx, { kind: 'order_changed', id, userId, status, version, stage, stageVersion });
}
