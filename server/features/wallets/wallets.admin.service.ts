import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { setMinimumDeposit } from '#server/features/rates/rates.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { ApprovalRequest, Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { Conflict, NotFound, requireWhole, Unprocessable } from '#server/lib/refusal.ts';
import { onWire } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import { amountOf, unitOf } from '#shared/kernel/money.ts';
import type { Reason } from '#shared/kernel/reason.ts';
import type {
  updateWallet,
  WalletChangeView,
  WalletView,
  WalletWithHistory,
} from '#shared/wallets/wallets.contract.ts';
import {
  applyDueChanges,
  assertNewTarget,
  cancelChange,
  requestChange,
  requireTarget,
  type Target,
} from './wallets.changes.service.ts';
import type { WalletsPorts } from './wallets.ports.ts';
import * as queries from './wallets.queries.ts';
import { listStops, type StopRow } from './wallets.stops.queries.ts';

type WalletDeps = Pick<Platform, 'db' | 'env' | 'fourEyes' | 'inTx' | 'log' | 'now'> & WalletsPorts;
type Change = BodyOf<typeof updateWallet>;

const historyShown = 100;

/** The deposit addresses of all coins on offer, in their order. */
export async function listForAdmin(deps: WalletDeps): Promise<WalletView[]> {
  await applyDueChanges(deps);
  const [rows, waiting, stops, receiving] = await Promise.all([
    queries.listCoinWallets(deps.db),
    queries.listWaiting(deps.db),
    listStops(deps.db),
    deps.receivingByCoin(deps.db),
  ]);
  return rows.map((row) => {
    const { cryptoId } = row.coin;
    const change = waiting.find((item) => item.cryptoId === cryptoId);
    return presentWallet(deps, row, change, { stops, receiving: receiving.get(cryptoId) });
  });
}

export async function readForAdmin(deps: WalletDeps, cryptoId: string): Promise<WalletWithHistory> {
  const wallet = (await listForAdmin(deps)).find((item) => item.cryptoId === cryptoId);
  if (!wallet) throw new NotFound('coin_not_found');
  const [history, stops] = await Promise.all([
    queries.listChanges(deps.db, cryptoId, historyShown),
    listStops(deps.db),
  ]);
  const network = cryptoId === 'litecoin' ? deps.env.chains.litecoinNetwork : 'main';
  return { ...wallet, network, history: history.map((change) => presentChange(change, stops)) };
}

/**
 * Changes given fields of a coin's wallet. Refuses with invalid_input for an address or memo invalid on its chain,
 * conflict after a concurrent change, address_unavailable for a switch that would show no valid address. Another address
 * may wait for a second member, and with it all that was sent along.
 */
export async function changeWallet(
  deps: WalletDeps & Pick<Platform, 'fourEyes'>,
  actor: Actor,
  cryptoId: string,
  change: Change,
  call: Call,
): Promise<WalletView | PendingApproval> {
  await applyDueChanges(deps, cryptoId);
  const pending = await deps.inTx(async (tx) => {
    const found = await queries.lockCoinWallet(tx, cryptoId);
    if (!found) throw new NotFound('coin_not_found');
    if (change.version !== undefined && change.version !== (found.wallet?.version ?? 0)) {
      throw new Conflict('conflict', 'deposit_address_changed');
    }
    const target = targetOf(deps, found, change);
    if (target && (call.approved || deps.fourEyes.rules.addressChange)) {
      await assertNewTarget(tx, found, target);
      const request = requestOf(cryptoId, found, { ...change, ...target });
      const waits = await deps.fourEyes.pass(tx, actor, request, call);
      if (waits) return waits;
    }
    if (change.minimumDeposit !== undefined) await changeMinimum(tx, actor, found.coin, change.minimumDeposit);
    // An own address in place of a sample is switched on by the change itself.
    const replacesSample = change.isActive === true && change.address !== undefined && found.wallet?.isSample;
    const after =
      change.isActive === undefined || replacesSample
        ? found
        : await setActive(tx, deps, actor, found, change.isActive);
    if (target) await requestChange(tx, deps, actor, after, target);
    return undefined;
  });
  return pending ?? viewOf(deps, cryptoId);
}

/** Where the change leads coins to; nothing is taken over from a wallet that the product did not write. */
function targetOf(deps: WalletDeps, found: queries.CoinWallet, change: Change): Target | undefined {
  if (change.address === undefined && change.memo === undefined) return undefined;
  const isWhole = change.address !== undefined && (change.memo !== undefined || !found.coin.requiresMemo);
  if (found.wallet && !queries.isOwnWallet(found.wallet) && !isWhole) throw notNow('deposit_address_foreign');
  return requireTarget(
    found.coin,
    {
      address: change.address ?? found.wallet?.address ?? '',
      memo: change.memo === undefined ? normalizedMemo(found, change) : (change.memo ?? ''),
      uncheckedAccepted: change.uncheckedAccepted ?? false,
    },
    deps.env,
  );
}

