import { z } from 'zod';
import { roomId as room } from '#shared/chat/chat.socket.ts';
import { anyId, idOf } from '#shared/kernel/fields.ts';

const order = idOf('order');
const user = idOf('user');

/** Events published after a commit: ids, statuses and versions only, as every listener sees them; 8,000 bytes. */
const domainEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('order_changed'),
    id: order,
    userId: user,
    status: z.string(),
    version: z.number().int(),
    /** Absent in events of an older process. */
    stage: z.string().optional(),
    stageVersion: z.number().int().optional(),
  }),
  /** Notes, tags or the assignee of an order: only the team sees them, and the order itself did not change. */
  z.object({ kind: z.literal('order_handling_changed'), id: order }),
  /** A member of the team opened or closed an order on screen. */
  z.object({ kind: z.literal('order_viewers_changed'), id: order }),
  /** A process that listens; its number is that of the connection that notified. */
  z.object({ kind: z.literal('process_started') }),
  /** Sessions that ended, and why: the named ones, or all of one user. An older process gives no reason. */
  z.object({
    kind: z.literal('session_revoked'),
    sessionIds: z.array(idOf('session')).optional(),
    userId: user.optional(),
    reason: z.string().optional(),
  }),
  z.object({ kind: z.literal('user_changed'), userId: user }),
  /** An identity request was submitted or decided. */
  z.object({ kind: z.literal('kyc_changed'), id: idOf('kycRequest'), userId: user, status: z.string() }),
  /** A deposit was seen or decided about; without an order it belongs to a quote or a refund. */
  z.object({
    kind: z.literal('deposit_changed'),
    userId: user,
    quoteId: idOf('quote').nullable(),
    orderId: order.nullable(),
  }),
  /** Transfers that no order claims, or refunds: for the team alone. */
  z.object({ kind: z.literal('unmatched_changed') }),
  /** Payouts, batches, statements or rows they depend on: for the team alone. */
  z.object({ kind: z.literal('payouts_changed') }),
  z.object({ kind: z.literal('rates_changed') }),
  /** A chain has new blocks, or transfers that somebody may be waiting for. */
  z.object({ kind: z.literal('chain_advanced'), chain: z.string() }),
  z.object({ kind: z.literal('wallets_changed') }),
  /** A deposit address was stopped: no payment must go there any more; the id is that of the stop or the source. */
  z.object({ kind: z.literal('deposit_address_stopped'), id: anyId }),
  z.object({ kind: z.literal('settings_changed') }),
  z.object({ kind: z.literal('audit_written') }),
  /** A notice to the team waits to be shared out. */
  z.object({ kind: z.literal('notice_written'), inSeconds: z.number().optional() }),
  /** A message, and the bot's answers to it: `last` is the number of the last of them. An older process names none. */
  z.object({
    kind: z.literal('chat_message'),
    roomId: room,
    seq: z.number().int(),
    last: z.number().int().optional(),
  }),
  z.object({ kind: z.literal('chat_joined'), roomId: room, by: z.enum(['user', 'support']) }),
  z.object({ kind: z.literal('chat_closed'), roomId: room }),
  /** A conversation was assigned to another member of the team, or unassigned. */
  z.object({ kind: z.literal('chat_assigned'), roomId: room }),
  z.object({ kind: z.literal('chat_typing'), roomId: room, by: z.enum(['user', 'support']) }),
  /** One side of a conversation has read up to a number. */
  z.object({
    kind: z.literal('chat_read'),
    roomId: room,
    by: z.enum(['user', 'support']),
    seq: z.number().int(),
  }),
  /** An agent joined, left or is busy. */
  z.object({ kind: z.literal('chat_agents') }),
]);

export type DomainEvent = z.output<typeof domainEvent>;
export type EventKind = DomainEvent['kind'];
export type EventOf<Kind extends EventKind> = Extract<DomainEvent, { kind: Kind }>;

/** Each listener gets it after a lost connection was restored: events of the last `gapMs` may be missing, so reload. */
export type Resync = { kind: 'resync'; gapMs: number };

/** Parses a NOTIFY payload; undefined for a kind unknown to this version (a newer process may run beside this one). */
export function parseEvent(payload: string | undefined): DomainEvent | undefined {
  try {
    return domainEvent.safeParse(JSON.parse(payload ?? '')).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
