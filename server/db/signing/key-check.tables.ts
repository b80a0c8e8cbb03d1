import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../column-types.ts';
import { now } from '../fragments.ts';

/** One row at most: the value that only the ENCRYPTION_KEY of this database makes. A backup carries it. */
export const encryptionKeyCheck = pgTable(
  'encryption_key_check',
  {
    id: integer('id').primaryKey().default(1),
    value: bytes('value').notNull(),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [check('encryption_key_check_one_row', sql`${t.id} = 1`)],
);

/**
 * Every former ENCRYPTION_KEY, encrypted with the present one: each part of the audit log is verified with the key that
 * signed it.
 */
export const retiredEncryptionKeys = pgTable('retired_encryption_keys', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  key: bytes('key').notNull(),
  /** Id of the last audit entry that the key signed. */
  lastAuditId: bigint('last_audit_id', { mode: 'bigint' }).notNull(),
  /** Number of the last checkpoint that the key signed. */
  lastCheckpoint: bigint('last_checkpoint', { mode: 'bigint' }).notNull(),
  retiredAt: moment('retired_at').notNull().default(now),
});
