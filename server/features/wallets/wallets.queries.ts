import type { Db, Tx } from '#server/db/connection.ts';
import { readStatement, writeStatement } from '#server/db/hot.ts';
import type { SampleWallet } from './wallets.samples.ts';

export type WalletRow = {
  cryptoId: string;
  symbol: string;
  network: string;
  networkHint: string;
  requiresMemo: boolean;
  address: string;
  memo: string | null;
  version: number;
  signature: Buffer;
  isActive: boolean;
  isSample: boolean;
};

const wallet = `select c.id as "cryptoId", c.symbol, c.network, c.network_hint as "networkHint",
    c.requires_memo as "requiresMemo", w.address, w.memo, w.version, w.signature, w.is_active as "isActive",
    w.is_sample as "isSample"
  from deposit_wallets w join crypto_assets c on c.id = w.crypto_id`;

const walletOf = readStatement<WalletRow>(`${wallet} where w.crypto_id = $1`);
const allWallets = readStatement<WalletRow>(wallet);

/** All deposit wallets as they stand in the database, not yet trusted. */
export async function listWallets(db: Pick<Db, 'run'>): Promise<WalletRow[]> {
  return db.run(allWallets);
}

/** The deposit wallet of a coin as it stands in the database, not yet trusted. */
export async function findWallet(db: Pick<Db, 'run'>, cryptoId: string): Promise<WalletRow | undefined> {
  const [row] = await db.run(walletOf, [cryptoId]);
  return row;
}

const withoutWallet = readStatement<{ cryptoId: string; network: string }>(
  `select c.id as "cryptoId", c.network from crypto_assets c
   where not exists (select from deposit_wallets w where w.crypto_id = c.id)`,
);

/** Coins that never had a deposit wallet. */
export async function listCoinsWithoutWallet(db: Pick<Db, 'run'>): Promise<{ cryptoId: string; network: string }[]> {
  return db.run(withoutWallet);
}

const insertSample = writeStatement<object>(
  `insert into deposit_wallets (crypto_id, address, memo, version, signature, is_active, is_sample)
   values ($1, $2, $3, 1, $4, $5, true) on conflict do nothing`,
);

/** Adds a sample wallet of version 1, unless another process was first. */
export async function insertSampleWallet(
  tx: Tx,
  cryptoId: string,
  { address, memo }: SampleWallet,
  { signature, isActive }: { signature: Buffer; isActive: boolean },
): Promise<void> {
  await tx.run(insertSample, [cryptoId, address, memo, signature, isActive]);
}
