import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { depositAddressStops } from './wallets.tables.ts';

/** An address that was stopped, as stored, not yet verified. */
export type StopRow = typeof depositAddressStops.$inferSelect;

/** Every address that was stopped: few, as each is an emergency. */
export async function listStops(db: Pick<Db, 'select'>): Promise<StopRow[]> {
  return db.select().from(depositAddressStops);
}

/** The stop of an address with its memo. */
export async function findStop(
  db: Pick<Db, 'select'>,
  { address, memo }: { address: string; memo: string | null },
): Promise<StopRow | undefined> {
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
