import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { amountOut, positiveAmount } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { coinAddress, idOf, text, timestamp } from '#shared/kernel/fields.ts';

/** A change of a deposit address. It waits until `liveAt`, then it is live, unless it was cancelled. */
export const walletChangeView = z.object({
  id: idOf('walletChange'),
  /** Null if the coin had no address that the product wrote before. */
  fromAddress: z.string().nullable(),
  fromMemo: z.string().nullable(),
  toAddress: z.string(),
  toMemo: z.string().nullable(),
  /** The administrator's e-mail address; null where the account is gone. */
  changedBy: z.string().nullable(),
  changedAt: timestamp,
  liveAt: timestamp,
  appliedAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  /** True if the product did not write the row. */
  tampered: z.boolean(),
  /** The time at which `toAddress` was stopped for good. */
  stoppedAt: timestamp.nullable(),
});
export type WalletChangeView = z.output<typeof walletChangeView>;

/** The deposit address of a coin. A tampered one was not written by the product and is shown to no customer. */
export const walletView = z.object({
  cryptoId: z.string(),
  cryptoName: z.string(),
  cryptoSymbol: z.string(),
  color: z.string(),
  group: z.enum(['main', 'stablecoins', 'other']),
  networkType: z.string(),
  networkHint: z.string(),
  requiresMemo: z.boolean(),
  /** Null for a coin that never had one. */
  address: z.string().nullable(),
  memo: z.string().nullable(),
  minimumDeposit: amountOut,
  isActive: z.boolean(),
  /** A value that ships with the product and receives nothing. */
  isSample: z.boolean(),
  tampered: z.boolean(),
  /** The time at which the address was stopped: no customer sees it any more. */
  stoppedAt: timestamp.nullable(),
  /** True while a second member has to confirm or lift that stop. */
  stopWaits: z.boolean(),
  /** True where a second member confirms each stop; until then it can be lifted. */
  stopsAreConfirmed: z.boolean(),
  /** Grows with each change of the address; send it back to change what you have seen. */
  version: z.number().int(),
  lastUpdated: timestamp.nullable(),
  /** How the coin is received: at this address, or at addresses of one sale each. */
  receiving: z.object({
    kind: z.enum(['shared', 'xpub', 'pool', 'tags']),
    sourceId: idOf('depositSource').nullable(),
    /** Addresses that can be given out now; null at a shared address. */
    free: z.number().int().nullable(),
    isLow: z.boolean(),
  }),
  /** The change that waits to go live. */
  waiting: walletChangeView.nullable(),
  /** Hours until customers see a changed address. */
  cooloffHours: z.number(),
});
export type WalletView = z.output<typeof walletView>;

export const walletWithHistory = walletView.extend({
  /** Newest first, at most a hundred. */
  history: z.array(walletChangeView),
  /** `regtest` if the coin's node is on its test network: addresses of that network are valid then. */
  network: z.enum(['main', 'regtest']),
});
export type WalletWithHistory = z.output<typeof walletWithHistory>;

const params = z.object({ cryptoId: text(60, { min: 1 }) });

export const listWallets = endpoint('GET /api/admin/wallets', {
  may: 'wallets.write',
  summary: 'The deposit addresses of all coins, and the changes that wait for their hour',
  response: z.array(walletView),
});

export const getWallet = endpoint('GET /api/admin/wallets/:cryptoId', {
  may: 'wallets.write',
  summary: 'The deposit address of a coin with the history of its changes',
  params,
  response: walletWithHistory,
  errors: ['not_found'],
});

const onWallet = { on: 'wallet', may: 'wallets.write', ownCase: 'allowed', params, response: walletView } as const;

export const updateWallet = action('PUT /api/admin/wallets/:cryptoId', {
  ...onWallet,
  summary: 'Change the address (live after the cool-off, for new quotes only), the minimum deposit, or switch it',
  body: z.object({
    address: coinAddress.optional(),
    memo: text(100).nullish(),
    /** The administrator accepts an address without a checksum. */
    uncheckedAccepted: z.boolean().optional(),
    minimumDeposit: positiveAmount('minimum_deposit_invalid').optional(),
    isActive: z.boolean().optional(),
    /** The version the administrator has seen: another one is refused. */
    version: z.number().int().optional(),
  }),
  errors: ['address_unavailable', 'step_up_required'],
  stepUp: 'recent',
  second: 'address',
  audit: ['wallet.change_asked', 'wallet.minimum_changed', 'wallet.switched_on', 'wallet.switched_off'],
});

export const cancelWalletChange = action('DELETE /api/admin/wallets/:cryptoId/change', {
  ...onWallet,
  summary: 'Cancel the change of an address while it waits for its hour',
  errors: ['step_up_required'],
  stepUp: true,
  audit: 'wallet.change_cancelled',
});

export const stopAddress = action('POST /api/admin/wallets/:cryptoId/stop', {
  ...onWallet,
  summary:
    'Stop an address that the coin has or had: it vanishes from every screen at once. Where the rule asks for a second member, they confirm or lift the stop afterwards; without it the address never comes back',
  body: z.object({
    address: coinAddress,
    memo: text(100).nullable().default(null),
    /** The reason, for the audit log. */
    reason: text(500, { min: 1, error: 'stop_reason_required' }),
  }),
  errors: ['conflict', 'step_up_required'],
  stepUp: true,
  secondUser: 'after',
  audit: 'wallet.address_stopped',
});