/** The wallet is part of the state: one that was changed voids the request. */
function requestOf(cryptoId: string, { coin, wallet }: queries.CoinWallet, change: Change & Target): ApprovalRequest {
  const { address, memo, minimumDeposit = null, isActive = null } = change;
  const before = { addressBefore: wallet?.address ?? null, memoBefore: wallet?.memo ?? null };
  return {
    kind: 'address',
    subjectId: cryptoId,
    facts: { coin: coin.name, ...before, address, memo, minimumDeposit, isActive },
    state: `${wallet?.version ?? 0} ${wallet?.isActive} ${wallet?.signature.toString('base64')}`,
  };
}

export async function cancelWaiting(deps: WalletDeps, actor: Actor, cryptoId: string): Promise<WalletView> {
  await cancelChange(deps, actor, cryptoId);
  return viewOf(deps, cryptoId);
}

/** A coin's deposit address as the answer of a change of it. */
export async function viewOf(deps: WalletDeps, cryptoId: string): Promise<WalletView> {
  const { history: _, network: _network, ...view } = await readForAdmin(deps, cryptoId);
  return view;
}

/** A new XRP address has its own tag: the old one is preserved only with the address. */
function normalizedMemo({ wallet }: queries.CoinWallet, { address }: Change): string {
  return address === undefined || address.trim() === wallet?.address ? (wallet?.memo ?? '') : '';
}

async function changeMinimum(tx: Tx, actor: Actor, coin: queries.CoinDetails, typed: string): Promise<void> {
  const amount = amountOf('coin', typed);
  requireWhole(amount, unitOf('coin', coin.decimals), { symbol: coin.symbol, field: 'minimumDeposit' });
  const before = amountOf('coin', coin.minimumDeposit);
  if (amount.eq(before)) return;
  await setMinimumDeposit(tx, coin.cryptoId, amount.toFixed());
  const audited = { from: before.toFixed(), to: amount.toFixed() };
  await recordAudit(tx, actor, 'wallet.minimum_changed', { type: 'wallet', id: coin.cryptoId }, audited);
}

/** Switches a coin's address on or off for customers, at once. */
async function setActive(
  tx: Tx,
  deps: WalletDeps,
  actor: Actor,
  found: queries.CoinWallet,
  isActive: boolean,
): Promise<queries.CoinWallet> {
  const { coin, wallet } = found;
  if (!wallet || (wallet.isActive === isActive && queries.isOwnWallet(wallet))) return found;
  if (!queries.isOwnWallet(wallet)) throw notNow('deposit_address_foreign');
  if (isActive && wallet.stoppedAt) throw notNow('deposit_address_stopped');
  if (isActive && wallet.isSample && deps.env.production) {
    throw notNow('deposit_address_sample');
  }
  const next = { ...wallet, isActive };
  const signed = { ...next, signature: signRow(signedTables.wallet, next) };
  await queries.writeWallet(tx, signed, deps.now());
  const action = isActive ? 'wallet.switched_on' : 'wallet.switched_off';
  await recordAudit(tx, actor, action, { type: 'wallet', id: coin.cryptoId });
  await publish(tx, { kind: 'wallets_changed' });
  return { coin, wallet: signed };
}

function notNow(reason: Reason): Unprocessable {
  return new Unprocessable('address_unavailable', reason);
}

/** A change for the admin, who must see one that was forged. */
function presentChange(row: queries.ChangeRow, stops: readonly StopRow[]): WalletChangeView {
  const stop = stops.find(({ address, memo }) => address === row.toAddress && memo === (row.toMemo ?? ''));
  return {
    ...onWire(row),
    changedBy: row.email,
    tampered: !isSignedRow(signedTables.walletChange, row),
    stoppedAt: stop?.stoppedAt.toISOString() ?? null,
  };
}

/** A coin's deposit address for admins. */
function presentWallet(
  deps: WalletDeps,
  { coin, wallet }: queries.CoinWallet,
  waiting: queries.ChangeRow | undefined,
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
    tampered: wallet !== undefined && !queries.isOwnWallet(wallet),
    stoppedAt: wallet?.stoppedAt?.toISOString() ?? null,
    stopWaits: wallet?.isStopConfirmed === false,
    stopsAreConfirmed: deps.fourEyes.rules.addressChange,
    version: wallet?.version ?? 0,
    lastUpdated: wallet?.updatedAt.toISOString() ?? null,
    receiving: receiving ?? { kind: 'shared', sourceId: null, free: null, isLow: false },
    waiting: waiting ? presentChange(waiting, stops) : null,
    cooloffHours: wallet && queries.isUnusedSample(wallet) ? 0 : deps.env.walletCooloffHours,
  };
}
