import type { Db, Tx } from '#server/db/connection.ts';
import { allOrNull, column, orNull, type RowOf } from '#server/db/rows.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement } from '#server/db/statements.ts';
import type { SampleWallet } from './wallets.samples.ts';
import { depositWallets } from './wallets.tables.ts';

/** The columns that every coin has, with or without a wallet. */
const coinDetails = {
  cryptoId: column.text,
  name: column.text,
  symbol: column.text,
  color: column.text,
  group: column.oneOf(['main', 'stablecoins', 'other']),
  network: column.text,
  networkHint: column.text,
  requiresMemo: column.boolean,
  decimals: column.integer,
  minimumDeposit: column.numeric,
};
export type CoinDetails = RowOf<typeof coinDetails>;

/** A deposit wallet as the database has it, not yet verified. */
const walletColumns = {
  address: column.text,
  memo: orNull(column.text),
  version: column.integer,
  signature: column.bytes,
  isActive: column.boolean,
  isSample: column.boolean,
  updatedAt: column.moment,
};
const history = {
  /** When the address was stopped for good. */
  stoppedAt: orNull(column.moment),
  stopWaits: orNull(column.boolean),
  /** The newest version that a change replaced, where it is not older than the row: then an old row was put back. */
  replacedVersion: orNull(column.integer),
};
const walletRow = { ...coinDetails, ...walletColumns, ...history };
export type WalletRow = RowOf<typeof walletRow>;

/** Whether the product itself wrote this wallet: an old row that was put back with its old signature counts as forged. */
export function isOwnWallet(wallet: WalletRow | undefined): wallet is WalletRow {
  return wallet !== undefined && wallet.replacedVersion === null && isSignedRow(signedTables.wallet, wallet);
}

/** Whether a wallet is still the sample of a production installation, which no customer was ever shown. */
export function isUnusedSample({ isSample, isActive }: Pick<WalletRow, 'isSample' | 'isActive'>): boolean {
  return isSample && !isActive;
}

const coin = `c.id as "cryptoId", c.name, c.symbol, c.color, c.group_name as "group", c.network,
  c.network_hint as "networkHint", c.requires_memo as "requiresMemo", c.decimals, c.minimum_deposit as "minimumDeposit"`;
const wallet = `w.address, w.memo, w.version, w.signature, w.is_active as "isActive", w.is_sample as "isSample",
  w.updated_at as "updatedAt", s.stopped_at as "stoppedAt", not s.is_confirmed as "stopWaits", (select max(d.from_version) from deposit_wallet_changes d
    where d.crypto_id = c.id and d.applied_at is not null and d.from_version >= w.version
      and d.from_version < 2147483646) as "replacedVersion"`;
const withStop = "left join deposit_address_stops s on s.address = w.address and s.memo = coalesce(w.memo, '')";

const allWallets = readStatement(walletRow)`
  select ${coin}, ${wallet} from deposit_wallets w join crypto_assets c on c.id = w.crypto_id ${withStop}`;

export async function listWallets(db: Pick<Db, 'run'>): Promise<WalletRow[]> {
  return db.run(allWallets);
}

const walletOf = readStatement({ ...walletRow, isDue: column.boolean })`
  select ${coin}, ${wallet}, exists (select from deposit_wallet_changes d where d.crypto_id = c.id
    and d.applied_at is null and d.cancelled_at is null and d.live_at <= $2) as "isDue"
  from deposit_wallets w join crypto_assets c on c.id = w.crypto_id ${withStop} where w.crypto_id = $1`;

/** The deposit wallet of a coin, and whether another address is due. */
export async function findWallet(db: Pick<Db, 'run'>, cryptoId: string, now: Date) {
  return (await db.run(walletOf, [cryptoId, now]))[0];
}

export type CoinWallet = { coin: CoinDetails; wallet: WalletRow | undefined };

const maybeWallet = { ...coinDetails, ...allOrNull(walletColumns), ...history };
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

const withoutWallet = readStatement({ cryptoId: column.text, network: column.text })`
  select c.id as "cryptoId", c.network from crypto_assets c
  where not exists (select from deposit_wallets w where w.crypto_id = c.id)`;

/** Coins that never had a deposit wallet. */
export async function listCoinsWithoutWallet(db: Pick<Db, 'run'>): Promise<{ cryptoId: string; network: string }[]> {
  return db.run(withoutWallet);
}

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
