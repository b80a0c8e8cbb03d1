import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { z } from 'zod';
import type { SourceSettings } from '#server/env/env.chains.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { inGroups } from '#server/lib/in-groups.ts';
import { none, type Amount } from '#shared/kernel/money.ts';
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

/** Tether's contract on Tron. */
export const tetherContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const base58check = createBase58check(sha256);
const id = z.string().regex(/^[0-9a-f]{64}$/);
const hex = z.string().regex(/^[0-9a-fA-F]*$/);

const parameter = z.object({
  value: z
    .object({ amount: wholeNumber, owner_address: hex, to_address: hex, contract_address: hex, data: hex })
    .partial(),
});
const contract = z.object({ type: z.string(), parameter });
const transaction = z.object({
  txID: id,
  ret: z.array(z.object({ contractRet: z.string().optional() })).default([]),
  raw_data: z.object({ contract: z.array(contract) }),
});
type TronTransaction = z.output<typeof transaction>;

const block = z.object({
  blockID: id,
  block_header: z.object({
    raw_data: z.object({
      number: z.int().min(0).default(0),
      timestamp: z
        .int()
        .min(0)
        .default(0)
        .transform((ms) => new Date(ms)),
      parentHash: id,
    }),
  }),
  transactions: z.array(transaction).default([]),
});
type TronBlock = z.output<typeof block>;

const log = z.object({ address: hex.length(40), topics: z.array(hex), data: hex.default('') });
const transactionInfo = z.object({
  id,
  blockNumber: z.int().min(0),
  /** Absent for a transaction that succeeded. */
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).default({}),
  log: z.array(log).default([]),
});
type TronInfo = z.output<typeof transactionInfo>;

/** The watched addresses with their 21 bytes. */
type TronContext = readonly (WatchedAddress & { hex: string })[];

/** The 21 bytes of an address in hexadecimal digits. Empty for an invalid one. */
export function hexOfAddress(address: string): string {
  try {
    return Buffer.from(base58check.decode(address)).toString('hex');
  } catch {
    // A sample or an unchecked address: nothing can arrive there.
    return '';
  }
}

/** The address of 21 bytes in hexadecimal digits. */
function addressOfHex(digits: string): string {
  return base58check.encode(Buffer.from(digits, 'hex'));
}

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const transferCall = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;
const tether = hexOfAddress(tetherContract);

type BlockPosition = Pick<ChainBlock, 'height' | 'hash' | 'at'>;

/** Payments of these transactions to watched addresses, by their outcome if there is one. */
function transfersOf(
  transactions: readonly TronTransaction[],
  transactionInfos: readonly TronInfo[],
  context: TronContext,
  blockPosition: BlockPosition | undefined,
): ChainTransfer[] {
  const outcomes = new Map(transactionInfos.map((item) => [item.id, item]));
  return transactions.flatMap((tx) => {
    const outcome = outcomes.get(tx.txID);
    const hasFailed =
      outcome?.result === 'FAILED' ||
      (outcome?.receipt.result ?? 'SUCCESS') !== 'SUCCESS' ||
      (blockPosition !== undefined && tx.ret.some(({ contractRet = 'SUCCESS' }) => contractRet !== 'SUCCESS'));
    const logs = hasFailed || !outcome ? [] : tokenTransfers(outcome, context, blockPosition);
    return [...calls(tx, context, { included: blockPosition, failed: hasFailed }), ...logs];
  });
}

/** Payments of TRX, and calls of Tether's contract that failed or still wait and so have no log. */
function calls(
  { txID, raw_data: rawData }: TronTransaction,
  context: TronContext,
  { included, failed }: { included: BlockPosition | undefined; failed: boolean },
): ChainTransfer[] {
  return rawData.contract.flatMap(({ type, parameter: { value } }, outIndex): ChainTransfer[] => {
    const from = value.owner_address ? [addressOfHex(value.owner_address)] : [];
    const transfersOf = ({ coinId, address: to }: WatchedAddress, amount: Amount<'coin'>) => [
      transferOf({ txHash: txID, outIndex, coinId, to, from, amount, block: included, failed }),
    ];
    if (type === 'TransferContract') {
      const watchedTron = context.find(
        (item) => item.coinId === 'tron' && item.hex === value.to_address?.toLowerCase(),
      );
      const amount = fromUnits(value.amount ?? 0n, 6);
      return watchedTron && amount.gt(none.coin) ? transfersOf(watchedTron, amount) : [];
    }
    const isOpen = failed || !included;
    if (type !== 'TriggerSmartContract' || value.contract_address !== tether || !isOpen) return [];
    const [, to, units] = transferCall.exec(value.data?.toLowerCase() ?? '') ?? [];
    const watchedTether = context.find((item) => item.coinId === 'usdt-trc20' && item.hex === `41${to}`);
    return watchedTether ? transfersOf(watchedTether, fromUnits(BigInt(`0x${units}`), 6)) : [];
  });
}

