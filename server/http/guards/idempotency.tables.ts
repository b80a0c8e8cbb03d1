import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';

/** The stored answers, so that a repeated request is answered without running again. They expire in 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: idReference('user', 'user_id').notNull(),
    key: text('key').notNull(),
    endpoint: text('endpoint').notNull(),
    bodyHash: bytes('body_hash').notNull(),
    status: integer('status'),
    answer: text('answer'),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.userId, t.endpoint, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
);
