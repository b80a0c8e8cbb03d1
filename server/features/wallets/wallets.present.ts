import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { onWire } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import type { WalletChangeView, WalletView } from '#shared/wallets/wallets.contract.ts';
import type { ChangeRow } from './wallets.changes.queries.ts';
import { isOwnWallet, isUnusedSample, type CoinWallet } from './wallets.queries.ts';
import type { StopRow } from './wallets.stops.queries.ts';

type WalletDeps = { env: Pick<Platform['env'], 'walletCooloffHours'>; fourEyes: Pick<Platform['fourEyes'], 'rules'> };

/** A change for the admin, who must see one that was forged. */
export function presentChange(row: ChangeRow, stops: readonly StopRow[]): WalletChangeView {
  const stop = stops.find(({ address, memo }) => address === row.toAddress && memo === (row.toMemo ?? ''));
  return {
    ...onWire(row),
    changedBy: row.email,
    tampered: !isSignedRow(signedTables.walletChange, row),
    stoppedAt: stop?.stoppedAt.toISOString() ?? null,
  };
}

/** A coin's deposit address for admins. */
export function presentWallet(
  deps: WalletDeps,
  { coin, wallet }: CoinWallet,
  waiting: ChangeRow | undefined,
  { stops, receiving }: { stops: readonly StopRow[]; receiving: WalletView['receiving'] | undefined },
): WalletView {
  return {
    ...onWire(coin, 'minimumDeposit'),
    cryptoName: coin.name,
    cryptoSymbol: coin.symbol,
    networkType: coin.network,
    address: wallet?.address ?? null,
    memo: wallet?.memo ?? null,
    isActive: wallet?.isActive ?? false,
    isSample: wallet?.isSample ?? false,
    tampered: wallet !== undefined && !isOwnWallet(wallet),
    stoppedAt: wallet?.stoppedAt?.toISOString() ?? null,
    stopWaits: wallet?.stopWaits === true,
    stopsAreConfirmed: deps.fourEyes.rules.addressChange,
    version: wallet?.version ?? 0,
    lastUpdated: wallet?.updatedAt.toISOString() ?? null,
    receiving: receiving ?? { kind: 'shared', sourceId: null, free: null, isLow: false },
    waiting: waiting ? presentChange(waiting, stops) : null,
    cooloffHours: wallet && isUnusedSample(wallet) ? 0 : deps.env.walletCooloffHours,
  };
}
