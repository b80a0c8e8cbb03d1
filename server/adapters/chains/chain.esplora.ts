import { z } from 'zod';
import type { SourceSettings } from '#server/env/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { inGroups } from '#server/lib/in-groups.ts';
import { BoundedMap, remembered } from '#server/lib/remembered.ts';
import type { Amount } from '#shared/kernel/money.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { base58HashOf, witnessProgramOf } from '#shared/wallets/wallets.chain-checks.ts';
import { fromUnits, unixTime, wholeNumber } from './chain.amounts.ts';
import { createChainCaller, type ChainCaller } from './chain.http.ts';
import { readRawBlock } from './chain.raw-block.ts';
import { transferOf, type ChainBlock, type ChainSource, type ChainTransfer, type WatchedAddress } from './chain.ts';

export type EsploraSettings = SourceSettings & { chain: 'bitcoin' | 'litecoin' };

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const height = z.int().min(0);

const block = z.object({ id: hash, height, timestamp: unixTime, previousblockhash: hash.nullish() });
const status = z.object({
  confirmed: z.boolean(),
  block_height: height.nullish(),
  block_hash: hash.nullish(),
  block_time: unixTime.nullish(),
});
const output = z.object({ scriptpubkey: z.string(), value: wholeNumber });
const transaction = z.object({ txid: hash, vout: z.array(output), status });
type Transaction = z.output<typeof transaction>;
const addressStats = z.object({ chain_stats: z.object({ funded_txo_sum: wholeNumber, spent_txo_sum: wholeNumber }) });

/** Bitcoin or Litecoin from an Esplora server: whole blocks, and the mempool address by address. */
export function esploraChain(settings: EsploraSettings): ChainSource {
  const caller = createChainCaller(settings);
  const mempoolCaller = createChainCaller(settings);
  const { chain } = settings;
  const { coinId } = chainDetails[chain];
  let newestHeader: ChainBlock | undefined;
  const readHeader = async (id: string): Promise<ChainBlock> => {
    if (newestHeader?.hash === id) return newestHeader;
    const answer = await caller.get(block, `/block/${id}`);
    if (!answer) throw new FeedError('the server does not know a block that it named');
    return { height: answer.height, hash: answer.id, parentHash: answer.previousblockhash ?? '', at: answer.timestamp };
  };
  const blockHash = (at: number) => caller.get(hash, `/block-height/${at}`);
  return {
    chain,
    name: settings.name,
    maxRange: 10,
    requests: caller.requests,
    mempoolRequests: mempoolCaller.requests,
    tip: async () => {
      const id = await caller.get(hash, '/blocks/tip/hash');
      if (!id) throw new FeedError('the server names no newest block');
      newestHeader = await readHeader(id);
      return { height: newestHeader.height, hash: newestHeader.hash, at: newestHeader.at };
    },
    blockHash,
    transfersIn: async (from, to, watchedAddresses) => {
      const { byScript, notice } = scriptsOf(watchedAddresses);
      const blocks: ChainBlock[] = [];
      const transfers: ChainTransfer[] = [];
      for (let at = from; at <= to; at += 1) {
        const id = await blockHash(at);
        if (!id) throw new FeedError('the server has no block at a height it named');
        if (watchedAddresses.length === 0) {
          blocks.push(await readHeader(id));
          continue;
        }
        const rawBlock = await caller.bytes(`/block/${id}/raw`);
        const { outputs, ...header } = await readRawBlock(rawBlock, id, { network: chain, scripts: byScript });
        const chainBlock = { height: at, ...header };
        blocks.push(chainBlock);
        for (const { txHash, outIndex, script, value } of outputs) {
          transfers.push(
            ...transfersOfOutput({ txHash, outIndex, coinId, to: byScript.get(script), value, block: chainBlock }),
          );
        }
      }
      return { blocks, transfers, notice };
    },
    find: async (txHash, watchedAddresses) => {
      const tx = await caller.get(transaction, `/tx/${txHash}`);
      return tx && paidTo(tx, scriptsOf(watchedAddresses).byScript, coinId);
    },
    history: async (watchedAddresses) => {
      const { byScript } = scriptsOf(watchedAddresses);
      const transactions = await listTransactions(caller, [...new Set(byScript.values())], 'txs');
      return transactions.flatMap((tx) => paidTo(tx, byScript, coinId));
    },
    balances: (addresses) => inGroups(addresses, ({ address }) => readBalance(caller, address)),
    pending: async (watchedAddresses) => {
      const { byScript } = scriptsOf(watchedAddresses);
      const awaitedAddresses = watchedAddresses
        .filter(({ isAwaited }) => isAwaited !== false)
        .map(({ address }) => address);
      const waitingTransactions = await listTransactions(mempoolCaller, [...new Set(awaitedAddresses)], 'txs/mempool');
      return waitingTransactions.flatMap((tx) => paidTo(tx, byScript, coinId));
    },
  };
}

