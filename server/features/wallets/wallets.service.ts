import type { Deps } from '#server/deps.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { Unprocessable } from '#server/http/refusal.ts';
import {
  findWallet,
  insertSampleWallet,
  listCoinsWithoutWallet,
  listWallets,
  type WalletRow,
} from './wallets.queries.ts';
import { sampleWallets } from './wallets.samples.ts';
import { isSignedWallet, signWallet } from './wallets.signature.ts';

type Needs = Pick<Deps, 'db' | 'env' | 'inTx' | 'log'>;

/** Where a customer sends the coins. */
export type DepositAddress = { address: string; memo: string | null; network: string; isSample: boolean };

/**
 * The address customers send this coin to now. Refuses with "Address not available" when there is none, when it is
 * switched off, and when the row was not written by the product itself: then the alarm is raised too.
 */
export async function depositAddressOf(deps: Needs, cryptoId: string): Promise<DepositAddress> {
  const wallet = await findWallet(deps.db, cryptoId);
  if (wallet && !isSignedWallet(deps.env.encryptionKey, wallet, wallet.signature)) {
    await raiseAlarm(deps, wallet);
    throw notAvailable();
  }
  if (!wallet?.isActive || (wallet.requiresMemo && !wallet.memo)) throw notAvailable();
  const { address, memo, network, isSample } = wallet;
  return { address, memo, network, isSample };
}

/** Gives every coin that has none its sample address: usable at once in local mode, inactive in production. */
export async function seedSampleWallets(deps: Needs): Promise<void> {
  const missing = await listCoinsWithoutWallet(deps.db);
  for (const { cryptoId, network } of missing) {
    const sample = sampleWallets[cryptoId];
    if (!sample) continue;
    const signature = signWallet(deps.env.encryptionKey, { cryptoId, network, ...sample, version: 1 });
    const isActive = !deps.env.production;
    await deps.inTx((tx) => insertSampleWallet(tx, cryptoId, sample, { signature, isActive }));
  }
}

/** Every address the desk itself receives coins at, switched off or not; forged rows do not count. */
export async function deskAddresses({ db, env }: Pick<Needs, 'db' | 'env'>): Promise<string[]> {
  const wallets = await listWallets(db);
  return wallets
    .filter((wallet) => isSignedWallet(env.encryptionKey, wallet, wallet.signature))
    .flatMap(({ address, memo }) => (memo ? [address, memo] : [address]));
}

function notAvailable(): Unprocessable {
  return new Unprocessable('address_unavailable', 'Address not available');
}

/** Rows already reported by this process: one alarm a forgery, not one a customer. */
const reported = new Set<string>();

/** Never with the address itself in the log: whoever reads it must not take it for ours. */
async function raiseAlarm({ inTx, log }: Needs, wallet: WalletRow): Promise<void> {
  const { cryptoId, version, address, memo, network } = wallet;
  log.error({ cryptoId, version }, 'A deposit address was changed behind the product: it is not served');
  const forgery = JSON.stringify([cryptoId, version, address, memo, network, wallet.signature.toString('base64')]);
  if (reported.has(forgery)) return;
  await inTx(async (tx) => {
    await recordAudit(tx, 'system', 'wallet.signature_failed', { type: 'wallet', id: cryptoId }, { version, address });
    await publish(tx, { kind: 'wallet_alarm', cryptoId });
  });
  reported.add(forgery);
}
