import type { Tx } from '#server/db/connection.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import {
  act,
  type ActionEntry,
  type ActionRow,
  type DeclaredAction,
} from '#server/features/audit/audit.actions.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { setMinimumDeposit } from '#server/features/rates/rates.service.ts';
import { NotFound, requireWhole, Unprocessable } from '#server/lib/refusal.ts';
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
      const previous = { addressBefore: wallet?.address ?? null, memoBefore: wallet?.memo ?? null };
      return { coin: coin.name, ...previous, address, memo, minimumDeposit, isActive };
    },
    // The wallet is part of the state: one that was changed voids the request.
    more: ({ row: { wallet } }) => ({
      state: `${wallet?.version ?? 0} ${wallet?.isActive} ${wallet?.signature.toString('base64')}`,
    }),
  },
  apply: async ({ tx, deps, actor, row, body: { minimumDeposit, isActive, address }, checked: target }) => {
    // An own address in place of a sample is switched on by the change itself.
    const replacesSample = isActive === true && address !== undefined && row.wallet?.isSample === true;
    const switches = isActive !== undefined && !replacesSample;
    const minimum = minimumDeposit === undefined ? [] : await changeMinimum(tx, row.coin, minimumDeposit);
    const after = switches ? await setActive(tx, deps, row, isActive) : { row, entries: [] };
    const requestedChange = target ? await requestChange(tx, deps, actor, after.row, target) : [];
    return { row: after.row, entries: [...minimum, ...after.entries, ...requestedChange] };
  },
});

/** A member who changes an address is shown the live one. */
const updateWallet: DeclaredAction<WalletsDeps> = {
  ...change,
  carryOut: async (deps, ...args) => {
    await applyDueChanges(deps);
    return change.carryOut(deps, ...args);
  },
};

/** The address that the change leads coins to; nothing is copied from a wallet that the product did not write. */
function targetOf({ env }: WalletsDeps, { coin, wallet }: CoinWallet, sentChange: Change): Target | undefined {
  const { address, memo, uncheckedAccepted = false } = sentChange;
  if (address === undefined && memo === undefined) return undefined;
  const isWhole = address !== undefined && (memo !== undefined || !coin.requiresMemo);
  if (wallet && !queries.isOwnWallet(wallet) && !isWhole) throw unavailableNow('deposit_address_foreign');
  return requireTarget(
    coin,
    {
      address: address ?? wallet?.address ?? '',
      memo: memo === undefined ? normalizedMemo({ coin, wallet }, sentChange) : (memo ?? ''),
      uncheckedAccepted,
    },
    env,
  );
}

/** A new XRP address has its own tag: the old one is preserved only with the address. */
function normalizedMemo({ wallet }: CoinWallet, { address }: Change): string {
  return address === undefined || address.trim() === wallet?.address ? (wallet?.memo ?? '') : '';
}

async function changeMinimum(tx: Tx, coin: queries.CoinDetails, input: string): Promise<ActionEntry[]> {
  const amount = amountOf('coin', input);
  requireWhole(amount, unitOf('coin', coin.decimals), { symbol: coin.symbol, field: 'minimumDeposit' });
  const previous = amountOf('coin', coin.minimumDeposit);
  if (amount.eq(previous)) return [];
  await setMinimumDeposit(tx, coin.cryptoId, amount.toFixed());
  return [{ record: auditRecord('wallet.minimum_changed', { from: previous.toFixed(), to: amount.toFixed() }) }];
}

type SwitchedWallet = { row: CoinWallet; entries: ActionEntry[] };

/** Switches a coin's address on or off for customers, at once. */
async function setActive(tx: Tx, deps: WalletsDeps, row: CoinWallet, isActive: boolean): Promise<SwitchedWallet> {
  const { coin, wallet } = row;
  if (!wallet || (wallet.isActive === isActive && queries.isOwnWallet(wallet))) return { row, entries: [] };
  if (!queries.isOwnWallet(wallet)) throw unavailableNow('deposit_address_foreign');
  if (isActive && wallet.stoppedAt) throw unavailableNow('deposit_address_stopped');
  if (isActive && wallet.isSample && deps.env.production) throw unavailableNow('deposit_address_sample');
  const next = { ...wallet, isActive };
  const signedRow = { ...next, signature: signRow(signedTables.wallet, next) };
  await queries.writeWallet(tx, signedRow, deps.now());
  await publish(tx, { kind: 'wallets_changed' });
  const record = auditRecord(isActive ? 'wallet.switched_on' : 'wallet.switched_off');
  return { row: { coin, wallet: signedRow }, entries: [{ record }] };
}

/** Switches off each active sample address. Skips a forged one, which has its own alarm. */
export async function switchOffSampleWallets(tx: Tx, deps: WalletsDeps): Promise<ActionEntry[]> {
  const entries: ActionEntry[] = [];
  const shownWallets = (await queries.listWallets(tx)).filter(({ isSample, isActive }) => isSample && isActive);
  for (const cryptoId of shownWallets.map((wallet) => wallet.cryptoId).toSorted()) {
    const row = await queries.lockCoinWallet(tx, cryptoId);
    if (!row?.wallet?.isSample || !queries.isOwnWallet(row.wallet)) continue;
    const switched = await setActive(tx, deps, row, false);
    entries.push(...switched.entries.map((entry) => ({ ...entry, subjectId: cryptoId })));
  }
  return entries;
}

const unavailableNow = (reason: Reason) => new Unprocessable('address_unavailable', reason);

/** Cancels the change that waits; customers still see the current address. Refuses with not_found. */
const cancelWalletChange = act(contract.cancelWalletChange, walletRow, {
  apply: async ({ tx, deps, actor, row }) => {
    const { coin } = row;
    const pending = await queries.waitingOf(tx, coin);
    if (!pending) throw new NotFound('deposit_change_not_found');
    await cancelPending(tx, deps, actor.userId, row, pending);
    const { toAddress: address, toMemo: memo } = pending;
    await notifyAdministrator(tx, deps, coin, { kind: 'cancelled', address, memo });
    await publish(tx, { kind: 'wallets_changed' });
    return { row, details: { to: address } };
  },
});

/** Each action of the team on the deposit address of a coin, except its stop, which the sales carry out. */
export const walletActions: readonly DeclaredAction<WalletsDeps>[] = [updateWallet, cancelWalletChange];
