import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';

/** The audit log, append only: a trigger refuses every update, delete and truncate. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().default(now),
    actorId: idReference('user', 'actor_id'),
    actorRole: text('actor_role').notNull(),
    action: text('action').notNull(),
    subjectType: text('subject_type'),
    subjectId: text('subject_id'),
    /** Data of the action, before and after a change; never a secret. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    requestId: text('request_id'),
    /**
     * The product's keyed hash of all columns above but the time: a row written outside the product has no valid one.
     */
    signature: bytes('signature').notNull(),
  },
  (t) => [
    index('audit_log_at').on(t.at, t.id),
    index('audit_log_subject').on(t.subjectType, t.subjectId),
    index('audit_log_actor').on(t.actorId, t.at),
    index('audit_log_action').on(t.action, t.at, t.id),
    // Customers have rows on every page; without this index, finding the other roles could scan the whole log.
    index('audit_log_rare_role')
      .on(t.actorRole, t.at, t.id)
      .where(sql`${t.actorRole} in ('visitor', 'system', 'staff', 'admin')`),
  ],
);

/** Reasons of actions that the team wrote about a person; the log itself only refers to it, as it is never erased. */
export const auditTexts = pgTable(
  'audit_texts',
  {
    id: idColumn('auditText'),
    /** The user that the text is about. The log outlives users, so this is no foreign key. */
    userId: idReference('user', 'user_id').notNull(),
    text: text('text').notNull(),
  },
  (t) => [index('audit_texts_user').on(t.userId)],
);

/** The hash chain: each checkpoint is a keyed hash of the row and the previous checkpoint. */
export const auditCheckpoints = pgTable('audit_checkpoints', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  auditId: bigint('audit_id', { mode: 'number' }).notNull().unique(),
  hash: bytes('hash').notNull(),
});
