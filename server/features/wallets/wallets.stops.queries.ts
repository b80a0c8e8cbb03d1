import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { lockName, sharedLock } from '#server/db/locks.ts';
import {
  exists,
  first,
  rowOf,
  rows,
  sent,
  textQuery,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { depositAddressStops } from './wallets.tables.ts';

/** An address that was stopped, as stored, not yet verified. */
export type StopRow = typeof depositAddressStops.$inferSelect;

const prefix = 'deposit address ';

/**
 * Part of a query that locks an address for leasing: it waits for a stop under way, and a later stop waits for this
 * transaction, whose stored answer it then finds.
 */
export const addressInUse = (address: SQLWrapper): SQL<string> =>
  sharedLock(sql`${sql.raw(`'${prefix}'`)} || ${address}`);

/** Takes that shared lock as a statement of its own. */
export const lockAddressShared = sent(
  textQuery<{ lock: string }, { address: string }>(({ address }) => sql`select ${addressInUse(address)} as lock`),
);

/** Waits for all transactions that lease this address; until this one ends, others wait for it. */
export async function lockAddress(tx: Tx, address: string): Promise<void> {
  await lockName(tx, `${prefix}${address}`);
}

/** Every address that was stopped: few, as each is an emergency. */
export const listStops = rows((db: Reads) => db.select().from(depositAddressStops));

const stopOf = first((db: Reads, { address, memo }: Blanks<{ address: string; memo: string }>) =>
  db
    .select()
    .from(depositAddressStops)
    .where(and(eq(depositAddressStops.address, address), eq(depositAddressStops.memo, memo))),
);

/** The stop of an address, with its tag where the chain has one. */
export const findStop = (db: Pick<Db, 'ask'>, { address, memo }: { address: string; memo: string | null }) =>
  stopOf(db, { address, memo: memo ?? '' });

/** False when the address was stopped already. */
export const insertStop = exists((db: Drizzle, stop: Blanks<StopRow>) =>
  db
    .insert(depositAddressStops)
    .values(rowOf(depositAddressStops, stop))
    .onConflictDoNothing()
    .returning({ id: depositAddressStops.id }),
);

/** The coin of a stop, which never changes. */
export const findStoppedCoin = first((db: Reads, stop: Blanks<{ id: Id<'addressStop'> }>) =>
  db
    .select({ cryptoId: depositAddressStops.cryptoId })
    .from(depositAddressStops)
    .where(eq(depositAddressStops.id, stop.id)),
);

/** The stop with this id that still waits for a second member, held until the transaction ends. */
export const lockUnconfirmed = first((db: Drizzle, stop: Blanks<{ id: Id<'addressStop'> }>) =>
  db
    .select()
    .from(depositAddressStops)
    .where(and(eq(depositAddressStops.id, stop.id), eq(depositAddressStops.isConfirmed, false)))
    .for('update'),
);

export const confirmStop = sent((db: Drizzle, stop: Blanks<{ id: Id<'addressStop'> }>) =>
  db.update(depositAddressStops).set({ isConfirmed: true }).where(eq(depositAddressStops.id, stop.id)),
);

/** Removes an unconfirmed stop; the database refuses it for any other. */
export const deleteStop = sent((db: Drizzle, stop: Blanks<{ id: Id<'addressStop'> }>) =>
  db.delete(depositAddressStops).where(eq(depositAddressStops.id, stop.id)),
);