/** `outIndex` counts a transaction's logs, contract by contract. */
function tokenTransfers(
  outcome: TronInfo,
  context: TronContext,
  blockPosition: BlockPosition | undefined,
): ChainTransfer[] {
  const countByKey = new Map<string, number>();
  return outcome.log.flatMap(({ address, topics, data }): ChainTransfer[] => {
    const [topic, from = '', to = ''] = topics;
    const units = BigInt(`0x${data.slice(0, 64) || '0'}`);
    if (topic !== transferTopic || topics.length !== 3 || units === 0n) return [];
    const isTether = `41${address}` === tether;
    const receiver = `41${to.slice(24).toLowerCase()}`;
    const watchedReceiver = context.find(
      (item) => item.hex === receiver && (!isTether || item.coinId === 'usdt-trc20'),
    );
    if (!watchedReceiver) return [];
    const outIndex = countByKey.get(address) ?? 0;
    countByKey.set(address, outIndex + 1);
    const coinId = isTether ? 'usdt-trc20' : otherToken(addressOfHex(`41${address}`));
    const parties = { to: watchedReceiver.address, from: [addressOfHex(`41${from.slice(24)}`)] };
    const amount = fromUnits(isTether ? units : 0n, 6);
    return [transferOf({ ...parties, txHash: outcome.id, outIndex, coinId, amount, block: blockPosition })];
  });
}

export type TronSettings = SourceSettings & { key?: string };

const emptyAnswer = z.strictObject({});
const account = z.object({ balance: wholeNumber.optional() });
const constant = z.object({ constant_result: z.tuple([z.string().regex(/^[0-9a-fA-F]{1,64}$/)]).rest(z.unknown()) });
const blockOf = ({ blockID, block_header: { raw_data: rawData } }: TronBlock): ChainBlock => ({
  height: rawData.number,
  hash: blockID,
  parentHash: rawData.parentHash,
  at: rawData.timestamp,
});

/**
 * Tron over the HTTP API of a full node with its solidity part: TRX by transactions, USDT by the logs of its contract.
 */
export function tronChain(settings: TronSettings): ChainSource {
  const caller = createChainCaller(settings, settings.key ? { 'TRON-PRO-API-KEY': settings.key } : {});
  const contextOf = (watchedAddresses: readonly WatchedAddress[]): TronContext =>
    watchedAddresses.map((item) => ({ ...item, hex: hexOfAddress(item.address) }));
  // The API answers with an empty object for a transaction or a block that it does not have.
  const callKnownMethod = async <Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    body: object,
    size?: 'large',
  ) => {
    const answer = await caller.post(z.unknown(), path, body, size);
    return emptyAnswer.safeParse(answer).success ? undefined : readAs(schema, answer);
  };
  const blockAt = async (height: number) => {
    const answer = await callKnownMethod(block, '/wallet/getblockbynum', { num: height }, 'large');
    if (answer && answer.block_header.raw_data.number !== height) {
      throw new FeedError('the node answered with another block');
    }
    return answer;
  };
  return {
    chain: 'tron',
    name: settings.name,
    maxRange: 10,
    requests: caller.requests,
    tip: async () => {
      const newestBlock = blockOf(await caller.post(block, '/wallet/getnowblock', {}, 'large'));
      const solidBlock = blockOf(await caller.post(block, '/walletsolidity/getnowblock', {}, 'large'));
      return { ...newestBlock, finalized: { height: solidBlock.height, at: solidBlock.at } };
    },
    blockHash: async (height) => (await blockAt(height))?.blockID,
    transfersIn: async (from, to, watchedAddresses) => {
      const context = contextOf(watchedAddresses);
      const blocks: ChainBlock[] = [];
      const transfers: ChainTransfer[] = [];
      for (let height = from; height <= to; height += 1) {
        const foundBlock = await blockAt(height);
        if (!foundBlock) throw new FeedError('the node has no block at a height it named');
        const ownBlock = blockOf(foundBlock);
        blocks.push(ownBlock);
        if (foundBlock.transactions.length === 0) continue;
        const body = { num: height };
        const transactionInfos = await caller.post(
          z.array(transactionInfo),
          '/wallet/gettransactioninfobyblocknum',
          body,
          'large',
        );
        const ids = new Set(foundBlock.transactions.map(({ txID }) => txID));
        // A list that is shorter or of another block would hide transfers.
        if (transactionInfos.length !== ids.size || transactionInfos.some(({ id }) => !ids.has(id))) {
          throw new FeedError('the chain changed while it was read');
        }
        transfers.push(...transfersOf(foundBlock.transactions, transactionInfos, context, ownBlock));
      }
      return { blocks, transfers };
    },
    balances: (addresses) => inGroups(addresses, (item) => readBalance(caller, item)),
    find: async (txHash, watchedAddresses) => {
      const tx = await callKnownMethod(transaction, '/wallet/gettransactionbyid', { value: txHash });
      if (!tx) return undefined;
      const outcome = await callKnownMethod(transactionInfo, '/wallet/gettransactioninfobyid', { value: txHash });
      const context = contextOf(watchedAddresses);
      if (!outcome) return transfersOf([tx], [], context, undefined);
      const foundBlock = await blockAt(outcome.blockNumber);
      if (!foundBlock) throw new FeedError('the node has no block at a height it named');
      return transfersOf([tx], [outcome], context, blockOf(foundBlock));
    },
  };
}

/** Balance of an address in TRX or, by its contract, in Tether. */
async function readBalance(caller: ChainCaller, { coinId, address }: WatchedAddress): Promise<Amount<'coin'>> {
  const accountBody = { address, owner_address: address, visible: true };
  if (coinId === 'tron') {
    const { balance = 0n } = await caller.post(account, '/wallet/getaccount', accountBody);
    return fromUnits(balance, 6);
  }
  const parameter = hexOfAddress(address).slice(2).padStart(64, '0');
  const call = { contract_address: tetherContract, function_selector: 'balanceOf(address)', parameter };
  const { constant_result } = await caller.post(constant, '/wallet/triggerconstantcontract', {
    ...accountBody,
    ...call,
  });
  return fromUnits(BigInt(`0x${constant_result[0]}`), 6);
}
