import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { listRecent } from './wallets.changes.queries.ts';
import { isOwnWallet, listCoinWallets } from './wallets.queries.ts';
import { listStops } from './wallets.stops.queries.ts';

type Coin = { cryptoId: string; name: string; symbol: string };

/** What needs the admin's attention, for the overview. */
export type WalletsAttention = {
  /** Coins whose address, or a change or a stop of it, was not written by the product: an alarm. */
  forged: Coin[];
  /** Changes that wait to go live, and those that went live within the last 24 hours. */
  changes: (Coin & { state: 'waiting' | 'live'; at: Date })[];
  /** Coins that still show the address that ships with the product and receives nothing. */
  samples: Coin[];
  /** Coins that cannot be sold because their address is missing, switched off or stopped. */
  closed: Coin[];
};

/** Which deposit addresses need the administrator now. One read of the coins, one of the newest changes, one of the stops. */
export async function walletsNeedingAttention({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<WalletsAttention> {
  const rows = await listCoinWallets(db);
  const foreignStops = (await listStops(db)).filter((stop) => !isSignedRow(signedTables.addressStop, stop));
  const recent = await listRecent(db, new Date(now().getTime() - dayMs));
  const ours = recent.filter((change) => isSignedRow(signedTables.walletChange, change));
  const forgedChanges = recent.filter((change) => !ours.includes(change));
  const withForgery = new Set([...forgedChanges, ...foreignStops].map(({ cryptoId }) => cryptoId));
  const coins = rows.map(({ coin, wallet }) => {
    const isForged = wallet !== undefined && !isOwnWallet(wallet);
    return { coin: coinOf(coin), wallet, isForged: isForged || withForgery.has(coin.cryptoId) };
  });
  const only = (wanted: (row: (typeof coins)[number]) => boolean) => coins.filter(wanted).map(({ coin }) => coin);
  return {
    forged: only(({ isForged }) => isForged),
    changes: ours.flatMap(({ cryptoId, appliedAt, liveAt }) => {
      const coin = coins.find((row) => row.coin.cryptoId === cryptoId)?.coin;
      if (!coin) return [];
      return [{ ...coin, state: appliedAt ? ('live' as const) : ('waiting' as const), at: appliedAt ?? liveAt }];
    }),
    samples: only(({ wallet }) => wallet?.isSample ?? false),
    closed: only(({ wallet }) => !wallet?.isActive || wallet.stoppedAt !== null),
  };
}

function coinOf({ cryptoId, name, symbol }: Coin): Coin {
  return { cryptoId, name, symbol };
}
