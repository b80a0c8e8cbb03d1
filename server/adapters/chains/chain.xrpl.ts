import { z } from 'zod';
import type { SourceSettings } from '#server/env/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { createChainCaller, readAs, type ChainCaller } from './chain.http.ts';
import type { ChainBlock, ChainSource, ChainTransfer } from './chain.ts';
import {
  hash,
  index,
  ledgerTime,
  paidTo,
  payment,
  paymentMeta,
  readPayments,
  type LedgerEntry,
} from './chain.xrpl.payments.ts';

const refused = z.object({ status: z.literal('error'), error: z.string() });
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

/** Of a ledger without transactions. */
const noTransactions = '0'.repeat(64);

type Ledger = { block: ChainBlock; hasTransactions: boolean; entries: readonly LedgerEntry[] | undefined };

/** The calls of rippled that are needed. */
function createLedgerClient(caller: ChainCaller) {
  const rpc = async (method: string, params: object, size?: 'large') => {
    const result = await caller.rpc(z.unknown(), method, [params], size);
    const error = refused.safeParse(result).data?.error;
    return { result, error };
  };
  const ledgerAt = async (at: number | 'validated', isWhole = false): Promise<Ledger | undefined> => {
    const wanted = { ledger_index: at, transactions: isWhole, expand: isWhole };
    const { result, error } = await rpc('ledger', wanted, isWhole ? 'large' : undefined);
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
    const found = await ledgerAt(at);
    if (!found) throw new FeedError('the node has no ledger at an index it named');
    return found;
  };
  /** A validated ledger with all its transactions. */
  const wholeLedger = async (at: number) => {
    const found = await ledgerAt(at, true);
    if (!found) throw new FeedError('the node does not have these ledgers');
    const { entries } = found;
    if (!entries || found.hasTransactions !== entries.length > 0) {
      throw new FeedError('the node left out transactions of a ledger');
    }
    return { block: found.block, entries };
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
      const { height, hash: own, at } = (await ledgerNamed('validated')).block;
      return { height, hash: own, at, finalized: { height, at } };
    },
    blockHash: async (at) => (await ledgerAt(at))?.block.hash,
    transfersIn: async (from, to, watched) => {
      const blocks: ChainBlock[] = [];
      const transfers: ChainTransfer[] = [];
      for (let at = from; at <= to; at += 1) {
        const { entries, block: current } = await wholeLedger(at);
        const before = blocks.at(-1);
        if (before && before.hash !== current.parentHash) throw new FeedError('the node answered with another ledger');
        blocks.push(current);
        transfers.push(...readPayments(entries, watched).map((paid) => ({ ...paid, block: current })));
      }
      return { blocks, transfers };
    },
    find: async (txHash, watched) => {
      const { result, error } = await rpc('tx', { transaction: txHash.toUpperCase(), binary: false });
      if (error === 'txnNotFound') return undefined;
      if (error) throw new FeedError(`the node refused the call (${error.slice(0, 40)})`);
      const answer = readAs(txAnswer, result);
      // What is not validated may still become anything.
      if (!answer.validated || !answer.meta || answer.ledger_index === undefined) return undefined;
      const paid = paidTo(answer, answer.hash ?? txHash, answer.meta, watched);
      return paid ? [{ ...paid, block: (await ledgerNamed(answer.ledger_index)).block }] : [];
    },
  };
}
