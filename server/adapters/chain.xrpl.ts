import { z } from 'zod';
import type { SourceSettings } from '#server/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { fromUnits, wholeNumber } from './chain.amounts.ts';
import { createChainCaller, readAs, type ChainCaller } from './chain.http.ts';
import { otherToken, type ChainBlock, type ChainSource, type ChainTransfer, type WatchedAddress } from './chain.ts';

const hash = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/)
  .toLowerCase();
const height = z.coerce.number().int().min(0);
/** The ledger counts seconds from the start of the year 2000. */
const ledgerTime = z
  .int()
  .min(0)
  .transform((seconds) => new Date((seconds + 946_684_800) * 1000));

const refused = z.object({ status: z.literal('error'), error: z.string() });
const ledgerAnswer = z.object({
  validated: z.literal(true),
  ledger: z.object({ ledger_index: height, ledger_hash: hash, parent_hash: hash, close_time: ledgerTime }),
});

const issued = z.object({ currency: z.string(), issuer: z.string(), value: z.string() });
const meta = z.object({
  TransactionResult: z.string(),
  /** What really arrived. `Amount` is only what was asked for: a partial payment delivers less. */
  delivered_amount: z.union([wholeNumber, z.literal('unavailable'), issued]).optional(),
});
const payment = z.object({
  Account: z.string(),
  Destination: z.string().optional(),
  DestinationTag: z.int().min(0).optional(),
  hash: hash.optional(),
  ledger_index: height.optional(),
});
const entry = z.object({
  // The first is the newer spelling.
  tx_json: payment.optional(),
  tx: payment.optional(),
  hash: hash.optional(),
  ledger_index: height.optional(),
  meta,
  validated: z.boolean(),
});
const accountAnswer = z.object({
  ledger_index_min: z.int(),
  ledger_index_max: z.int(),
  transactions: z.array(entry),
  marker: z.unknown().optional(),
});
const txAnswer = payment.extend({ meta: meta.optional(), validated: z.boolean().default(false) });

const maxPages = 50;

/** The calls of rippled that are needed. */
function createLedgerClient(caller: ChainCaller) {
  const ask = async (method: string, params: object) => {
    const result = await caller.rpc(z.unknown(), method, [params]);
    const error = refused.safeParse(result).data?.error;
    return { result, error };
  };
  const ledgerAt = async (index: number | 'validated'): Promise<ChainBlock | undefined> => {
    const { result, error } = await ask('ledger', { ledger_index: index, transactions: false });
    if (error === 'lgrNotFound') return undefined;
    if (error) throw new FeedError(`the node refused the call (${error.slice(0, 40)})`);
    const { ledger } = readAs(ledgerAnswer, result);
    const { ledger_index: own, ledger_hash: ownHash, parent_hash: parentHash, close_time: at } = ledger;
    return { height: own, hash: ownHash, parentHash, at };
  };
  const ledgerNamed = async (index: number | 'validated') => {
    const found = await ledgerAt(index);
    if (!found) throw new FeedError('the node has no ledger at an index it named');
    return found;
  };
  const paymentsTo = async (account: string, from: number, to: number) => {
    const entries: z.output<typeof entry>[] = [];
    let marker: unknown;
    for (let page = 0; page < maxPages; page += 1) {
      const range = { ledger_index_min: from, ledger_index_max: to };
      const { result, error } = await ask('account_tx', { account, ...range, limit: 200, forward: true, marker });
      // An account is made by its first payment.
      if (error === 'actNotFound') return [];
      if (error) throw new FeedError(`the node refused the call (${error.slice(0, 40)})`);
      const answer = readAs(accountAnswer, result);
      // A node without this history answers about a shorter range.
      if (answer.ledger_index_min > from || answer.ledger_index_max < to) {
        throw new FeedError('the node does not have these ledgers');
      }
      entries.push(...answer.transactions);
      if (answer.marker === undefined) return entries;
      ({ marker } = answer);
    }
    throw new FeedError('an account has more transactions than this node lists');
  };
  return { ask, ledgerAt, ledgerNamed, paymentsTo };
}

/** The XRP Ledger over rippled's JSON-RPC: validated ledgers only, which never change. */
export function xrplChain(settings: SourceSettings): ChainSource {
  const caller = createChainCaller(settings);
  const { ask, ledgerAt, ledgerNamed, paymentsTo } = createLedgerClient(caller);
  return {
    chain: 'xrpl',
    name: settings.name,
    maxRange: 200,
    get requests() {
      return caller.requests;
    },
    tip: async () => {
      const tip = await ledgerNamed('validated');
      return { ...tip, finalized: { height: tip.height, at: tip.at } };
    },
    blockHash: async (index) => (await ledgerAt(index))?.hash,
    transfersIn: async (from, to, watched) => {
      const ledgers = new Map([[to, await ledgerNamed(to)]]);
      if (from !== to) ledgers.set(from, await ledgerNamed(from));
      const transfers: ChainTransfer[] = [];
      for (const account of new Set(watched.map(({ address }) => address))) {
        for (const one of await paymentsTo(account, from, to)) {
          const index = one.ledger_index ?? one.tx?.ledger_index ?? one.tx_json?.ledger_index ?? 0;
          const sent = one.tx_json ?? one.tx;
          const paid = sent && one.validated ? paidTo(sent, one.hash ?? sent.hash, one.meta, watched) : undefined;
          if (!paid) continue;
          const ledger = ledgers.get(index) ?? (await ledgerNamed(index));
          ledgers.set(index, ledger);
          transfers.push({ ...paid, block: ledger });
        }
      }
      return { blocks: [...ledgers.values()].toSorted((one, other) => one.height - other.height), transfers };
    },
    find: async (txHash, watched) => {
      const { result, error } = await ask('tx', { transaction: txHash.toUpperCase(), binary: false });
      if (error === 'txnNotFound') return undefined;
      if (error) throw new FeedError(`the node refused the call (${error.slice(0, 40)})`);
      const answer = readAs(txAnswer, result);
      // What is not validated may still become anything.
      if (!answer.validated || !answer.meta || answer.ledger_index === undefined) return undefined;
      const paid = paidTo(answer, answer.hash ?? txHash, answer.meta, watched);
      return paid ? [{ ...paid, block: await ledgerNamed(answer.ledger_index) }] : [];
    },
  };
}

function paidTo(
  { Account, Destination, DestinationTag }: z.output<typeof payment>,
  txHash: string | undefined,
  { TransactionResult, delivered_amount: delivered }: z.output<typeof meta>,
  watched: readonly WatchedAddress[],
): ChainTransfer | undefined {
  const own = watched.find(({ address }) => address === Destination);
  if (!own || !txHash || Account === Destination) return undefined;
  const failed = TransactionResult !== 'tesSUCCESS';
  const units = typeof delivered === 'bigint' ? delivered : 0n;
  const other = typeof delivered === 'object' ? otherToken(`${delivered.currency}.${delivered.issuer}`) : undefined;
  if (!failed && !other && units <= 0n) return undefined;
  return {
    txHash: txHash.toLowerCase(),
    outIndex: 0,
    coinId: other ?? own.coinId,
    to: own.address,
    tag: DestinationTag === undefined ? null : String(DestinationTag),
    from: [Account],
    amount: fromUnits(failed ? 0n : units, 6),
    failed,
    byContract: false,
  };
}
