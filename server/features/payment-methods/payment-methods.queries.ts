import { and, asc, count, eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { exists, first, one, sent, firstRow, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { paymentMethodChanges, paymentMethods } from './payment-methods.tables.ts';

export type PaymentMethodRow = typeof paymentMethods.$inferSelect;
export type NewPaymentMethod = typeof paymentMethods.$inferInsert & { id: Id<'paymentMethod'> };

/** Lists the accounts that customers pay into, in their order; their signatures are not checked yet. */
export async function listMethods(
  db: Db,
  { currency, isActive }: { currency?: string | undefined; isActive?: true } = {},
): Promise<PaymentMethodRow[]> {
  const { currency: methodCurrency, isActive: activeColumn, sortOrder, createdAt } = paymentMethods;
  const condition = and(
    currency === undefined ? undefined : eq(methodCurrency, currency),
    isActive && eq(activeColumn, true),
  );
  return db.select().from(paymentMethods).where(condition).orderBy(asc(methodCurrency), asc(sortOrder), asc(createdAt));
}

/** One account, locked until the transaction ends. */
export const lockMethod = first((db: Drizzle, { id }: Blanks<{ id: Id<'paymentMethod'> }>) =>
  db.select().from(paymentMethods).where(eq(paymentMethods.id, id)).for('update'),
);

/** Stores a receiving account and returns its row. */
export async function insertMethod(tx: Tx, method: NewPaymentMethod): Promise<PaymentMethodRow> {
  return firstRow(await tx.insert(paymentMethods).values(method).returning());
}

/** Changes a receiving account and returns its row. */
export async function writeMethod(tx: Tx, method: NewPaymentMethod): Promise<PaymentMethodRow> {
  return firstRow(await tx.update(paymentMethods).set(method).where(eq(paymentMethods.id, method.id)).returning());
}

export const deleteMethod = sent((db: Drizzle, { id }: Blanks<{ id: Id<'paymentMethod'> }>) =>
  db.delete(paymentMethods).where(eq(paymentMethods.id, id)),
);

/** Adds a row to the history of an account; nothing ever changes or removes it. */
export async function insertChange(tx: Tx, change: typeof paymentMethodChanges.$inferInsert): Promise<void> {
  await tx.insert(paymentMethodChanges).values(change);
}

/** Number of accounts of a currency, active or not. */
export const countMethodsIn = one((db: Reads, { currency }: Blanks<{ currency: string }>) =>
  db.select({ methods: count() }).from(paymentMethods).where(eq(paymentMethods.currency, currency)),
);

/** True if any account was ever set up here, deleted ones included. */
export const hasHistory = exists((db: Reads) =>
  db.select({ id: paymentMethodChanges.id }).from(paymentMethodChanges).limit(1),
);

/** Lets one process at a time seed; the others find its rows. */
export async function seedAlone(tx: Tx): Promise<void> {
  await lockName(tx, 'seed payment methods');
}
