import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  exists as hasAny,
  lt,
  lte,
  max,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { numberOrNull } from '#server/db/fragments.ts';
import {
  exists,
  placeholderValues,
  first,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { SampleWallet } from './wallets.samples.ts';
import { depositAddressStops, depositWalletChanges, depositWallets } from './wallets.tables.ts';

const { id, name, symbol, color, network, networkHint, requiresMemo, decimals, minimumDeposit, groupName } =
  getTableColumns(cryptoAssets);
const { cryptoId: coinIdColumn, ...storedFields } = getTableColumns(depositWallets);
const coinColumns = { cryptoId: id, name, symbol, color, network, networkHint, requiresMemo, decimals, minimumDeposit };
/** The columns that every coin has, with or without a wallet. */
const coinFields = { ...coinColumns, group: groupName };

/** Columns of a deposit wallet, not yet verified, and of its last change. */
const walletFields = (db: Reads) => {
  const { cryptoId, appliedAt, fromVersion } = depositWalletChanges;
  const replacedChanges = db
    .select({ version: max(fromVersion) })
    .from(depositWalletChanges)
    .where(
      and(
        eq(cryptoId, id),
        isNotNull(appliedAt),
        gte(fromVersion, storedFields.version),
        lt(fromVersion, sql`2147483646`),
      ),
    );
  return {
    ...coinFields,
    ...storedFields,
    /** When the address was stopped for good. */
    stoppedAt: depositAddressStops.stoppedAt,
    isStopConfirmed: depositAddressStops.isConfirmed,
    /**
     * The newest version that a change replaced, if it is not older than the row: the row is then an old one that was
     * restored.
     */
    replacedVersion: sql`${replacedChanges}`.mapWith(numberOrNull),
  };
};

/** A change that has not gone live. */
const isWaiting = and(isNull(depositWalletChanges.appliedAt), isNull(depositWalletChanges.cancelledAt));

const isStopOfIt = and(
  eq(depositAddressStops.address, storedFields.address),
  eq(depositAddressStops.memo, sql`coalesce(${storedFields.memo}, '')`),
);

const wallets = (db: Reads, isDue: SQL = sql`false`) =>
  db
    .select({ ...walletFields(db), isDue: isDue.mapWith(Boolean) })
    .from(depositWallets)
    .innerJoin(cryptoAssets, eq(id, coinIdColumn))
    .leftJoin(depositAddressStops, isStopOfIt);
const coins = (db: Reads) =>
  db
    .select(walletFields(db))
    .from(cryptoAssets)
    .leftJoin(depositWallets, eq(coinIdColumn, id))
    .leftJoin(depositAddressStops, isStopOfIt);

export type WalletRow = Omit<RowOf<typeof wallets>, 'isDue'>;
type MaybeWallet = RowOf<typeof coins>;
export type CoinDetails = Pick<WalletRow, keyof typeof coinFields>;

/**
 * True if the product itself wrote this wallet: an old row that was put back with its old signature counts as forged.
 */
export function isOwnWallet(wallet: WalletRow | undefined): wallet is WalletRow {
  return wallet !== undefined && wallet.replacedVersion === null && isSignedRow(signedTables.wallet, wallet);
}

/** True if a wallet is still the sample of a production installation, which no customer was ever shown. */
export function isUnusedSample({ isSample, isActive }: Pick<WalletRow, 'isSample' | 'isActive'>): boolean {
  return isSample && !isActive;
}

export const listWallets = rows((db: Reads) => wallets(db));

/** The deposit wallet of a coin, and whether another address is due. */
export const findWallet = first((db: Reads, { cryptoId, at }: Blanks<{ cryptoId: string; at: Date }>) => {
  const { cryptoId: changedCryptoId, liveAt } = depositWalletChanges;
  const dueChanges = db
    .select()
    .from(depositWalletChanges)
    .where(and(eq(changedCryptoId, id), isWaiting, lte(liveAt, at)));
  return wallets(db, hasAny(dueChanges)).where(eq(coinIdColumn, cryptoId));
});

export type CoinWallet = { coin: CoinDetails; wallet: WalletRow | undefined };

const everyCoin = rows((db: Reads) =>
  coins(db).where(eq(cryptoAssets.isActive, true)).orderBy(cryptoAssets.sortOrder, id),
);

/** The active coins, in their order. */
export async function listCoinWallets(db: Pick<Db, 'ask'>): Promise<CoinWallet[]> {
  return (await everyCoin(db)).map(coinWalletOf);
}

// The lock is not `for update`, so that quotes and orders which refer to the coin need not wait.
const heldCoin = exists((db: Drizzle, { cryptoId }: Blanks<{ cryptoId: string }>) =>
  db.select({ id }).from(cryptoAssets).where(eq(id, cryptoId)).for('no key update'),
);
const selectCoin = first((db: Reads, { cryptoId }: Blanks<{ cryptoId: string }>) => coins(db).where(eq(id, cryptoId)));

/**
 * Locks the coin until the transaction ends, and reads its wallet after that, because the previous holder may have
 * changed it.
 */
export async function lockCoinWallet(tx: Tx, cryptoId: string): Promise<CoinWallet | undefined> {
  const row = (await heldCoin(tx, { cryptoId })) ? await selectCoin(tx, { cryptoId }) : undefined;
  return row && coinWalletOf(row);
}

const hasWallet = (row: MaybeWallet): row is MaybeWallet & WalletRow => row.address !== null;

function coinWalletOf(row: MaybeWallet): CoinWallet {
  return { coin: row, wallet: hasWallet(row) ? row : undefined };
}

export type WalletToWrite = Pick<
  WalletRow,
  'cryptoId' | 'address' | 'memo' | 'version' | 'signature' | 'isActive' | 'isSample'
>;

/** Stores the wallet of a coin in place of the earlier one. */
export async function writeWallet(tx: Tx, row: WalletToWrite, now: Date): Promise<void> {
  const { cryptoId, address, memo, version, signature, isActive, isSample } = row;
  const wallet = { address, memo, version, signature, isActive, isSample, updatedAt: now };
  await tx
    .insert(depositWallets)
    .values({ cryptoId, ...wallet })
    .onConflictDoUpdate({ target: depositWallets.cryptoId, set: wallet });
}

/** Coins that have no deposit wallet. */
export const listCoinsWithoutWallet = rows((db: Reads) =>
  db
    .select({ cryptoId: id, network })
    .from(cryptoAssets)
    .where(notExists(db.select().from(depositWallets).where(eq(coinIdColumn, id)))),
);

/** Adds a sample wallet of version 1, unless another process was first. */
export async function insertSampleWallet(
  tx: Tx,
  cryptoId: string,
  { address, memo }: SampleWallet,
  { signature, isActive }: { signature: Buffer; isActive: boolean },
): Promise<void> {
  const wallet = { cryptoId, address, memo, version: 1, signature, isActive, isSample: true };
  await tx.insert(depositWallets).values(wallet).onConflictDoNothing();
}

/** An address change as stored, not yet trusted, with who requested it. */
export type ChangeRow = typeof depositWalletChanges.$inferSelect & { email: string | null };

const selection = { ...getTableColumns(depositWalletChanges), email: users.email };
const isChangedBy = eq(users.id, depositWalletChanges.changedBy);
const select = (db: Reads) => db.select(selection).from(depositWalletChanges).leftJoin(users, isChangedBy);

/** The history of a coin's address, newest first. */
export async function listChanges(db: Db, cryptoId: string, limit: number): Promise<ChangeRow[]> {
  const { changedAt, id } = depositWalletChanges;
  const ofIt = select(db).where(eq(depositWalletChanges.cryptoId, cryptoId));
  return ofIt.orderBy(desc(changedAt), desc(id)).limit(limit);
}

/** The changes that wait to go live, at most one a coin. */
export const listWaiting = rows((db: Reads) => select(db).where(isWaiting));

/** Changes that wait, and those that were activated or requested since a moment. */
export const listRecent = rows((db: Reads, { since }: Blanks<{ since: Date }>) => {
  const { cancelledAt, changedAt, liveAt } = depositWalletChanges;
  const isRecent = or(isWaiting, and(isNull(cancelledAt), gt(liveAt, since)));
  return select(db).where(isRecent).orderBy(desc(changedAt)).limit(100);
});

/** The change of a coin that waits. The caller holds the coin's lock. */
export const findWaiting = first((db: Reads, { cryptoId }: Blanks<{ cryptoId: string }>) =>
  select(db).where(and(eq(depositWalletChanges.cryptoId, cryptoId), isWaiting)),
);

/** The coins whose change is due. */
export const listDueCoins = rows((db: Reads, { at }: Blanks<{ at: Date }>) =>
  db
    .select({ cryptoId: depositWalletChanges.cryptoId })
    .from(depositWalletChanges)
    .where(and(isWaiting, lte(depositWalletChanges.liveAt, at))),
);

/** Stores a change of a deposit address. */
export async function insertChange(tx: Tx, change: typeof depositWalletChanges.$inferInsert): Promise<void> {
  await tx.insert(depositWalletChanges).values(change);
}

export const markApplied = sent((db: Drizzle, change: Blanks<{ id: Id<'walletChange'>; at: Date }>) =>
  db
    .update(depositWalletChanges)
    .set(placeholderValues({ appliedAt: change.at }))
    .where(eq(depositWalletChanges.id, change.id)),
);

/** `by` is null when the product itself set the change aside. */
export const markCancelled = sent(
  (db: Drizzle, change: Blanks<{ id: Id<'walletChange'>; by: string | null; at: Date }>) =>
    db
      .update(depositWalletChanges)
      .set(placeholderValues({ cancelledBy: change.by, cancelledAt: change.at }))
      .where(eq(depositWalletChanges.id, change.id)),
);
