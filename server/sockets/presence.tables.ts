import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { idReference, moment } from '#server/db/column-types.ts';

/** The open tabs of all processes. A row counts until its lease ends, so that those of a killed process expire. */
export const presence = pgTable(
  'presence',
  {
    connectionId: uuid('connection_id').notNull(),
    /** In the chat as customer or as agent, or with an order open. */
    role: text('role', { enum: ['user', 'support', 'viewer'] }).notNull(),
    processId: uuid('process_id').notNull(),
    /** The room of a customer, the order of a viewer. */
    subject: text('subject'),
    userId: idReference('user', 'user_id'),
    /** True if an agent is busy. */
    status: text('status', { enum: ['offline', 'online', 'busy'] }),
    until: moment('until').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.role] }),
    index('presence_subject').on(t.subject),
    index('presence_process').on(t.processId),
  ],
);
