import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';

/** Notes of the team on an order, a user or a conversation. Never shown to customers, and in no data export. */
export const notes = pgTable(
  'notes',
  {
    id: idColumn('note'),
    /** Orders and conversations belong to later features, so the migration adds the foreign keys. */
    orderId: idReference('order', 'order_id'),
    userId: idReference('user', 'user_id').references(() => users.id),
    roomId: text('room_id').$type<Id<'room'>>(),
    authorId: idReference('user', 'author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    /** Only in notes of earlier versions: true for a note that every agent of a conversation continued. */
    isShared: boolean('is_shared').notNull().default(false),
    /** Members who were mailed of it: a changed note mails only who is new. */
    mentions: idReference('user', 'mentions').array().notNull().default([]),
    createdAt: moment('created_at').notNull().default(now),
    /** When the current text was written. */
    writtenAt: moment('written_at').notNull().default(now),
  },
  (t) => [
    index('notes_of_order')
      .on(t.orderId, t.createdAt)
      .where(sql`${t.orderId} is not null`),
    index('notes_of_user')
      .on(t.userId, t.createdAt)
      .where(sql`${t.userId} is not null`),
    index('notes_of_room')
      .on(t.roomId, t.createdAt)
      .where(sql`${t.roomId} is not null`),
    uniqueIndex('notes_shared_of_user')
      .on(t.userId)
      .where(sql`${t.isShared}`),
    uniqueIndex('notes_shared_of_room')
      .on(t.roomId)
      .where(sql`${t.isShared}`),
    // The search of the order book and of the list of users.
    index('notes_search').using('gin', sql`lower(${t.text}) gin_trgm_ops`),
    check('notes_subject', sql`num_nonnulls(${t.orderId}, ${t.userId}, ${t.roomId}) = 1`),
  ],
);

/** The earlier texts of a note. */
export const noteVersions = pgTable(
  'note_versions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The writer of this text; null where it is the note's own author. */
    authorId: idReference('user', 'author_id').references(() => users.id),
    noteId: idReference('note', 'note_id')
      .notNull()
      .references(() => notes.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('note_versions_of').on(t.noteId, t.id)],
);
