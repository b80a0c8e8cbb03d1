import type { Db, Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { NotFound } from '#server/lib/refusal.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { WalletChangeView, WalletView, WalletWithHistory } from '#shared/wallets/wallets.contract.ts';
import { applyDueChanges } from './wallets.changes.service.ts';
import type { WalletsDeps } from './wallets.ports.ts';
import * as queries from './wallets.queries.ts';
import { listStops, type StopRow } from './wallets.stops.queries.ts';

const historyShown = 100;

/** The deposit addresses of all coins on offer, in their order. */
export async function listForAdmin(deps: WalletsDeps): Promise<WalletView[]> {
  await applyDueChanges(deps);
  return presentAll(deps, deps.db);
}

async function presentAll(deps: WalletsDeps, db: Db): Promise<WalletView[]> {
  const rows = await queries.listCoinWallets(db);
  const pendingChanges = await queries.listWaiting(db);
  const stops = await listStops(db);
  const receiving = await deps.receivingByCoin(db);
  return rows.map((row) => {
    const { cryptoId } = row.coin;
    const change = pendingChanges.find((item) => item.cryptoId === cryptoId);
    return presentWallet(deps, row, change, { stops, receiving: receiving.get(cryptoId) });
  });
}

const coinOf = (wallets: readonly WalletView[], cryptoId: string): WalletView => {
  const wallet = wallets.find((item) => item.cryptoId === cryptoId);
  if (!wallet) throw new NotFound('coin_not_found');
  return wallet;
};

/** A coin's deposit address and every change of it. Refuses with not_found. */
export async function readForAdmin(deps: WalletsDeps, cryptoId: string): Promise<WalletWithHistory> {
  const wallet = coinOf(await listForAdmin(deps), cryptoId);
  const [history, stops] = await Promise.all([
    queries.listChanges(deps.db, cryptoId, historyShown),
    listStops(deps.db),
  ]);
  const network = cryptoId === 'litecoin' ? deps.env.chains.litecoinNetwork : 'main';
  return { ...wallet, network, history: history.map((change) => presentChange(change, stops)) };
}

/** Returns a coin's deposit address after a change of it. */
export async function viewOf(tx: Tx, deps: WalletsDeps, cryptoId: string): Promise<WalletView> {
  return coinOf(await presentAll(deps, tx), cryptoId);
}

/** A change for the admin, who must see one that was forged. */
function presentChange(row: queries.ChangeRow, stops: readonly StopRow[]): WalletChangeView {
  const stop = stops.find(({ address, memo }) => address === row.toAddress && memo === (row.toMemo ?? ''));
  return {
    ...toWireRow(row),
    changedBy: row.email,
    tampered: !isSignedRow(signedTables.walletChange, row),
    stoppedAt: stop?.stoppedAt.toISOString() ?? null,
  };
}

/** A coin's deposit address for admins. */
function presentWallet(
  deps: WalletsDeps,
  { coin, wallet }: queries.CoinWallet,
  waitingChange: queries.ChangeRow | undefined,
  { stops, receiving }: { stops: readonly StopRow[]; receiving: WalletView['receiving'] | undefined },
): WalletView {
  return {
    ...toWireRow(coin, 'minimumDeposit'),
    cryptoName: coin.name,
    cryptoSymbol: coin.symbol,
    networkType: coin.network,
    address: wallet?.address ?? null,
    memo: wallet?.memo ?? null,
    isActive: wallet?.isActive ?? false,
    isSample: wallet?.isSample ?? false,
    tampered: wallet !== undefined && !queries.isOwnWallet(wallet),
    stoppedAt: wallet?.stoppedAt?.toISOString() ?? null,
    stopWaits: wallet?.isStopConfirmed === false,
    stopsAreConfirmed: deps.fourEyes.rules.addressChange,
    version: wallet?.version ?? 0,
    lastUpdated: wallet?.updatedAt.toISOString() ?? null,
    receiving: receiving ?? { kind: 'shared', sourceId: null, free: null, isLow: false },
    waiting: waitingChange ? presentChange(waitingChange, stops) : null,
    cooloffHours: wallet && queries.isUnusedSample(wallet) ? 0 : deps.env.walletCooloffHours,
  };
}