/** The newest transactions to these addresses, or those that wait, each once: one may pay two of them. */
async function listTransactions(
  caller: ChainCaller,
  addresses: readonly string[],
  listName: 'txs' | 'txs/mempool',
): Promise<Transaction[]> {
  const lists = await inGroups(addresses, (address) =>
    caller.get(z.array(transaction), `/address/${address}/${listName}`),
  );
  return [...new Map(lists.flatMap((list) => list ?? []).map((tx) => [tx.txid, tx])).values()];
}

async function readBalance(caller: ChainCaller, address: string): Promise<Amount<'coin'>> {
  const answer = await caller.get(addressStats, `/address/${address}`);
  const { funded_txo_sum: fundedUnits = 0n, spent_txo_sum: spentUnits = 0n } = answer?.chain_stats ?? {};
  return fromUnits(fundedUnits - spentUnits, 8);
}

/** Results by address, cached: each reading of a chain asks for every address that was ever shown. */
const scripts = new BoundedMap<string, string>(200_000);

/** Maps scripts to their watched addresses, and logs an address without one. */
function scriptsOf(watchedAddresses: readonly WatchedAddress[]): { byScript: Map<string, string>; notice?: string } {
  const byScript = new Map<string, string>();
  let notice: string | undefined;
  for (const { address } of watchedAddresses) {
    const script = remembered(scripts, address, () => scriptOf(address) ?? '');
    if (script === '') notice = 'a deposit address cannot be read from blocks';
    else if (!byScript.has(script)) byScript.set(script, address);
  }
  return { byScript, notice };
}

function paidTo(tx: Transaction, byScript: ReadonlyMap<string, string>, coinId: string): ChainTransfer[] {
  const { confirmed, block_height: at, block_hash: blockHash, block_time: time } = tx.status;
  const block =
    confirmed && typeof at === 'number' && blockHash && time ? { height: at, hash: blockHash, at: time } : undefined;
  return tx.vout.flatMap(({ scriptpubkey, value }, outIndex) =>
    transfersOfOutput({ txHash: tx.txid, outIndex, coinId, to: byScript.get(scriptpubkey), value, block }),
  );
}

type PaidOutput = Pick<ChainTransfer, 'txHash' | 'outIndex' | 'coinId' | 'block'> & { to?: string; value: bigint };

/** Empty for an output to another address, or without value. */
function transfersOfOutput({ to, value, ...output }: PaidOutput): ChainTransfer[] {
  return to === undefined || value <= 0n ? [] : [transferOf({ ...output, to, amount: fromUnits(value, 8) })];
}

const keyHashVersions = new Set([0x00, 0x30, 0x6f]);
const scriptHashVersions = new Set([0x05, 0x32, 0xc4, 0x3a]);
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The output script of an address in hex, the same for each spelling; undefined where an address has none. */
export function scriptOf(address: string): string | undefined {
  const base58 = base58HashOf(address);
  if (base58 && keyHashVersions.has(base58.version)) return `76a914${hexOf(base58.hash)}88ac`;
  if (base58 && scriptHashVersions.has(base58.version)) return `a914${hexOf(base58.hash)}87`;
  const witness = witnessProgramOf(address);
  if (!witness) return undefined;
  const { version, program } = witness;
  return hexOf(Uint8Array.of(version === 0 ? 0 : 0x50 + version, program.length, ...program));
}
