import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import type { Platform } from '#server/platform.ts';
import { decimal, toWire } from '#shared/kernel/money.ts';
import type { WalletChangeView, WalletView } from '#shared/wallets/wallets.contract.ts';
import type { ChangeRow } from './wallets.changes.queries.ts';
import { isOwnWallet, isUnusedSample, type CoinWallet } from './wallets.queries.ts';
import type { StopRow } from './wallets.stops.queries.ts';

type WalletDeps = { env: Pick<Platform['env'], 'walletCooloffHours'>; fourEyes: Pick<Platform['fourEyes'], 'rules'> };

/** A change for the admin, who must see one that was forged. */
export function presentChange(row: ChangeRow, stops: readonly StopRow[]): WalletChangeView {
  const { id, fromAddress, fromMemo, toAddress, toMemo, email, changedAt, liveAt, appliedAt, cancelledAt } = row;
  return {
    id,
    fromAddress,
    fromMemo,
    toAddress,
    toMemo,
    changedBy: email,
    changedAt: changedAt.toISOString(),
    liveAt: liveAt.toISOString(),
    appliedAt: appliedAt?.toISOString() ?? null,
    cancelledAt: cancelledAt?.toISOString() ?? null,
    tampered: !isSignedRow(signedTables.walletChange, row),
    stoppedAt:
      stops.find((stop) => stop.address === toAddress && stop.memo === (toMemo ?? ''))?.stoppedAt.toISOString() ?? null,
  };
}

/** A coin's deposit address for admins. */
export function presentWallet(
  deps: WalletDeps,
  { coin, wallet }: CoinWallet,
  waiting: ChangeRow | undefined,
  { stops, receiving }: { stops: readonly StopRow[]; receiving: WalletView['receiving'] | undefined },
): WalletView {
  const { cryptoId, name, symbol, color, group, network, networkHint, requiresMemo, minimumDeposit } = coin;
  const { walletCooloffHours } = deps.env;
  return {
    cryptoId,
    cryptoName: name,
    cryptoSymbol: symbol,
    color,
    group,
    networkType: network,
    networkHint,
    requiresMemo,
    address: wallet?.address ?? null,
    memo: wallet?.memo ?? null,
    minimumDeposit: toWire(decimal(minimumDeposit)),
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
    cooloffHours: wallet && isUnusedSample(wallet) ? 0 : walletCooloffHours,
  };
}
