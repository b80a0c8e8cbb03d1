import { z } from 'zod';
import type { SourceSettings } from '#server/env/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { inGroups } from '#server/lib/in-groups.ts';
import { none } from '#shared/kernel/money.ts';
import { fieldsOf } from '#shared/kernel/records.ts';
import { fromUnits, wholeNumber } from './chain.amounts.ts';
import { createChainCaller, readAs, type ChainCaller } from './chain.http.ts';
import {
  otherToken,
  transferOf,
  type ChainBlock,
  type ChainSource,
  type ChainTransfer,
  type WatchedAddress,
} from './chain.ts';

const hash = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/)
  .toLowerCase();
const index = z.coerce.number().int().min(0);
/** The ledger counts seconds from the start of the year 2000. */
const ledgerTime = z
  .int()
  .min(0)
  .transform((seconds) => new Date((seconds + 946_684_800) * 1000));

const issuedAmount = z.object({ currency: z.string(), issuer: z.string(), value: z.string() });
const multiPurpose = z.object({ mpt_issuance_id: z.string(), value: z.string() });
const paymentMeta = z.object({
  TransactionResult: z.string(),
  /** The amount that really arrived. `Amount` is only the requested one: a partial payment delivers less. */
  delivered_amount: z.union([wholeNumber, z.literal('unavailable'), issuedAmount, multiPurpose]).optional(),
});
const payment = z.object({
  TransactionType: z.string(),
  Account: z.string(),
  Destination: z.string().optional(),
  DestinationTag: z.int().min(0).optional(),
});

/**
 * A transaction of a ledger as the node returns it. Its fields are at the top level (the older form) or in `tx_json`.
 */
type LedgerEntry = { [field: string]: unknown };

type Payment = z.output<typeof payment>;
type PaymentMeta = z.output<typeof paymentMeta>;

/** A closed account leaves what it holds to another one. */
const delivering = new Set(['Payment', 'AccountDelete']);

/** The payments to the watched addresses in a whole ledger; throws FeedError for a missing or repeated index. */
function readPayments(
  entries: readonly LedgerEntry[],
  watchedAddresses: readonly WatchedAddress[],
): Omit<ChainTransfer, 'block'>[] {
  const ownAddresses = new Set(watchedAddresses.map(({ address }) => address));
  const places = new Set<unknown>();
  const chainTransfers: Omit<ChainTransfer, 'block'>[] = [];
  for (const entry of entries) {
    const sentFields = fieldsOf(entry.tx_json ?? entry);
    const meta = fieldsOf(entry.metaData ?? entry.meta);
    const txIndex = meta.TransactionIndex;
    if (!Number.isInteger(txIndex) || Number(txIndex) < 0 || Number(txIndex) >= entries.length || places.has(txIndex)) {
      throw new FeedError('the node left out transactions of a ledger');
    }
    places.add(txIndex);
    if (typeof sentFields.Destination !== 'string' || !ownAddresses.has(sentFields.Destination)) continue;
    const txHash = readAs(hash, entry.hash ?? sentFields.hash);
    const item = paidTo(readAs(payment, sentFields), txHash, readAs(paymentMeta, meta), watchedAddresses);
    if (item) chainTransfers.push(item);
  }
  return chainTransfers;
}

/**
 * Deposit of a validated payment to a watched address; undefined for none. Throws FeedError without a delivered amount.
 */
function paidTo(
  { TransactionType, Account, Destination, DestinationTag }: Payment,
  txHash: string,
  { TransactionResult, delivered_amount: deliveredAmount }: PaymentMeta,
  watchedAddresses: readonly WatchedAddress[],
): Omit<ChainTransfer, 'block'> | undefined {
  const watchedAddress = watchedAddresses.find(({ address }) => address === Destination);
  if (!watchedAddress || Account === Destination || !delivering.has(TransactionType)) return undefined;
  const hasFailed = TransactionResult !== 'tesSUCCESS';
  if (!hasFailed && (deliveredAmount === undefined || deliveredAmount === 'unavailable')) {
    throw new FeedError('the node does not say what a payment delivered');
  }
  const units = typeof deliveredAmount === 'bigint' ? deliveredAmount : 0n;
  const otherCoinId = typeof deliveredAmount === 'object' ? otherToken(tokenOf(deliveredAmount)) : undefined;
  if (!hasFailed && !otherCoinId && units <= 0n) return undefined;
  const tag = DestinationTag === undefined ? null : String(DestinationTag);
  const parties = { to: watchedAddress.address, tag, from: [Account] };
  const amount = fromUnits(hasFailed ? 0n : units, 6);
  return transferOf({
    ...parties,
    txHash: txHash.toLowerCase(),
    coinId: otherCoinId ?? watchedAddress.coinId,
    amount,
    failed: hasFailed,
  });
}

function tokenOf(amount: z.output<typeof issuedAmount> | z.output<typeof multiPurpose>): string {
  return 'mpt_issuance_id' in amount ? amount.mpt_issuance_id : `${amount.currency}.${amount.issuer}`;
}

