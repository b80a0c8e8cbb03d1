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
 * Every ENCRYPTION_KEY of before, encrypted with the present one: each part of the audit log is verified with the key
 * that signed it.
 */
export const retiredEncryptionKeys = pgTable('retired_encryption_keys', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  key: bytes('key').notNull(),
  /** Through which entry of the audit log it signed. */
  lastAuditId: bigint('last_audit_id', { mode: 'bigint' }).notNull(),
  /** Through which checkpoint of the chain. */
  lastCheckpoint: bigint('last_checkpoint', { mode: 'bigint' }).notNull(),
  retiredAt: moment('retired_at').notNull().default(now),
});
