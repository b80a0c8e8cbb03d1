import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now, sqlList } from '#server/db/fragments.ts';
import { files } from '#server/features/files/files.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { documentTypes, kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';

export const kycRequests = pgTable(
  'kyc_requests',
  {
    id: idColumn('kycRequest'),
    userId: idReference('user', 'user_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: kycRequestStatuses }).notNull().default('pending'),
    documentType: text('document_type', { enum: documentTypes }).notNull(),
    /** The bytes are encrypted with a key outside the database. */
    documentNumber: bytes('document_number'),
    /** A keyed hash: it finds the same document on two accounts without making its number readable. */
    documentNumberHash: bytes('document_number_hash'),
    fullName: text('full_name'),
    dateOfBirth: date('date_of_birth'),
    address: text('address'),
    nationality: text('nationality'),
    documentFile: idReference('file', 'document_file').references(() => files.id),
    backFile: idReference('file', 'back_file').references(() => files.id),
    selfieFile: idReference('file', 'selfie_file').references(() => files.id),
    submittedAt: moment('submitted_at').notNull().default(now),
    reviewedAt: moment('reviewed_at'),
    reviewedBy: idReference('user', 'reviewed_by'),
    reviewNotes: text('review_notes'),
    /** First and last name of the account when its identity was approved. */
    registeredName: text('registered_name'),
    /** The last day of the approved document; null where it has none. */
    expiresOn: date('expires_on'),
    expiryMailedAt: moment('expiry_mailed_at'),
    /** When the approval was revoked or expired. */
    endedAt: moment('ended_at'),
    endedReason: text('ended_reason'),
  },
  (t) => [
    uniqueIndex('kyc_requests_one_open')
      .on(t.userId)
      .where(sql`${t.status} in ('pending', 'approved')`),
    index('kyc_requests_user').on(t.userId, t.submittedAt),
    index('kyc_requests_queue').on(t.status, t.submittedAt),
    index('kyc_requests_number')
      .on(t.documentNumberHash)
      .where(sql`${t.documentNumberHash} is not null`),
    index('kyc_requests_expiry')
      .on(t.expiresOn)
      .where(sql`${t.status} = 'approved' and ${t.expiresOn} is not null`),
    check('kyc_requests_status', sql`${t.status} in (${sql.raw(sqlList(kycRequestStatuses))})`),
    check('kyc_requests_ended', sql`(${t.status} in ('revoked', 'expired')) = (${t.endedAt} is not null)`),
    check('kyc_requests_reviewed', sql`(${t.status} = 'pending') = (${t.reviewedAt} is null)`),
  ],
);
