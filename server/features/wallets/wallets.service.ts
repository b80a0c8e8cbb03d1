import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { cached } from '#server/events/cached.ts';
import type { Events } from '#server/events/events.ts';
import { publish } from '#server/events/publish.ts';
import { reportForged } from '#server/features/alarms/alarms.service.ts';
import type { SellableCoins } from '#server/features/rates/rates.service.ts';
import { Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { applyDueChanges } from './wallets.changes.service.ts';
import type { WalletsPorts } from './wallets.ports.ts';
import * as queries from './wallets.queries.ts';
import { sampleWallets } from './wallets.samples.ts';
import { listStops } from './wallets.stops.queries.ts';

/** The address that a customer sends coins to. */
export type DepositAddress = { address: string; memo: string | null; network: string; isSample: boolean };

/**
 * The address customers send this coin to now. Refuses with address_unavailable when there is none, when it is
 * switched off or was stopped, and when the row was not written by the product itself: then the alarm is raised too.
 */
export async function depositAddressOf(deps: Platform, cryptoId: string): Promise<DepositAddress> {
  let wallet = await queries.findWallet(deps.db, { cryptoId, at: deps.now() });
  if (wallet?.isDue) {
    // The change is due and no job was faster: the old address must not be shown any more.
    await applyDueChanges(deps, cryptoId);
    wallet = await queries.findWallet(deps.db, { cryptoId, at: deps.now() });
  }
  if (wallet && !queries.isOwnWallet(wallet)) {
    await reportForged(deps, 'wallet', wallet);
    throw addressUnavailable();
  }
  if (!wallet || !isInUse(wallet)) throw addressUnavailable();
  const { address, memo, network, isSample } = wallet;
  return { address, memo, network, isSample };
}

function isInUse({ isActive, stoppedAt, requiresMemo, memo }: queries.WalletRow): boolean {
  return isActive && !stoppedAt && (!requiresMemo || memo !== null);
}

/** Caches the coins for which `depositAddressOf` finds an address, until an address or a price changes. */
export function trackSellableCoins({
  db,
  events,
  receivingByCoin,
}: Pick<Platform, 'db'> &
  Pick<WalletsPorts, 'receivingByCoin'> & { events: Pick<Events, 'on' | 'connected'> }): SellableCoins {
  const load = async () => {
    const wallets = await queries.listWallets(db);
    const usableWallets = wallets.filter((wallet) => isInUse(wallet) && queries.isOwnWallet(wallet));
    return new Set([...usableWallets.map(({ cryptoId }) => cryptoId), ...(await receivingByCoin(db)).keys()]);
  };
  // With the prices as well: a change made in the database publishes no event.
  return cached({ events, kinds: ['wallets_changed', 'rates_changed'], load });
}

/** Gives every coin that has none its sample address: usable at once in local mode, inactive in production. */
export async function seedSampleWallets(deps: Platform): Promise<void> {
  const coinsWithoutWallet = await queries.listCoinsWithoutWallet(deps.db);
  for (const { cryptoId, network } of coinsWithoutWallet) {
    const sample = sampleWallets[cryptoId];
    if (!sample) continue;
    const isActive = !deps.env.production;
    const signature = signRow(signedTables.wallet, { cryptoId, network, ...sample, version: 1, isActive });
    await deps.inTx((tx) => queries.insertSampleWallet(tx, cryptoId, sample, { signature, isActive }));
  }
  if (coinsWithoutWallet.length > 0) await deps.inTx((tx) => publish(tx, { kind: 'wallets_changed' }));
}

/** Every own receiving address, switched off or not; forged rows do not count. */
export async function ownAddresses({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  const wallets = await queries.listWallets(db);
  return wallets
    .filter((wallet) => isSignedRow(signedTables.wallet, wallet))
    .flatMap(({ address, memo }) => (memo ? [address, memo] : [address]));
}

/** The refusal (422) of a coin without a usable deposit address. */
export function addressUnavailable(): Unprocessable {
  return new Unprocessable('address_unavailable', 'deposit_address_unavailable');
}

type Coin = { cryptoId: string; name: string; symbol: string };

/** Wallets that need the admin's attention, for the overview. */
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

/**
 * The deposit addresses that need the administrator now. One read of the coins, one of the newest changes, one of the
 * stops.
 */
export async function walletsNeedingAttention({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<WalletsAttention> {
  const [rows, stops, recent] = await Promise.all([
    queries.listCoinWallets(db),
    listStops(db),
    queries.listRecent(db, { since: new Date(now().getTime() - dayMs) }),
  ]);
  const foreignStops = stops.filter((stop) => !isSignedRow(signedTables.addressStop, stop));
  const genuineChanges = recent.filter((change) => isSignedRow(signedTables.walletChange, change));
  const forgedChanges = recent.filter((change) => !genuineChanges.includes(change));
  const withForgery = new Set([...forgedChanges, ...foreignStops].map(({ cryptoId }) => cryptoId));
  const coins = rows.map(({ coin, wallet }) => {
    const isForged = wallet !== undefined && !queries.isOwnWallet(wallet);
    return { coin: coinOf(coin), wallet, isForged: isForged || withForgery.has(coin.cryptoId) };
  });
  const coinsWhere = (isWanted: (row: (typeof coins)[number]) => boolean) =>
    coins.filter(isWanted).map(({ coin }) => coin);
  return {
    forged: coinsWhere(({ isForged }) => isForged),
    changes: genuineChanges.flatMap(({ cryptoId, appliedAt, liveAt }) => {
      const coin = coins.find((row) => row.coin.cryptoId === cryptoId)?.coin;
      if (!coin) return [];
      return [{ ...coin, state: appliedAt ? ('live' as const) : ('waiting' as const), at: appliedAt ?? liveAt }];
    }),
    samples: coinsWhere(({ wallet }) => wallet?.isSample ?? false),
    closed: coinsWhere(({ wallet }) => !wallet?.isActive || wallet.stoppedAt !== null),
  };
}

function coinOf({ cryptoId, name, symbol }: Coin): Coin {
  return { cryptoId, name, symbol };
}
