import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, idColumn, moment } from '#server/db/columns.ts';
import { files } from '#server/features/files/files.tables.ts';
import { users } from '#server/features/users/users.tables.ts';

export const kycRequests = pgTable(
  'kyc_requests',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    documentType: text('document_type', { enum: ['passport', 'drivers_license', 'national_id'] }).notNull(),
    /** Encrypted; the key is outside the database. */
    documentNumber: bytes('document_number'),
    fullName: text('full_name'),
    dateOfBirth: date('date_of_birth'),
    address: text('address'),
    nationality: text('nationality'),
    documentFile: uuid('document_file').references(() => files.id),
    backFile: uuid('back_file').references(() => files.id),
    selfieFile: uuid('selfie_file').references(() => files.id),
    submittedAt: moment('submitted_at').notNull().defaultNow(),
    reviewedAt: moment('reviewed_at'),
    reviewedBy: uuid('reviewed_by'),
    reviewNotes: text('review_notes'),
  },
  (t) => [
    uniqueIndex('kyc_requests_one_open')
      .on(t.userId)
      .where(sql`${t.status} in ('pending', 'approved')`),
    index('kyc_requests_user').on(t.userId, t.submittedAt),
    index('kyc_requests_queue').on(t.status, t.submittedAt),
    check('kyc_requests_status', sql`${t.status} in ('pending', 'approved', 'rejected')`),
    check('kyc_requests_reviewed', sql`(${t.status} = 'pending') = (${t.reviewedAt} is null)`),
  ],
);
