import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment } from '#server/db/columns.ts';

/** Who did what, append only: a trigger refuses every update, delete and truncate. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    actorId: uuid('actor_id'),
    actorRole: text('actor_role').notNull(),
    action: text('action').notNull(),
    subjectType: text('subject_type'),
    subjectId: text('subject_id'),
    /** Facts of the deed, before and after where something changed; never a secret. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    requestId: text('request_id'),
    /** Keyed by the product, over all of the above but the time: a row written behind its back has none that fits. */
    signature: bytes('signature').notNull(),
  },
  (t) => [
    index('audit_log_at').on(t.at),
    index('audit_log_subject').on(t.subjectType, t.subjectId),
    index('audit_log_actor').on(t.actorId, t.at),
    index('audit_log_action').on(t.action, t.at, t.id),
    // Of customers and of the desk there is a row on every page; of these one might look for it through the whole log.
    index('audit_log_rare_role')
      .on(t.actorRole, t.at, t.id)
      .where(sql`${t.actorRole} in ('visitor', 'system')`),
  ],
);

/** The chain over the log: each seal is a keyed hash of the row and of the seal before it. */
export const auditCheckpoints = pgTable('audit_checkpoints', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  auditId: bigint('audit_id', { mode: 'number' }).notNull().unique(),
  hash: bytes('hash').notNull(),
});
