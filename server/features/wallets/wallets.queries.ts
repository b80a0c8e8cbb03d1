import { and, desc, eq, getTableColumns, gt, isNull, lte, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { sent, textQuery } from '#server/db/query.ts';
import { allOrNull, column, orNull, type RowOf } from '#server/db/rows.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { lockName, readStatement, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { SampleWallet } from './wallets.samples.ts';
import { depositAddressStops, depositWalletChanges, depositWallets } from './wallets.tables.ts';

const shown = [
  'name',
  'symbol',
  'color',
  'network',
  'networkHint',
  'requiresMemo',
  'decimals',
  'minimumDeposit',
] as const;
const asset = columnsOf(cryptoAssets, 'c', ...shown);
/** The columns that every coin has, with or without a wallet. */
const coinDetails = { ...asset.row, cryptoId: column.text, group: column.oneOf(['main', 'stablecoins', 'other']) };
export type CoinDetails = RowOf<typeof coinDetails>;

/** A deposit wallet as the database has it, not yet verified. */
const stored = columnsOf(
  depositWallets,
  'w',
  'address',
  'memo',
  'version',
  'signature',
  'isActive',
  'isSample',
  'updatedAt',
);
const history = {
  /** When the address was stopped for good. */
  stoppedAt: orNull(column.moment),
  stopWaits: orNull(column.boolean),
  /** The newest version that a change replaced, where it is not older than the row: then an old row was put back. */
  replacedVersion: orNull(column.integer),
};
const walletRow = { ...coinDetails, ...stored.row, ...history };
export type WalletRow = RowOf<typeof walletRow>;

/** Whether the product itself wrote this wallet: an old row that was put back with its old signature counts as forged. */
export function isOwnWallet(wallet: WalletRow | undefined): wallet is WalletRow {
  return wallet !== undefined && wallet.replacedVersion === null && isSignedRow(signedTables.wallet, wallet);
}

/** Whether a wallet is still the sample of a production installation, which no customer was ever shown. */
export function isUnusedSample({ isSample, isActive }: Pick<WalletRow, 'isSample' | 'isActive'>): boolean {
  return isSample && !isActive;
}

const coin = `c.id as "cryptoId", ${asset.sql}, c.group_name as "group"`;
const wallet = `${stored.sql}, s.stopped_at as "stoppedAt", not s.is_confirmed as "stopWaits", (select max(d.from_version) from deposit_wallet_changes d
    where d.crypto_id = c.id and d.applied_at is not null and d.from_version >= w.version
      and d.from_version < 2147483646) as "replacedVersion"`;
const withStop = "left join deposit_address_stops s on s.address = w.address and s.memo = coalesce(w.memo, '')";

export const listWallets = readStatement(walletRow).rows()`
  select ${coin}, ${wallet} from deposit_wallets w join crypto_assets c on c.id = w.crypto_id ${withStop}`;

/** The deposit wallet of a coin, and whether another address is due. */
export const findWallet = readStatement({ ...walletRow, isDue: column.boolean }).first<[cryptoId: string, now: Date]>()`
  select ${coin}, ${wallet}, exists (select from deposit_wallet_changes d where d.crypto_id = c.id
    and d.applied_at is null and d.cancelled_at is null and d.live_at <= $2) as "isDue"
  from deposit_wallets w join crypto_assets c on c.id = w.crypto_id ${withStop} where w.crypto_id = $1`;

export type CoinWallet = { coin: CoinDetails; wallet: WalletRow | undefined };

const maybeWallet = { ...coinDetails, ...allOrNull(stored.row), ...history };
type MaybeWallet = RowOf<typeof maybeWallet>;

const everyCoin = readStatement(maybeWallet)`
  select ${coin}, ${wallet} from crypto_assets c left join deposit_wallets w on w.crypto_id = c.id ${withStop}
  where c.is_active order by c.sort_order, c.id`;

/** The active coins, in their order. */
export async function listCoinWallets(db: Pick<Db, 'run'>): Promise<CoinWallet[]> {
  return (await db.run(everyCoin)).map(coinWalletOf);
}

// Not `for update`: quotes and orders that refer to the coin need not wait.
const lockedCoin = readStatement(maybeWallet)`
  select ${coin}, ${wallet} from crypto_assets c left join deposit_wallets w on w.crypto_id = c.id ${withStop}
  where c.id = $1 for no key update of c`;

export async function lockCoinWallet(tx: Tx, cryptoId: string): Promise<CoinWallet | undefined> {
  const [row] = await tx.run(lockedCoin, [cryptoId]);
  return row && coinWalletOf(row);
}

function coinWalletOf(row: MaybeWallet): CoinWallet {
  return { coin: row, wallet: row.address === null ? undefined : (row as WalletRow) };
}

export type WalletToWrite = Pick<
  WalletRow,
  'cryptoId' | 'address' | 'memo' | 'version' | 'signature' | 'isActive' | 'isSample'
>;

/** Puts the wallet of a coin in place of the one before. */
export async function writeWallet(tx: Tx, row: WalletToWrite, now: Date): Promise<void> {
  const { cryptoId, address, memo, version, signature, isActive, isSample } = row;
  const wallet = { address, memo, version, signature, isActive, isSample, updatedAt: now };
  await tx
    .insert(depositWallets)
    .values({ cryptoId, ...wallet })
    .onConflictDoUpdate({ target: depositWallets.cryptoId, set: wallet });
}

/** Coins that never had a deposit wallet. */
export const listCoinsWithoutWallet = readStatement({ cryptoId: column.text, network: column.text }).rows()`
  select c.id as "cryptoId", c.network from crypto_assets c
  where not exists (select from deposit_wallets w where w.crypto_id = c.id)`;

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

export const markApplied = writeStatement({}).send<[id: string, now: Date]>()`
  update deposit_wallet_changes set applied_at = $2 where id = $1`;

/** `by` is null when the product itself set the change aside. */
export const markCancelled = writeStatement({}).send<[id: string, by: string | null, now: Date]>()`
  update deposit_wallet_changes set cancelled_by = $2, cancelled_at = $3 where id = $1`;

/** An address that was stopped, as stored, not yet verified. */
export type StopRow = typeof depositAddressStops.$inferSelect;

const prefix = 'deposit address ';

/**
 * The part of a query after which an address may be given out: it waits for a stop of the address that is under way, and
 * a later stop waits for this transaction, whose stored answer it then finds. The snapshot of this query is older than the
 * lock; the next one sees what the stop committed.
 */
export const addressInUse = (address: SQLWrapper): SQL<string> =>
  sql`pg_advisory_xact_lock_shared(hashtextextended(${sql.raw(`'${prefix}'`)} || ${address}, 0))::text`.mapWith(String);

/** The same as a statement of its own, where no other runs anyway. */
export const holdAddress = sent(
  textQuery<{ lock: string }, { address: string }>(({ address }) => sql`select ${addressInUse(address)} as lock`),
);

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

export const confirmStop = writeStatement({}).send<[id: string]>()`
  update deposit_address_stops set is_confirmed = true where id = $1`;

/** Removes an unconfirmed stop; the database refuses it for any other. */
export const deleteStop = writeStatement({}).send<[id: string]>()`delete from deposit_address_stops where id = $1`;
