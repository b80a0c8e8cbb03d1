import { publish } from '#server/events/publish.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { adminOrder } from '#server/features/orders/list/orders.lists.service.ts';
import {
  assertCanAnswer,
  customerOf,
  findAsked,
  recordQuestion,
} from '#server/features/orders/orders.question.service.ts';
import { alreadyDecided, lockOrder, type LockedOrder } from '#server/features/orders/orders.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { jsonText, type JsonText } from '#server/http/reply.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { agentName } from '#shared/chat/chat.agent.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as contract from '#shared/orders/admin/orders.question.contract.ts';
import { answeredBy } from '#shared/orders/orders.times.ts';
import { isUndecidedStage } from '#shared/orders/orders.work.ts';
import { storeInRoom } from '../chat.messages.service.ts';
import type { ChatDeps } from '../chat.ports.ts';
import { customerRoom } from '../chat.rooms.service.ts';
import { lockRoom } from '../live/chat.rooms.queries.ts';

const orderRow: ActionRow<ChatDeps, LockedOrder, JsonText, { id: Id<'order'> }> = {
  lock: async (tx, { id }) => {
    const userId = await customerOf(tx, id);
    if (userId === undefined) return undefined;
    // Rows are locked in the order that a customer's answer uses, so that two calls never wait for each other.
    const room = await customerRoom(tx, userId);
    await lockRoom(tx, { id: room.id });
    return lockOrder(tx, id);
  },
  missing: 'order_not_found',
  ownersOf: ({ userId }) => [userId],
  version: { of: ({ version }) => version, changed: 'order_changed' },
  present: async ({ id }, { tx, deps }) => jsonText(await adminOrder({ ...deps, db: tx }, id)),
};

/**
 * Asks the customer about an undecided order by chat, event and mail; the order waits for the answer or the time.
 * Refuses with already_decided, customer_blocked, and with conflict a second question.
 */
export const askCustomer = act(contract.askCustomer, orderRow, {
  check: async ({ tx, row: { id, stage, status, userId } }) => {
    if (!isUndecidedStage(stage)) throw alreadyDecided(status);
    await assertCanAnswer(tx, { userId });
    if (await findAsked(tx, { id })) throw new Conflict('conflict', 'question_open');
  },
  apply: async ({ tx, deps, actor, row, now, body: { text } }) => {
    const { id, userId } = row;
    const until = answeredBy(now, settingsOf(deps).limits);
    const { id: roomId } = await customerRoom(tx, userId);
    const by = { sender: 'support', senderName: agentName, authorId: actor.userId } as const;
    const message = { id: newId('message'), roomId, text, ...by, clientMessageId: null, orderId: id, warning: null };
    const noRequest = { window: undefined, language: undefined, isAgentOnline: true };
    await storeInRoom(tx, deps, { ...message, isMailed: true }, noRequest);
    await recordQuestion(tx, actor, row, { text, until, now });
    await enqueue(tx, 'chat.question-over', { orderId: id }, { runAt: until });
    return { row, details: {} };
  },
});

/** Publishes an order as changed once the time of its question is over, so that both sides show it as one to decide. */
export async function questionOver(
  { inTx }: Pick<ChatDeps, 'inTx'>,
  { orderId }: { orderId: Id<'order'> },
): Promise<void> {
  await inTx(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return;
    const { id, userId, status, version, stage, stageVersion } = order;
    await publish(tx, { kind: 'order_changed', id, userId, status, version, stage, stageVersion });
  });
}

export const questionActions: ActionsOf<ChatDeps, 'orders.decide'> = [askCustomer];
