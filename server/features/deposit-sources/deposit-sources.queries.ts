import {
  and,
  desc,
  eq,
  exists as hasSome,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lte,
  max,
  ne,
  notExists as hasNone,
  or,
  sql,
} from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import {
  exists,
  first,
  isOneOf,
  one,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { users } from '#server/features/users/users.tables.ts';
import { depositAddressStops, depositWalletChanges, depositWallets } from '#server/features/wallets/wallets.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { depositAddresses, depositSourceCoins, depositSources } from './deposit-sources.tables.ts';

const ofSource = eq(depositSourceCoins.sourceId, depositSources.id);

const indexOrNull = (index: number): number | null => index;
/** The coins of a source, each by its id. */
export const toCoins = (ids: string[]): string[] => ids;

/** A row of a source, not yet verified. */
function sourceFields(db: Reads) {
  const adder = db.select({ email: users.email }).from(users).where(eq(users.id, depositSources.addedBy));
  const coins = db
    .select({ id: depositSourceCoins.cryptoId })
    .from(depositSourceCoins)
    .where(ofSource)
    .orderBy(depositSourceCoins.cryptoId);
  const highestPaid = db
    .select({ index: max(depositAddresses.addressIndex) })
    .from(depositAddresses)
    .where(and(eq(depositAddresses.sourceId, depositSources.id), isNotNull(depositAddresses.paidAt)));
  return {
    ...getTableColumns(depositSources),
    /** The signed values of a source. */
    keyHash: sql`encode(${depositSources.keyHash}, 'hex')`.mapWith(textOrNull),
    addedByEmail: sql`${adder}`.mapWith(textOrNull),
    coinIds: sql`array${coins}`.mapWith(toCoins),
    highestPaid: sql`${highestPaid}`.mapWith(indexOrNull),
  };
}
const sources = (db: Reads) => db.select(sourceFields(db)).from(depositSources);
export type SourceRow = RowOf<typeof sources>;

type ById = Blanks<{ id: Id<'depositSource'> }>;
type BySource = Blanks<{ sourceId: Id<'depositSource'> }>;

/** Every source, newest first, without pages: an operator has a few. */
export const listSources = rows((db: Reads) => sources(db).orderBy(desc(depositSources.addedAt), depositSources.id));

const sourceById = (db: Reads, { id }: ById) => sources(db).where(eq(depositSources.id, id));
export const findSource = first(sourceById);

/** Locks the row until the transaction ends: no index is given out meanwhile. */
export const lockSource = first((db: Drizzle, blanks: ById) =>
  sourceById(db, blanks).for('update', { of: depositSources }),
);

const isOn = and(eq(depositSources.isActive, true), isNull(depositSources.stoppedAt));

/** The source that receives a coin; `isDue` if it now replaces another one. */
export const findSourceOf = first((db: Reads, { cryptoId, now }: Blanks<{ cryptoId: string; now: Date }>) =>
  db
    .select({ ...sourceFields(db), isDue: sql`not ${depositSourceCoins.isActive}`.mapWith(Boolean) })
    .from(depositSourceCoins)
    .innerJoin(depositSources, ofSource)
    .where(
      and(
        eq(depositSourceCoins.cryptoId, cryptoId),
        isOn,
        or(depositSourceCoins.isActive, lte(depositSources.liveAt, now)),
      ),
    )
    .orderBy(depositSourceCoins.isActive, desc(depositSources.liveAt))
    .limit(1),
);

/**
 * Sources whose cool-off is over and that do not serve all of their coins yet, in the order in which they became due.
 */
export const listDueSources = rows((db: Reads, { now }: Blanks<{ now: Date }>) => {
  const unservedCoins = db
    .select()
    .from(depositSourceCoins)
    .where(and(ofSource, eq(depositSourceCoins.isActive, false)));
  return db
    .select({ id: depositSources.id })
    .from(depositSources)
    .where(and(isOn, lte(depositSources.liveAt, now), hasSome(unservedCoins)))
    .orderBy(depositSources.liveAt, depositSources.id);
});

const takenCoins = alias(depositSourceCoins, 'taken');

const takeFromOthers = rows((db: Drizzle, { sourceId }: BySource) =>
  db
    .update(depositSourceCoins)
    .set({ isActive: false })
    .from(takenCoins)
    .where(
      and(
        eq(takenCoins.sourceId, sourceId),
        eq(depositSourceCoins.cryptoId, takenCoins.cryptoId),
        ne(depositSourceCoins.sourceId, sourceId),
        eq(depositSourceCoins.isActive, true),
      ),
    )
    .returning({ sourceId: depositSourceCoins.sourceId }),
);

const setCoins = (from: boolean, to: boolean) =>
  sent((db: Drizzle, { sourceId }: BySource) =>
    db
      .update(depositSourceCoins)
      .set({ isActive: to })
      .where(and(eq(depositSourceCoins.sourceId, sourceId), eq(depositSourceCoins.isActive, from))),
  );
const serveCoins = setCoins(false, true);

const lockCoinless = rows((db: Drizzle, { ids }: Blanks<{ ids: readonly Id<'depositSource'>[] }>) => {
  const servedCoins = db
    .select()
    .from(depositSourceCoins)
    .where(and(ofSource, eq(depositSourceCoins.isActive, true)));
  return sources(db)
    .where(and(isOneOf(depositSources.id, ids), hasNone(servedCoins)))
    .for('update', { of: depositSources });
});

/** Assigns coins to a source in place of other sources; returns the sources that are left without coins. */
export async function takeCoins(tx: Tx, sourceId: Id<'depositSource'>): Promise<SourceRow[]> {
  const lostSources = await takeFromOthers(tx, { sourceId });
  await serveCoins(tx, { sourceId });
  return lockCoinless(tx, { ids: lostSources.map((row) => row.sourceId) });
}

/** Makes a source serve no coin; the addresses that it gave out stay. */
export const releaseCoins = setCoins(true, false);

/** Stores a source of deposit addresses with its coins. */
export async function insertSource(tx: Tx, row: typeof depositSources.$inferInsert, coinIds: readonly string[]) {
  await tx.insert(depositSources).values(row);
  await replaceCoins(tx, row.id ?? '', coinIds);
}

const deleteOtherCoins = sent(
  (db: Drizzle, { sourceId, coinIds }: Blanks<{ sourceId: Id<'depositSource'>; coinIds: readonly string[] }>) =>
    db
      .delete(depositSourceCoins)
      .where(
        and(eq(depositSourceCoins.sourceId, sourceId), sql`${depositSourceCoins.cryptoId} <> all(${coinIds}::text[])`),
      ),
);

/** Replaces the coins of a source; it serves added ones only from its start time on. */
export async function replaceCoins(tx: Tx, sourceId: Id<'depositSource'>, coinIds: readonly string[]): Promise<void> {
  await deleteOtherCoins(tx, { sourceId, coinIds });
  const rows = coinIds.map((cryptoId) => ({ sourceId, cryptoId, isActive: false }));
  await tx.insert(depositSourceCoins).values(rows).onConflictDoNothing();
}

/** Stores the fields of a source that may change, signed again; a row without a signature stays unsigned. */
export async function writeSource(
  tx: Tx,
  { id, isActive, liveAt, whenEmpty, gapLimit, version, signature, stoppedAt, stopReason, stopConfirmed }: Change,
): Promise<void> {
  const change = { isActive, liveAt, whenEmpty, gapLimit, version, stoppedAt, stopReason, stopConfirmed };
  const signedChange = { ...change, ...(signature && { signature }) };
  await tx.update(depositSources).set(signedChange).where(eq(depositSources.id, id));
}

type StoredColumn = 'id' | 'isActive' | 'liveAt' | 'whenEmpty' | 'gapLimit' | 'version' | 'stoppedAt';
type Change = Pick<SourceRow, StoredColumn | 'stopReason' | 'stopConfirmed' | 'signature'>;

/** True if a key with this hash (hexadecimal) is stored. */
export const isKeyKnown = exists((db: Reads, { keyHash }: Blanks<{ keyHash: string }>) =>
  db
    .select({ id: depositSources.id })
    .from(depositSources)
    .where(eq(depositSources.keyHash, sql`decode(${keyHash}, 'hex')`)),
);

/** Returns the addresses among these that are or were ours, or must not be ours any more. */
export const listKnown = rows((db: Reads, { addresses }: Blanks<{ addresses: readonly string[] }>) => {
  const { toAddress, fromAddress } = depositWalletChanges;
  return union(
    db
      .select({ address: depositAddresses.address })
      .from(depositAddresses)
      .where(isOneOf(depositAddresses.address, addresses)),
    db
      .select({ address: depositWallets.address })
      .from(depositWallets)
      .where(isOneOf(depositWallets.address, addresses)),
    db.select({ address: toAddress }).from(depositWalletChanges).where(isOneOf(toAddress, addresses)),
    db
      .select({ address: sql`${fromAddress}`.mapWith(String) })
      .from(depositWalletChanges)
      .where(isOneOf(fromAddress, addresses)),
    db
      .select({ address: depositAddressStops.address })
      .from(depositAddressStops)
      .where(isOneOf(depositAddressStops.address, addresses)),
  );
});

/** Stores addresses of a source. */
export async function insertAddresses(tx: Tx, rows: readonly (typeof depositAddresses.$inferInsert)[]): Promise<void> {
  await tx.insert(depositAddresses).values([...rows]);
}

/** Removes the addresses of a list that wait for their hour. */
export const deleteWaiting = rows(
  (db: Drizzle, { sourceId, now }: Blanks<{ sourceId: Id<'depositSource'>; now: Date }>) =>
    db
      .delete(depositAddresses)
      .where(
        and(
          eq(depositAddresses.sourceId, sourceId),
          sql`${depositAddresses.liveAt} > now()`,
          gt(depositAddresses.liveAt, now),
        ),
      )
      .returning({ id: depositAddresses.id }),
);

/** The highest index of a source; -1 without an address. */
export const highestIndex = one((db: Reads, { sourceId }: BySource) =>
  db
    .select({ index: sql`coalesce(max(${depositAddresses.addressIndex}), -1)`.mapWith(Number) })
    .from(depositAddresses)
    .where(eq(depositAddresses.sourceId, sourceId)),
);
