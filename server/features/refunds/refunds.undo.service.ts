import type { Tx } from '#server/db/connection.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { auditedRefund, cancel, lockWithOrder, notFound, requireState, subjectOf } from './refunds.moves.service.ts';
import { selectRefundsOf } from './refunds.queries.ts';

/**
 * Cancels the refunds that a decision about their order opened. Refuses with already_decided one that has moved on
 * since.
 */
export async function undoRefunds(tx: Tx, actor: Actor, orderId: Id<'order'>, { at, now }: { at: Date; now: Date }) {
  const openedRefunds = (await selectRefundsOf(tx, { orderId })).filter(({ dueAt }) => new Date(dueAt) >= at);
  for (const { id } of openedRefunds) {
    const refund = await lockWithOrder(tx, id);
    if (!refund) throw notFound();
    const dueRefund = { ...refund, row: requireState(refund.row, 'due') };
    const { reason } = dueRefund.row;
    const after = await cancel(tx, actor, dueRefund, { reason, now });
    const details = { ...auditedRefund(after), reason: textAbout(after.userId, reason) };
    await recordAudit(tx, actor, 'refund.cancelled', subjectOf(after), details);
  }
}
