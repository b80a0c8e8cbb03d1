import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';

/** Settings changed from the defaults, one row each. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: moment('updated_at').notNull().default(now),
  updatedBy: uuid('updated_by'),
});

/** Ready texts in the operator's own wording; without a row the built-in one applies. */
export const readyTexts = pgTable(
  'ready_texts',
  {
    key: text('key').notNull(),
    language: text('language').notNull(),
    text: text('text').notNull(),
    updatedAt: moment('updated_at').notNull().default(now),
    updatedBy: uuid('updated_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.language] })],
);
