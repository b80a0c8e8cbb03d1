import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, moment, parsedJson } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';
import { storedInput } from '#server/http/guards/four-eyes.ts';
import { approvalStates, voidReasons } from '#shared/approvals/approvals.contract.ts';
import type { RequestDetails } from '#shared/kernel/approval-details.ts';
import { approvalKinds } from '#shared/kernel/approval.ts';

const sqlTuple = (values: readonly string[]) => sql.raw(`(${values.map((value) => `'${value}'`).join(', ')})`);

/** Actions that wait, or waited, for a second member of the team. A trigger protects the request and its outcome. */
export const approvals = pgTable(
  'approvals',
  {
    id: idColumn('approval'),
    kind: text('kind', { enum: approvalKinds }).notNull(),
    subjectId: text('subject_id').notNull(),
    details: jsonb('facts').$type<RequestDetails>().notNull(),
    /** The call that is carried out. json preserves the order of the input, such as the lines of an account. */
    input: parsedJson('input', storedInput, {}).notNull(),
    /** HMAC of the request and the state of its subject: neither can be changed in the database and then approved. */
    detailsHash: bytes('facts_hash').notNull(),
    askedBy: idReference('user', 'asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: moment('asked_at').notNull().default(now),
    expiresAt: moment('expires_at').notNull(),
    state: text('state', { enum: approvalStates }).notNull().default('open'),
    decidedBy: idReference('user', 'decided_by').references(() => users.id),
    decidedAt: moment('decided_at'),
    voidReason: text('void_reason', { enum: voidReasons }),
  },
  (t) => [
    uniqueIndex('approvals_open')
      .on(t.kind, t.subjectId)
      .where(sql`${t.state} = 'open'`),
    index('approvals_asked').on(t.askedAt),
    index('approvals_of_user').on(sql`(${t.details} ->> 'userId')`),
    index('approvals_of_invited')
      .on(sql`(${t.details} ->> 'invited')`)
      .where(sql`${t.kind} = 'team'`),
    check('approvals_kind', sql`${t.kind} in ${sqlTuple(approvalKinds)}`),
    check('approvals_state', sql`${t.state} in ${sqlTuple(approvalStates)}`),
    check('approvals_void_reason', sql`${t.voidReason} in ${sqlTuple(voidReasons)}`),
    check('approvals_two_users', sql`${t.askedBy} <> ${t.decidedBy}`),
    check('approvals_decided', sql`(${t.state} in ('approved', 'refused')) = (${t.decidedBy} is not null)`),
  ],
);
