import type { Tx } from '#server/db/connection.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { act, type ActionEntry, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { setMinimumDeposit } from '#server/features/rates/rates.service.ts';
import { NotFound, assertWhole, Unprocessable } from '#server/lib/refusal.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import { amountOf, unitOf } from '#shared/kernel/money.ts';
import type { Reason } from '#shared/kernel/reason.ts';
import * as contract from '#shared/wallets/wallets.contract.ts';
import type { WalletView } from '#shared/wallets/wallets.contract.ts';
import { viewOf } from './wallets.admin.service.ts';
import {
  applyDueChanges,
  assertNewTarget,
  cancelPending,
  notifyAdministrator,
  requestChange,
  requireTarget,
  type Target,
} from './wallets.changes.service.ts';
import type { WalletsDeps } from './wallets.ports.ts';
import * as queries from './wallets.queries.ts';
import type { CoinWallet } from './wallets.queries.ts';

type Change = BodyOf<typeof contract.updateWallet>;

/** A coin and its deposit wallet; the coin is held, as it may have no wallet yet. */
export const walletRow: ActionRow<WalletsDeps, CoinWallet, WalletView, { cryptoId: string }> = {
  lock: (tx, { cryptoId }) => queries.lockCoinWallet(tx, cryptoId),
  missing: 'coin_not_found',
  version: { of: ({ wallet }) => wallet?.version ?? 0, changed: 'deposit_address_changed' },
  present: ({ coin }, { tx, deps }) => viewOf(tx, deps, coin.cryptoId),
};

/**
 * Changes given fields of a coin's wallet; another address may wait for a second member, with every other field of the
 * call. Refuses with invalid_input, and with address_unavailable to switch on without a valid address.
 */
const change = act(contract.updateWallet, walletRow, {
  check: async ({ tx, deps, row, body }) => {
    const target = targetOf(deps, row, body);
    if (target) await assertNewTarget(tx, row, target);
    return target;
  },
  second: {
    isNeeded: ({ deps, checked: target }) => deps.fourEyes.rules.addressChange && target !== undefined,
    details: ({ row: { coin, wallet }, body: { minimumDeposit = null, isActive = null }, checked }) => {
      const { address = null, memo = null } = checked ?? {};
      const targetBefore = { addressBefore: wallet?.address ?? null, memoBefore: wallet?.memo ?? null };
      return { coin: coin.name, ...targetBefore, address, memo, minimumDeposit, isActive };
    },
    // The wallet is part of the state: one that was changed voids the request.
    more: ({ row: { wallet } }) => ({
      state: `${wallet?.version ?? 0} ${wallet?.isActive} ${wallet?.signature.toString('base64')}`,
    }),
  },
  apply: async ({ tx, deps, actor, row, body: { minimumDeposit, isActive, address }, checked: target }) => {
    // An own address in place of a sample is switched on by the change itself.
    const replacesSample = isActive === true && address !== undefined && row.wallet?.isSample === true;
    const switchesActive = isActive !== undefined && !replacesSample;
    const minimum = minimumDeposit === undefined ? [] : await changeMinimum(tx, row.coin, minimumDeposit);
    const after = switchesActive ? await setActive(tx, deps, row, isActive) : { row, entries: [] };
    const changeEntries = target ? await requestChange(tx, deps, actor, after.row, target) : [];
    return { row: after.row, entries: [...minimum, ...after.entries, ...changeEntries] };
  },
});

/** A member who changes an address is shown the live one. */
const updateWallet: typeof change = {
  ...change,
  carryOut: async (deps, ...args) => {
    await applyDueChanges(deps);
    return change.carryOut(deps, ...args);
  },
};

/** The address that the change leads coins to; nothing is copied from a wallet that the product did not write. */
function targetOf({ env }: WalletsDeps, { coin, wallet }: CoinWallet, change: Change): Target | undefined {
  const { address, memo, uncheckedAccepted = false } = change;
  if (address === undefined && memo === undefined) return undefined;
  const isWhole = address !== undefined && (memo !== undefined || !coin.requiresMemo);
  if (wallet && !queries.isOwnWallet(wallet) && !isWhole) throw notNow('deposit_address_foreign');
  return requireTarget(
    coin,
    {
      address: address ?? wallet?.address ?? '',
      memo: memo === undefined ? normalizedMemo({ coin, wallet }, change) : (memo ?? ''),
      uncheckedAccepted,
    },
    env,
  );
}

