import { and, desc, eq, getTableColumns, gt, isNull, lte, or } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { users } from '#server/features/users/users.tables.ts';
import { depositWalletChanges } from './wallets.tables.ts';

/** An address change as stored, not yet trusted, with who requested it. */
export type ChangeRow = typeof depositWalletChanges.$inferSelect & { email: string | null };

const waits = and(isNull(depositWalletChanges.appliedAt), isNull(depositWalletChanges.cancelledAt));

const selection = { ...getTableColumns(depositWalletChanges), email: users.email };
const isBy = eq(users.id, depositWalletChanges.changedBy);
const select = (db: Pick<Db, 'select'>) => db.select(selection).from(depositWalletChanges).leftJoin(users, isBy);

/** The history of a coin's address, newest first. */
export async function listChanges(db: Db, cryptoId: string, limit: number): Promise<ChangeRow[]> {
  const { changedAt, id } = depositWalletChanges;
  const ofCoin = select(db).where(eq(depositWalletChanges.cryptoId, cryptoId));
  return ofCoin.orderBy(desc(changedAt), desc(id)).limit(limit);
}

/** The changes that wait to go live, at most one a coin. */
export async function listWaiting(db: Db): Promise<ChangeRow[]> {
  return select(db).where(waits);
}

/** Changes that wait, and those that went live or were asked for since a moment. */
export async function listRecent(db: Db, since: Date): Promise<ChangeRow[]> {
  const { cancelledAt, changedAt, liveAt } = depositWalletChanges;
  const isRecent = or(waits, and(isNull(cancelledAt), gt(liveAt, since)));
  return select(db).where(isRecent).orderBy(desc(changedAt)).limit(100);
}

/** The change of a coin that waits. The caller holds the coin's lock. */
export async function waitingOf(tx: Tx, cryptoId: string): Promise<ChangeRow | undefined> {
  return (await select(tx).where(and(eq(depositWalletChanges.cryptoId, cryptoId), waits)))[0];
}

export async function listDueCoins(db: Db, now: Date): Promise<string[]> {
  const due = await select(db).where(and(waits, lte(depositWalletChanges.liveAt, now)));
  return due.map(({ cryptoId }) => cryptoId);
}

export async function insertChange(tx: Tx, change: typeof depositWalletChanges.$inferInsert): Promise<void> {
  await tx.insert(depositWalletChanges).values(change);
}

export async function markApplied(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.update(depositWalletChanges).set({ appliedAt: now }).where(eq(depositWalletChanges.id, id));
}

/** `by` is null when the product itself set the change aside. */
export async function markCancelled(tx: Tx, id: string, by: string | null, now: Date): Promise<void> {
  const cancelled = { cancelledAt: now, cancelledBy: by };
  await tx.update(depositWalletChanges).set(cancelled).where(eq(depositWalletChanges.id, id));
}
