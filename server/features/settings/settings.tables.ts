import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';

/** Settings changed from the defaults, one row each. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: moment('updated_at').notNull().default(now),
  updatedBy: idReference('user', 'updated_by'),
});

/** Ready texts in the operator's own wording; without a row the built-in one applies. */
export const readyTexts = pgTable(
  'ready_texts',
  {
    key: text('key').notNull(),
    language: text('language').notNull(),
    text: text('text').notNull(),
    updatedAt: moment('updated_at').notNull().default(now),
    updatedBy: idReference('user', 'updated_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.language] })],
);