const refusedAnswer = z.object({ status: z.literal('error'), error: z.string() });
const ledgerAnswer = z.object({
  validated: z.literal(true),
  ledger: z.object({
    ledger_index: index,
    ledger_hash: hash,
    parent_hash: hash,
    transaction_hash: hash,
    close_time: ledgerTime,
    transactions: z.array(z.custom<LedgerEntry>((value) => typeof value === 'object' && value !== null)).optional(),
  }),
});
const txAnswer = payment.extend({
  hash: hash.optional(),
  ledger_index: index.optional(),
  meta: paymentMeta.optional(),
  validated: z.boolean().default(false),
});

const accountAnswer = z.object({ account_data: z.object({ Balance: wholeNumber }) });

/** Transaction hash of a ledger without transactions. */
const noTransactions = '0'.repeat(64);

type Ledger = { block: ChainBlock; hasTransactions: boolean; entries: readonly LedgerEntry[] | undefined };

/** The calls of rippled that are needed. */
function createLedgerClient(caller: ChainCaller) {
  const rpc = async (method: string, params: object, size?: 'large') => {
    const result = await caller.rpc(z.unknown(), method, [params], size);
    const error = refusedAnswer.safeParse(result).data?.error;
    return { result, error };
  };
  const ledgerAt = async (at: number | 'validated', isWhole = false): Promise<Ledger | undefined> => {
    const params = { ledger_index: at, transactions: isWhole, expand: isWhole };
    const { result, error } = await rpc('ledger', params, isWhole ? 'large' : undefined);
    if (error === 'lgrNotFound') return undefined;
    if (error) throw new FeedError(`the node refused the call (${error.slice(0, 40)})`);
    const { ledger } = readAs(ledgerAnswer, result);
    const { ledger_index: height, parent_hash: parentHash } = ledger;
    if (at !== 'validated' && height !== at) throw new FeedError('the node answered with another ledger');
    const hasTransactions = ledger.transaction_hash !== noTransactions;
    const block = { height, hash: ledger.ledger_hash, parentHash, at: ledger.close_time };
    return { block, hasTransactions, entries: ledger.transactions };
  };
  const ledgerNamed = async (at: number | 'validated') => {
    const foundLedger = await ledgerAt(at);
    if (!foundLedger) throw new FeedError('the node has no ledger at an index it named');
    return foundLedger;
  };
  /** A validated ledger with all its transactions. */
  const wholeLedger = async (at: number) => {
    const foundLedger = await ledgerAt(at, true);
    if (!foundLedger) throw new FeedError('the node does not have these ledgers');
    const { entries } = foundLedger;
    if (!entries || foundLedger.hasTransactions !== entries.length > 0) {
      throw new FeedError('the node left out transactions of a ledger');
    }
    return { block: foundLedger.block, entries };
  };
  return { rpc, ledgerAt, ledgerNamed, wholeLedger };
}

/** The XRP Ledger over rippled's JSON-RPC: validated ledgers only, which never change, one call each. */
export function xrplChain(settings: SourceSettings): ChainSource {
  const caller = createChainCaller(settings);
  const { rpc, ledgerAt, ledgerNamed, wholeLedger } = createLedgerClient(caller);
  return {
    chain: 'xrpl',
    name: settings.name,
    maxRange: 20,
    requests: caller.requests,
    tip: async () => {
      const { height, hash: ownHash, at } = (await ledgerNamed('validated')).block;
      return { height, hash: ownHash, at, finalized: { height, at } };
    },
    blockHash: async (at) => (await ledgerAt(at))?.block.hash,
    transfersIn: async (from, to, watchedAddresses) => {
      const blocks: ChainBlock[] = [];
      const transfers: ChainTransfer[] = [];
      for (let at = from; at <= to; at += 1) {
        const { entries, block: currentBlock } = await wholeLedger(at);
        const previousBlock = blocks.at(-1);
        if (previousBlock && previousBlock.hash !== currentBlock.parentHash)
          throw new FeedError('the node answered with another ledger');
        blocks.push(currentBlock);
        transfers.push(
          ...readPayments(entries, watchedAddresses).map((transfer) => ({ ...transfer, block: currentBlock })),
        );
      }
      return { blocks, transfers };
    },
    balances: (addresses) =>
      inGroups(addresses, async ({ address }) => {
        const { result, error } = await rpc('account_info', { account: address, ledger_index: 'validated' });
        // An account that was never paid, or was closed.
        if (error === 'actNotFound') return none.coin;
        if (error) throw new FeedError(`the node refused the call (${error.slice(0, 40)})`);
        return fromUnits(readAs(accountAnswer, result).account_data.Balance, 6);
      }),
    find: async (txHash, watchedAddresses) => {
      const { result, error } = await rpc('tx', { transaction: txHash.toUpperCase(), binary: false });
      if (error === 'txnNotFound') return undefined;
      if (error) throw new FeedError(`the node refused the call (${error.slice(0, 40)})`);
      const answer = readAs(txAnswer, result);
      // A payment that is not validated may still change.
      if (!answer.validated || !answer.meta || answer.ledger_index === undefined) return undefined;
      const transfer = paidTo(answer, answer.hash ?? txHash, answer.meta, watchedAddresses);
      return transfer ? [{ ...transfer, block: (await ledgerNamed(answer.ledger_index)).block }] : [];
    },
  };
}
