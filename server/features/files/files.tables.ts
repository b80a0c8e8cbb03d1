import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';

/** A stored file. Its bytes are written and synced before the row, so a row always has its bytes. */
export const files = pgTable(
  'files',
  {
    id: idColumn('file'),
    /** Random name in storage and in links, with the ending of the decided type. */
    filename: text('filename').notNull(),
    originalName: text('original_name').notNull(),
    type: text('type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** SHA-256 of the bytes as they were sent, before re-encoding: reused evidence is found by it. */
    sentHash: bytes('sent_hash').notNull(),
    /**
     * Proofs only: 64-bit hashes of its pieces of text, tallest first, or one of the whole. Null where there are none.
     */
    picturePieces: bigint('picture_pieces', { mode: 'bigint' }).array(),
    /** Perceptual hash in 64 bits: equal or nearly equal for a picture saved again. Null where there is none. */
    pictureHash: bigint('picture_hash', { mode: 'bigint' }),
    /** Name and bytes of the full size of a picture that had to be made smaller, until some days after the decision. */
    fullFilename: text('full_filename'),
    fullSize: bigint('full_size', { mode: 'number' }),
    fullDeletedAt: moment('full_deleted_at'),
    purpose: text('purpose', {
      enum: ['payment_proof', 'payout_screenshot', 'kyc', 'avatar', 'blog', 'chat', 'chat_document'],
    }).notNull(),
    ownerId: idReference('user', 'owner_id').references(() => users.id),
    orderId: idReference('order', 'order_id'),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [
    uniqueIndex('files_filename').on(t.filename),
    index('files_order').on(t.orderId),
    index('files_sent_hash')
      .on(t.sentHash)
      .where(sql`${t.purpose} = 'payment_proof'`),
    index('files_picture_keys')
      .using('gin', sql`picture_keys(${t.picturePieces})`)
      .where(sql`${t.purpose} = 'payment_proof' and ${t.picturePieces} is not null`),
    // Identity documents are compared with one another only.
    index('files_kyc_sent_hash')
      .on(t.sentHash)
      .where(sql`${t.purpose} = 'kyc'`),
    index('files_kyc_picture_bands')
      .using('gin', sql`picture_bands(${t.pictureHash})`)
      .where(sql`${t.purpose} = 'kyc' and ${t.pictureHash} is not null`),
    index('files_owner').on(t.ownerId),
    uniqueIndex('files_full_filename')
      .on(t.fullFilename)
      .where(sql`${t.fullFilename} is not null`),
    check('files_size', sql`${t.size} > 0`),
    check('files_full_size', sql`(${t.fullFilename} is null) = (${t.fullSize} is null) and ${t.fullSize} > 0`),
    check('files_full_deleted', sql`${t.fullFilename} is null or ${t.fullDeletedAt} is null`),
  ],
);

/** The full size of a picture is stored, was deleted, or never differed from the shown one (null). */
export const fullSizeOf = sql`case when ${files.fullFilename} is not null then 'stored'
  when ${files.fullDeletedAt} is not null then 'deleted' end`.mapWith(
  (state: 'stored' | 'deleted'): 'stored' | 'deleted' | null => state,
);

/**
 * Names whose bytes are or may be in the storage and that no row of `files` has: written before the bytes are stored,
 * and again when a row goes. The sweep removes the bytes of these names and no others.
 */
export const unlinkedFiles = pgTable(
  'unlinked_files',
  {
    filename: text('filename').primaryKey(),
    since: moment('since').notNull().default(now),
  },
  (t) => [index('unlinked_files_since').on(t.since)],
);

/** Picture of an order that a member who only answers its customer has opened; there is one an order. */
export const caseFiles = pgTable(
  'case_files',
  {
    orderId: idReference('order', 'order_id').notNull(),
    memberId: idReference('user', 'member_id')
      .notNull()
      .references(() => users.id),
    fileId: idReference('file', 'file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.memberId] })],
);
