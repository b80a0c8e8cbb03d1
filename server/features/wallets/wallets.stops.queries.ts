import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { lockName, sharedLock } from '#server/db/locks.ts';
import { column } from '#server/db/rows.ts';
import { writeStatement } from '#server/db/statements.ts';
import { depositAddressStops } from './wallets.tables.ts';

/** An address that was stopped, as stored, not yet verified. */
export type StopRow = typeof depositAddressStops.$inferSelect;

const prefix = 'deposit address ';

/**
 * The part of a statement after which an address may be given out: it waits for a stop of the address that is under way, and
 * a later stop waits for this transaction, whose stored answer it then finds. `address` is an SQL expression.
 */
export const addressInUse = (address: string) => sharedLock(`'${prefix}' || ${address}`);

const hold = writeStatement({ lock: column.text })`select ${addressInUse('$1')} as lock`;

/** The same as a statement of its own, where no other runs anyway. */
export async function holdAddress(tx: Tx, address: string): Promise<void> {
  await tx.run(hold, [address]);
}

/** Waits for all who are giving out this address; until the transaction ends, others wait for it. */
export async function lockAddress(tx: Tx, address: string): Promise<void> {
  await lockName(tx, `${prefix}${address}`);
}

/** Every address that was stopped: few, as each is an emergency. */
export async function listStops(db: Pick<Db, 'select'>): Promise<StopRow[]> {
  return db.select().from(depositAddressStops);
}

export async function findStop(db: Pick<Db, 'select'>, { address, memo }: { address: string; memo: string | null }) {
  const isIt = and(eq(depositAddressStops.address, address), eq(depositAddressStops.memo, memo ?? ''));
  const [row] = await db.select().from(depositAddressStops).where(isIt);
  return row;
}

/** False when the address was stopped already. */
export async function insertStop(tx: Tx, stop: StopRow): Promise<boolean> {
  const rows = await tx
    .insert(depositAddressStops)
    .values(stop)
    .onConflictDoNothing()
    .returning({ id: depositAddressStops.id });
  return rows.length === 1;
}

/** The stop with this id that still waits for a second member, held until the transaction ends. */
export async function lockUnconfirmed(tx: Tx, id: string): Promise<StopRow | undefined> {
  const isIt = and(eq(depositAddressStops.id, id), eq(depositAddressStops.isConfirmed, false));
  const [row] = await tx.select().from(depositAddressStops).where(isIt).for('update');
  return row;
}

export async function confirmStop(tx: Tx, id: string): Promise<void> {
  await tx.update(depositAddressStops).set({ isConfirmed: true }).where(eq(depositAddressStops.id, id));
}

/** Removes an unconfirmed stop; the database refuses it for any other. */
export async function deleteStop(tx: Tx, id: string): Promise<void> {
  await tx.delete(depositAddressStops).where(eq(depositAddressStops.id, id));
}
