import { and, desc, eq, getTableColumns, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { users } from '#server/features/users/users.tables.ts';
import { depositWalletChanges } from './wallets.tables.ts';

/** An address change as stored, not yet trusted, with who requested it. */
export type ChangeRow = typeof depositWalletChanges.$inferSelect & { email: string | null };

const waits = and(isNull(depositWalletChanges.appliedAt), isNull(depositWalletChanges.cancelledAt));

const selection = { ...getTableColumns(depositWalletChanges), email: users.email };

/** The history of a coin's address, newest first. */
export async function listChanges(db: Db, cryptoId: string, limit: number): Promise<ChangeRow[]> {
  return db
    .select(selection)
    .from(depositWalletChanges)
    .leftJoin(users, eq(users.id, depositWalletChanges.changedBy))
    .where(eq(depositWalletChanges.cryptoId, cryptoId))
    .orderBy(desc(depositWalletChanges.changedAt), desc(depositWalletChanges.id))
    .limit(limit);
}

/** The changes that wait to go live, at most one a coin. */
export async function listWaiting(db: Db): Promise<ChangeRow[]> {
  return db
    .select(selection)
    .from(depositWalletChanges)
    .leftJoin(users, eq(users.id, depositWalletChanges.changedBy))
    .where(waits);
}

/** Changes that wait, and those that went live or were asked for since a moment. */
export async function listRecent(db: Db, since: Date): Promise<ChangeRow[]> {
  return db
    .select(selection)
    .from(depositWalletChanges)
    .leftJoin(users, eq(users.id, depositWalletChanges.changedBy))
    .where(
      sql`(${waits}) or (${depositWalletChanges.cancelledAt} is null and ${gt(depositWalletChanges.liveAt, since)})`,
    )
    .orderBy(desc(depositWalletChanges.changedAt))
    .limit(100);
}

/** The change of a coin that waits. The caller holds the coin's lock. */
export async function waitingOf(tx: Tx, cryptoId: string): Promise<ChangeRow | undefined> {
  const [row] = await tx
    .select(selection)
    .from(depositWalletChanges)
    .leftJoin(users, eq(users.id, depositWalletChanges.changedBy))
    .where(and(eq(depositWalletChanges.cryptoId, cryptoId), waits));
  return row;
}

export async function listDueCoins(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .select({ cryptoId: depositWalletChanges.cryptoId })
    .from(depositWalletChanges)
    .where(and(waits, lte(depositWalletChanges.liveAt, now)));
  return rows.map(({ cryptoId }) => cryptoId);
}

export async function insertChange(tx: Tx, change: typeof depositWalletChanges.$inferInsert): Promise<void> {
  await tx.insert(depositWalletChanges).values(change);
}

export async function markApplied(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.update(depositWalletChanges).set({ appliedAt: now }).where(eq(depositWalletChanges.id, id));
}

/** `by` is null when the product itself set the change aside. */
export async function markCancelled(tx: Tx, id: string, by: string | null, now: Date): Promise<void> {
  await tx
    .update(depositWalletChanges)
    .set({ cancelledAt: now, cancelledBy: by })
    .where(eq(depositWalletChanges.id, id));
}
