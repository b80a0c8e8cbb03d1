import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { files } from '#server/features/files/files.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';

/** A conversation. It belongs to a customer, or to the holder of the token behind the hash; always to exactly one. */
export const chatRooms = pgTable(
  'chat_rooms',
  {
    /** The name the first owner's browser gave it, or ours. */
    id: text('id').$type<Id<'room'>>().primaryKey(),
    userId: idReference('user', 'user_id').references(() => users.id),
    tokenHash: bytes('token_hash'),
    /** A visitor typed it; unverified. */
    visitorEmail: text('visitor_email'),
    lastSeq: integer('last_seq').notNull().default(0),
    /** Last messages seen by customer and agents, and last mailed. */
    userSeenSeq: integer('user_seen_seq').notNull().default(0),
    agentSeenSeq: integer('agent_seen_seq').notNull().default(0),
    mailedSeq: integer('mailed_seq').notNull().default(0),
    /** Since when a message of the customer is without an answer. */
    waitingSince: moment('waiting_since'),
    agentName: text('agent_name'),
    /** The customer asked for an agent or the assistant handed over; until an agent closes the room. */
    wantsAgent: boolean('wants_agent').notNull().default(false),
    /** Which member of the team answers here. */
    assigneeId: idReference('user', 'assignee_id').references(() => users.id),
    closedAt: moment('closed_at'),
    lastActivity: moment('last_activity').notNull().default(now),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [
    // The admin list in its order, and its address search.
    index('chat_rooms_admin_list')
      .on(sql`(${t.closedAt} is not null)`, t.waitingSince, t.lastActivity.desc(), t.id)
      .where(sql`${t.lastSeq} > 0`),
    // Finds the open rooms, however many are closed.
    index('chat_rooms_open')
      .on(sql`(${t.closedAt} is not null)`, t.waitingSince, t.lastActivity.desc(), t.id)
      .where(sql`${t.lastSeq} > 0 and ${t.closedAt} is null`),
    // The rooms by last activity, newest or oldest first.
    index('chat_rooms_activity')
      .on(t.lastActivity, t.id)
      .where(sql`${t.lastSeq} > 0`),
    // Finds the rooms of one member, and the unassigned ones.
    index('chat_rooms_by_assignee')
      .on(t.assigneeId, sql`(${t.closedAt} is not null)`, t.waitingSince, t.lastActivity.desc(), t.id)
      .where(sql`${t.assigneeId} is not null`),
    index('chat_rooms_unassigned')
      .on(sql`(${t.closedAt} is not null)`, t.waitingSince, t.lastActivity.desc(), t.id)
      .where(sql`${t.lastSeq} > 0 and ${t.assigneeId} is null`),
    index('chat_rooms_search').using('gin', sql`lower(${t.visitorEmail}) gin_trgm_ops`),
    index('chat_rooms_user').on(t.userId),
    index('chat_rooms_waiting')
      .on(t.waitingSince)
      .where(sql`${t.waitingSince} is not null`),
    check('chat_rooms_owner', sql`(${t.userId} is null) <> (${t.tokenHash} is null)`),
  ],
);

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: idReference('message', 'id').primaryKey(),
    roomId: text('room_id')
      .$type<Id<'room'>>()
      .notNull()
      .references(() => chatRooms.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    sender: text('sender', { enum: ['user', 'support', 'bot'] }).notNull(),
    senderName: text('sender_name').notNull(),
    /** The member of the team who wrote it. Never shown to customers. */
    authorId: idReference('user', 'author_id').references(() => users.id),
    text: text('text').notNull(),
    clientMessageId: text('client_message_id'),
    warning: text('warning', { enum: ['foreign_account'] }),
    /** The order it is about; always the customer's own. */
    orderId: idReference('order', 'order_id').references(() => orders.id, { onDelete: 'set null' }),
    fileId: idReference('file', 'file_id').references(() => files.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [
    uniqueIndex('chat_messages_seq').on(t.roomId, t.seq),
    uniqueIndex('chat_messages_once').on(t.roomId, t.sender, t.clientMessageId),
    // The bot's messages are the same for all and not searched.
    index('chat_messages_search')
      .using('gin', sql`lower(${t.text}) gin_trgm_ops`)
      .where(sql`${t.sender} <> 'bot'`),
    index('chat_messages_order')
      .on(t.orderId)
      .where(sql`${t.orderId} is not null`),
    index('chat_messages_file')
      .on(t.fileId)
      .where(sql`${t.fileId} is not null`),
    check('chat_messages_sender', sql`${t.sender} in ('user', 'support', 'bot')`),
  ],
);

export const agentRequests = pgTable(
  'agent_requests',
  {
    id: idColumn('agentRequest'),
    email: text('email').notNull(),
    message: text('message').notNull(),
    roomId: text('room_id')
      .$type<Id<'room'>>()
      .references(() => chatRooms.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().default(now),
    handledAt: moment('handled_at'),
    /** Time at which support was mailed about it, alone or in a digest. */
    mailedAt: moment('mailed_at'),
  },
  (t) => [
    // The admin list in its order; by address, to store a request once and to delete it.
    index('agent_requests_admin_list').on(sql`(${t.handledAt} is not null)`, t.createdAt.desc(), t.id),
    index('agent_requests_oldest_first').on(sql`(${t.handledAt} is not null)`, t.createdAt, t.id),
    index('agent_requests_email').on(sql`lower(${t.email})`),
    index('agent_requests_room').on(t.roomId),
  ],
);
