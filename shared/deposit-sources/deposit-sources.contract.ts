import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { amountOut } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { coinAddress, idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { reason } from '#shared/kernel/reason.ts';
import { chainNames } from '#shared/reference/chains.ts';
import { addressSearch } from '#shared/wallets/wallets.payment-link.ts';
import { depositScripts, sourceKinds, whenEmptyChoices } from './deposit-sources.kinds.ts';

/** States in which an own address can be given out now, or not. */
export const addressStates = ['free', 'leased', 'resting', 'paid', 'stopped', 'waiting'] as const;
export type AddressState = (typeof addressStates)[number];

const count = z.number().int();

/** A source of own addresses. The account key of a wallet is in no answer. */
export const depositSourceView = z.object({
  id: idOf('depositSource'),
  kind: z.enum(sourceKinds),
  chain: z.enum(chainNames),
  coinIds: z.array(z.string()),
  /** `waiting` until `liveAt`. */
  state: z.enum(['waiting', 'active', 'off', 'stopped']),
  liveAt: timestamp,
  version: count,
  whenEmpty: z.enum(whenEmptyChoices),
  /** The member's e-mail address; null where the account is gone. */
  addedBy: z.string().nullable(),
  addedAt: timestamp,
  /** True if the product did not write the row, or one of its addresses: nothing of it is shown to a customer. */
  tampered: z.boolean(),
  counts: z.object({
    total: count,
    free: count,
    leased: count,
    resting: count,
    paid: count,
    stopped: count,
    waiting: count,
  }),
  isLow: z.boolean(),
  /** The up to three customers whose sales hold most addresses of a low source, the largest first. */
  holders: z.array(z.object({ userId: idOf('user'), userName: z.string(), count })),
  scriptType: z.enum(depositScripts).nullable(),
  fingerprint: z.string().nullable(),
  keyEnding: z.string().nullable(),
  gapLimit: count.nullable(),
  /** Number of addresses ahead of the last paid one that the operator's wallet must scan. */
  lookAhead: count.nullable(),
  nextIndex: count.nullable(),
  /** The address of a source that distinguishes deposits by tags; null for all others. */
  address: z.string().nullable(),
});
export type DepositSourceView = z.output<typeof depositSourceView>;

const lease = z.object({
  quoteId: idOf('quote'),
  orderId: idOf('order').nullable(),
  reference: z.string(),
  userId: idOf('user'),
  userName: z.string(),
  leasedAt: timestamp,
  endsAt: timestamp,
  watchedUntil: timestamp,
});

export const ownAddressView = z.object({
  id: idOf('depositAddress'),
  index: count,
  address: z.string(),
  tag: z.string().nullable(),
  state: z.enum(addressStates),
  /** True if the product did not write the row: it is shown to no customer. */
  tampered: z.boolean(),
  coins: z.array(z.object({ cryptoId: z.string(), received: amountOut, balance: amountOut.nullable() })),
  /** The last lease of the address. */
  lease: lease.nullable(),
});
export type OwnAddressView = z.output<typeof ownAddressView>;

const key = text(500, { min: 1, error: reason('xpub_malformed') });
const scriptType = z.enum(depositScripts, reason('script_type_required'));
const whenEmpty = z.enum(whenEmptyChoices);
const gapLimit = z
  .int(reason('gap_limit_invalid'))
  .min(20, reason('gap_limit_invalid'))
  .max(1_000, reason('gap_limit_invalid'));
/** Lines as they were pasted: the service finds the problem of each, in their order. */
const addressLines = z.array(text(1_000)).max(2_000);
const coinIds = z
  .array(text(60, { min: 1 }))
  .min(1, reason('source_coins_invalid'))
  .max(10);
const coin = text(60, { min: 1, error: reason('coin_required') });

export const keySource = z.object({
  kind: z.literal('xpub'),
  cryptoId: coin,
  xpub: key,
  scriptType: scriptType.optional(),
  /** The last characters of the fourth address, typed from the operator's wallet. */
  lastSix: text(20),
  gapLimit: gapLimit.optional(),
  whenEmpty: whenEmpty.optional(),
});

export const poolSource = z.object({
  kind: z.literal('pool'),
  chain: z.enum(['ethereum', 'bsc', 'tron']),
  coinIds,
  addresses: addressLines,
  uncheckedAccepted: z.boolean().optional(),
  whenEmpty: whenEmpty.optional(),
});

export const tagSource = z.object({
  kind: z.literal('tags'),
  cryptoId: z.literal('ripple'),
  address: coinAddress,
  whenEmpty: whenEmpty.optional(),
});

/** A new source, one form for each kind. */
export const newSource = z.discriminatedUnion('kind', [keySource, poolSource, tagSource]);
export type NewSource = z.output<typeof newSource>;

const ofOne = { may: 'wallets.write', response: depositSourceView } as const;
const onSource = { ...ofOne, on: 'deposit_source', ownCase: 'allowed' } as const;

export const listDepositSources = endpoint('GET /api/admin/deposit-sources', {
  may: 'wallets.write',
  summary: 'How own addresses come about, newest first',
  response: z.array(depositSourceView),
});

export const previewSource = endpoint('POST /api/admin/deposit-sources/preview', {
  may: 'wallets.write',
  summary:
    'The first five addresses of an account key; stores nothing. The fourth is left out: it is typed from the wallet of the operator',
  body: z.object({ cryptoId: coin, xpub: key, scriptType: scriptType.optional() }),
  response: z.object({
    scriptType: z.enum(depositScripts),
    fingerprint: z.string(),
    addresses: z.array(z.object({ index: count, address: z.string().nullable() })),
  }),
  errors: ['not_found'],
});

export const createSource = endpoint('POST /api/admin/deposit-sources', {
  may: 'wallets.write',
  summary: 'Receive coins at addresses of one sale each: from an account key, a list of addresses, or by tags',
  status: 201,
  body: newSource,
  response: depositSourceView,
  errors: ['not_found', 'in_use', 'conflict', 'step_up_required'],
  stepUp: 'recent',
  secondUser: true,
  idempotent: true,
});

export const getSource = endpoint('GET /api/admin/deposit-sources/:id', {
  ...ofOne,
  summary: 'One source of own addresses',
  errors: ['not_found'],
});

export const sourceChange = z.object({
  isActive: z.boolean().optional(),
  whenEmpty: whenEmpty.optional(),
  gapLimit: gapLimit.optional(),
  coinIds: coinIds.optional(),
  version: z.int(),
});

export const changeSource = action('PUT /api/admin/deposit-sources/:id', {
  ...onSource,
  summary: 'Switch a source, or change what it serves; on and other coins after the cool-off',
  body: sourceChange,
  errors: ['step_up_required'],
  stepUp: 'recent',
  second: 'address',
  audit: 'source.changed',
});

export const addAddresses = action('POST /api/admin/deposit-sources/:id/addresses', {
  ...onSource,
  summary: 'Add addresses to a list; they wait for the cool-off',
  body: z.object({ addresses: addressLines, uncheckedAccepted: z.boolean().optional() }),
  errors: ['conflict', 'step_up_required'],
  stepUp: 'recent',
  second: 'address',
  audit: 'source.addresses_added',
});

export const withdrawSourceChange = action('DELETE /api/admin/deposit-sources/:id/change', {
  ...onSource,
  summary: 'Withdraw what waits for the cool-off',
  errors: ['step_up_required'],
  stepUp: true,
  audit: 'source.change_withdrawn',
});

export const stopSource = action('POST /api/admin/deposit-sources/:id/stop', {
  ...onSource,
  summary: 'Stop every address of a source at once: each vanishes from every screen',
  body: z.object({ reason: text(500, { min: 1, error: reason('stop_reason_required') }) }),
  errors: ['conflict', 'step_up_required'],
  stepUp: true,
  secondUser: 'after',
  audit: 'source.stopped',
});

const addressFilter = z.object({ state: z.enum(addressStates).optional(), q: addressSearch.optional() });

export const listOwnAddresses = endpoint('GET /api/admin/deposit-sources/:id/addresses', {
  may: 'wallets.write',
  summary: 'The addresses of a source by their index, with what came in and who they were given to',
  query: pageQuery.extend(addressFilter.shape),
  response: z.array(ownAddressView),
  errors: ['not_found'],
  paged: true,
});

export const exportOwnAddresses = endpoint('GET /api/admin/deposit-sources/:id/addresses/export', {
  may: 'wallets.write',
  summary:
    'The addresses of a source as a CSV with index, path and balance, for sweeping in the wallet of the operator',
  response: 'file',
  errors: ['not_found', 'step_up_required'],
  limit: 'admin',
  stepUp: true,
});

const addressCheck = z.object({
  /** Number of new transfers; null if the source of the chain did not answer. */
  found: count.nullable(),
  address: ownAddressView,
});
export type AddressCheck = z.output<typeof addressCheck>;

export const checkOwnAddress = endpoint('POST /api/admin/deposit-sources/:id/addresses/:addressId/check', {
  may: 'orders.decide',
  summary: 'Look at an own address on its chain at once, however long ago its watch ended; at most once a minute',
  params: z.object({ id: idOf('depositSource'), addressId: idOf('depositAddress') }),
  response: addressCheck,
  errors: ['not_found', 'conflict'],
});
