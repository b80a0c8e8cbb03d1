import { z } from 'zod';
import { dayRange, daysInOrder } from '#shared/kernel/day-range.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { markPersonal, personalValue } from '#shared/kernel/personal.ts';
import { reason } from '#shared/kernel/reason.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';

export const auditRoles = ['admin', 'staff', 'customer', 'visitor', 'system'] as const;

export const auditEntry = z.object({
  id: z.string(),
  at: timestamp,
  actorId: idOf('user').nullable(),
  actorRole: z.string(),
  /**
   * Name and address of the actor, whose address only colleagues see; null for the product itself, a visitor, and a
   * deleted user.
   */
  actorName: z.string().nullable(),
  actorEmail: markPersonal('email', ({ actorRole }) => actorRole === 'admin' || actorRole === 'staff').nullable(),
  /** `<feature>.<action>`, e.g. user.blocked. */
  action: z.string(),
  subjectType: z.string().nullable(),
  subjectId: z.string().nullable(),
  /** Name of the affected user, or reference of the order; null for other subjects, and for a deleted user. */
  subjectName: z.string().nullable(),
  details: z
    .object({
      ip: personalValue('ip', z.unknown()),
      // Members may copy a text of the bank into their reason.
      reason: personalValue('accountText', z.unknown()),
    })
    .partial()
    .catchall(z.unknown()),
  /** Names of the users whose ids are in the details; deleted users have none. */
  detailNames: z.record(z.string(), z.string()),
  requestId: z.string().nullable(),
  /** True once the row is in the hash chain; the newest rows join it a moment later. */
  isCheckpointed: z.boolean(),
  /** True where the product's key signed the entry. */
  isOurs: z.boolean(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const auditFilters = {
  /** Part of an actor's name or address, or the id of an actor or subject. */
  q: text(maxSearchLength).optional(),
  actor: z.enum(auditRoles).optional(),
  /** One action, or all of a feature: `user.blocked`, `user`. */
  action: text(80).optional(),
  subjectType: text(40).optional(),
  subjectId: text(100).optional(),
  ...dayRange,
};

export const listAuditLog = endpoint('GET /api/admin/audit-log', {
  may: 'audit.read',
  summary: 'Who did what, newest or oldest first; the next page begins behind the last id of this one',
  query: z.object({
    ...auditFilters,
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    sort: z.enum(['newest', 'oldest']).default('newest'),
    /** The last row of the previous page. */
    before: z
      .string()
      .regex(/^\d{1,18}$/, reason('id_invalid'))
      .optional(),
  }),
  response: z.array(auditEntry),
  paged: true,
});

export const exportAuditLog = endpoint('GET /api/admin/audit-log/export', {
  may: 'audit.read',
  summary: 'The audit log of a range as a CSV, newest first; filters as in the list. Audited itself',
  query: z.object(auditFilters).refine(...daysInOrder),
  response: 'file',
  errors: ['step_up_required'],
  limit: 'admin',
  stepUp: true,
});

/** The result of a check of the whole log and its hash chain. */
export const auditVerification = z.object({
  at: timestamp,
  rows: z.number().int(),
  /** Number of rows that were removed, edited or inserted outside of the product. */
  findings: z.number().int(),
  /** Ids of the first of them. */
  rowIds: z.array(z.string()),
});
export type AuditVerification = z.output<typeof auditVerification>;

export const verifyAuditLog = endpoint('POST /api/admin/audit-log/verify', {
  may: 'audit.read',
  summary: 'Reads the whole log and its hash chain and says what was changed outside of the product. Audited itself',
  response: auditVerification,
});

export const auditState = endpoint('GET /api/admin/audit-log/state', {
  may: 'audit.read',
  summary: 'How far the chain of seals has come, and which actions there are',
  response: z.object({
    checkpointed: z.number().int(),
    waiting: z.number().int(),
    /** Time of the newest checkpointed row. */
    checkpointedUntil: timestamp.nullable(),
    /** The last verification; null when there was none yet. */
    verified: auditVerification.nullable(),
    actions: z.array(z.string()),
  }),
});
