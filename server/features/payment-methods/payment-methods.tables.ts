import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, jsonOrNull, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';

/**
 * The receiving accounts. The signature covers the fields that a customer is shown, with a key outside the database.
 */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: idColumn('paymentMethod'),
    currency: text('currency').notNull(),
    country: text('country').notNull(),
    type: text('type', { enum: ['bank', 'ewallet'] }).notNull(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    /** json preserves the order of the lines as entered; jsonb would not. */
    accountDetails: json('account_details').$type<Record<string, string>>().notNull(),
    instructions: text('instructions'),
    isActive: boolean('is_active').notNull(),
    isSample: boolean('is_sample').notNull().default(false),
    sortOrder: integer('sort_order').notNull().default(0),
    version: integer('version').notNull().default(1),
    signature: bytes('signature').notNull(),
    createdAt: moment('created_at').notNull().default(now),
    updatedAt: moment('updated_at').notNull().default(now),
  },
  (t) => [
    index('payment_methods_currency').on(t.currency, t.sortOrder),
    check('payment_methods_type', sql`${t.type} in ('bank', 'ewallet')`),
  ],
);

/** Every change of a receiving account: who, when, before and after. */
export const paymentMethodChanges = pgTable(
  'payment_method_changes',
  {
    id: idColumn('paymentMethodChange'),
    paymentMethodId: idReference('paymentMethod', 'payment_method_id').notNull(),
    action: text('action', { enum: ['created', 'changed', 'deleted'] }).notNull(),
    before: jsonOrNull('before').$type<Record<string, unknown>>(),
    after: jsonOrNull('after').$type<Record<string, unknown>>(),
    changedBy: idReference('user', 'changed_by'),
    changedAt: moment('changed_at').notNull().default(now),
  },
  (t) => [index('payment_method_changes_of').on(t.paymentMethodId, t.changedAt)],
);