/** A new XRP address has its own tag: the old one is preserved only with the address. */
function normalizedMemo({ wallet }: CoinWallet, { address }: Change): string {
  return address === undefined || address.trim() === wallet?.address ? (wallet?.memo ?? '') : '';
}

async function changeMinimum(tx: Tx, coin: queries.CoinDetails, typedMinimum: string): Promise<ActionEntry[]> {
  const amount = amountOf('coin', typedMinimum, coin.cryptoId);
  assertWhole(amount, unitOf('coin', coin.decimals), { symbol: coin.symbol, field: 'minimumDeposit' });
  const minimumBefore = amountOf('coin', coin.minimumDeposit, coin.cryptoId);
  if (amount.eq(minimumBefore)) return [];
  await setMinimumDeposit(tx, coin.cryptoId, amount.toFixed());
  return [{ record: auditRecord('wallet.minimum_changed', { from: minimumBefore.toFixed(), to: amount.toFixed() }) }];
}

type Switched = { row: CoinWallet; entries: ActionEntry[] };

/** Switches a coin's address on or off for customers, at once. */
async function setActive(tx: Tx, deps: WalletsDeps, row: CoinWallet, isActive: boolean): Promise<Switched> {
  const { coin, wallet } = row;
  if (!wallet || (wallet.isActive === isActive && queries.isOwnWallet(wallet))) return { row, entries: [] };
  if (!queries.isOwnWallet(wallet)) throw notNow('deposit_address_foreign');
  if (isActive && wallet.stoppedAt) throw notNow('deposit_address_stopped');
  if (isActive && wallet.isSample && deps.env.production) throw notNow('deposit_address_sample');
  const nextWallet = { ...wallet, isActive };
  const signedWallet = { ...nextWallet, signature: signRow(signedTables.wallet, nextWallet) };
  await queries.writeWallet(tx, signedWallet, deps.now());
  await publish(tx, { kind: 'wallets_changed' });
  const record = auditRecord(isActive ? 'wallet.switched_on' : 'wallet.switched_off');
  return { row: { coin, wallet: signedWallet }, entries: [{ record }] };
}

/** Switches off each active sample address. Skips a forged one, which has its own alarm. */
export async function switchOffSampleWallets(tx: Tx, deps: WalletsDeps): Promise<ActionEntry[]> {
  const entries: ActionEntry[] = [];
  const shownSamples = (await queries.listWallets(tx)).filter(({ isSample, isActive }) => isSample && isActive);
  for (const cryptoId of shownSamples.map((wallet) => wallet.cryptoId).toSorted()) {
    const row = await queries.lockCoinWallet(tx, cryptoId);
    if (!row?.wallet?.isSample || !queries.isOwnWallet(row.wallet)) continue;
    const switchResult = await setActive(tx, deps, row, false);
    const subject = { type: 'wallet', id: cryptoId } as const;
    entries.push(...switchResult.entries.map((entry) => ({ ...entry, subject })));
  }
  return entries;
}

const notNow = (reason: Reason) => new Unprocessable('address_unavailable', reason);

/** Cancels the change that waits; customers still see the current address. Refuses with not_found. */
const cancelWalletChange = act(contract.cancelWalletChange, walletRow, {
  apply: async ({ tx, deps, actor, row }) => {
    const { coin } = row;
    const waitingChange = await queries.findWaiting(tx, coin);
    if (!waitingChange) throw new NotFound('deposit_change_not_found');
    await cancelPending(tx, deps, actor.userId, row, waitingChange);
    const { toAddress: address, toMemo: memo } = waitingChange;
    await notifyAdministrator(tx, deps, coin, { kind: 'cancelled', address, memo });
    await publish(tx, { kind: 'wallets_changed' });
    return { row, details: { to: address } };
  },
});

/** Each action of the team on the deposit address of a coin, except its stop, which the sales carry out. */
export const walletActions: ActionsOf<WalletsDeps, 'wallets.write'> = [updateWallet, cancelWalletChange];
