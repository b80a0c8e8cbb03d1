import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { ImportColumn } from '#shared/imports/imports.contract.ts';
import { importKinds, type ImportField, type ImportProblemReason } from '#shared/imports/imports.fields.ts';

/** A file of customers or of their accounts. The file itself is not stored, only its rows in the table below. */
export const imports = pgTable(
  'imports',
  {
    id: idColumn('import'),
    kind: text('kind', { enum: importKinds }).notNull(),
    sha256: text('sha256').notNull(),
    /** Hash of which column is which field. */
    mappingHash: text('mapping_hash').notNull(),
    state: text('state', { enum: ['checked', 'applied', 'dropped'] })
      .notNull()
      .default('checked'),
    fileName: text('file_name').notNull(),
    encoding: text('encoding').notNull(),
    separator: text('separator').notNull(),
    columns: jsonb('columns').$type<ImportColumn[]>().notNull(),
    rows: integer('rows').notNull(),
    ready: integer('ready').notNull(),
    same: integer('same').notNull(),
    skipped: integer('skipped').notNull(),
    /** The ready rows that have an address. */
    reachable: integer('reachable').notNull(),
    created: integer('created'),
    madeBy: idReference('user', 'made_by')
      .notNull()
      .references(() => users.id),
    madeAt: moment('made_at').notNull().default(now),
    appliedAt: moment('applied_at'),
    /** When its rows were emptied. */
    erasedAt: moment('erased_at'),
  },
  (t) => [
    uniqueIndex('imports_same')
      .on(t.sha256, t.kind, t.mappingHash)
      .where(sql`${t.state} <> 'dropped'`),
    index('imports_made').on(t.madeAt, t.id),
    check('imports_state', sql`${t.state} in ('checked', 'applied', 'dropped')`),
    check('imports_kind', sql`${t.kind} in ('customers', 'accounts')`),
    check('imports_applied', sql`(${t.state} = 'applied') = (${t.appliedAt} is not null)`),
  ],
);

export type RowProblem = { field: ImportField; reason: ImportProblemReason };

/**
 * A row of such a file. A day after the end of the import it is emptied, except for the customer that was made of it.
 */
export const importRows = pgTable(
  'import_rows',
  {
    importId: idReference('import', 'import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    state: text('state', { enum: ['ready', 'same', 'problem'] }).notNull(),
    /** The values of the row by field, as JSON encrypted with ENCRYPTION_KEY. */
    values: bytes('values'),
    problems: jsonb('problems').$type<RowProblem[]>().notNull().default([]),
    userId: idReference('user', 'user_id').references(() => users.id),
    /** The customer waits for an invitation: they are mailed by and by. */
    isInviting: boolean('is_inviting').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    index('import_rows_inviting')
      .on(t.importId, t.line)
      .where(sql`${t.isInviting}`),
    index('import_rows_user')
      .on(t.userId)
      .where(sql`${t.userId} is not null`),
    check('import_rows_state', sql`${t.state} in ('ready', 'same', 'problem')`),
  ],
);
