import { cached } from '#server/events/cached.ts';
import type { Events } from '#server/events/events.ts';
import { publish } from '#server/events/publish.ts';
import type { SellableCoins } from '#server/features/rates/rates.service.ts';
import { Unprocessable } from '#server/http/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { raiseForgedWalletAlarm } from './wallets.alarm.ts';
import { applyDueChanges } from './wallets.changes.service.ts';
import {
  findWallet,
  insertSampleWallet,
  listCoinsWithoutWallet,
  listSignedWallets,
  listWallets,
  type StoredWallet,
} from './wallets.queries.ts';
import { sampleWallets } from './wallets.samples.ts';
import { isSignedWallet, signWallet } from './wallets.signature.ts';

export { walletsNeedingAttention } from './wallets.attention.service.ts';

type WalletDeps = Pick<Platform, 'db' | 'env' | 'inTx' | 'log' | 'now'>;

/** Where a customer sends the coins. */
export type DepositAddress = { address: string; memo: string | null; network: string; isSample: boolean };

/**
 * The address customers send this coin to now. Refuses with address_unavailable when there is none, when it is
 * switched off or was stopped, and when the row was not written by the product itself: then the alarm is raised too.
 */
export async function depositAddressOf(deps: WalletDeps, cryptoId: string): Promise<DepositAddress> {
  let wallet = await findWallet(deps.db, cryptoId, deps.now());
  if (wallet?.isDue) {
    // It is due and no job was faster: the old one must not be shown any more.
    await applyDueChanges(deps, cryptoId);
    wallet = await findWallet(deps.db, cryptoId, deps.now());
  }
  if (wallet && !isOurs(deps, wallet)) {
    await raiseForgedWalletAlarm(deps, wallet);
    throw notAvailable();
  }
  if (!wallet || !isInUse(wallet)) throw notAvailable();
  const { address, memo, network, isSample } = wallet;
  return { address, memo, network, isSample };
}

/** An old row that was put back with its old signature counts as forged. */
function isOurs({ env }: Pick<WalletDeps, 'env'>, wallet: StoredWallet): boolean {
  return !wallet.isReplaced && isSignedWallet(env.encryptionKey, wallet, wallet.signature);
}

function isInUse({ isActive, stoppedAt, requiresMemo, memo }: StoredWallet): boolean {
  return isActive && !stoppedAt && (!requiresMemo || memo !== null);
}

/** The coins for which `depositAddressOf` finds an address, from memory until an address or a price changes. */
export function trackSellableCoins({
  db,
  env,
  events,
}: Pick<WalletDeps, 'db' | 'env'> & { events: Pick<Events, 'on' | 'connected'> }): SellableCoins {
  const load = async () => {
    const wallets = await listWallets(db);
    const usable = wallets.filter((wallet) => isInUse(wallet) && isOurs({ env }, wallet));
    return new Set(usable.map(({ cryptoId }) => cryptoId));
  };
  // With the prices as well: a change made in the database publishes no event.
  return cached({ events, kinds: ['wallets_changed', 'rates_changed'], load });
}

/** Gives every coin that has none its sample address: usable at once in local mode, inactive in production. */
export async function seedSampleWallets(deps: WalletDeps): Promise<void> {
  const missing = await listCoinsWithoutWallet(deps.db);
  for (const { cryptoId, network } of missing) {
    const sample = sampleWallets[cryptoId];
    if (!sample) continue;
    const isActive = !deps.env.production;
    const signature = signWallet(deps.env.encryptionKey, { cryptoId, network, ...sample, version: 1, isActive });
    await deps.inTx((tx) => insertSampleWallet(tx, cryptoId, sample, { signature, isActive }));
  }
  if (missing.length > 0) await deps.inTx((tx) => publish(tx, { kind: 'wallets_changed' }));
}

/** Every own receiving address, switched off or not; forged rows do not count. */
export async function ownAddresses({ db, env }: Pick<WalletDeps, 'db' | 'env'>): Promise<string[]> {
  const wallets = await listWallets(db);
  return wallets
    .filter((wallet) => isSignedWallet(env.encryptionKey, wallet, wallet.signature))
    .flatMap(({ address, memo }) => (memo ? [address, memo] : [address]));
}

/** How many deposit wallets there are, and how many of them this ENCRYPTION_KEY signed. */
export async function countSignedWallets({
  db,
  encryptionKey,
}: Pick<WalletDeps, 'db'> & { encryptionKey: string }): Promise<{ found: number; signed: number }> {
  const wallets = await listSignedWallets(db);
  const signed = wallets.filter((wallet) => isSignedWallet(encryptionKey, wallet, wallet.signature));
  return { found: wallets.length, signed: signed.length };
}

function notAvailable(): Unprocessable {
  return new Unprocessable('address_unavailable', 'deposit_address_unavailable');
}
