import { z } from 'zod';
import { coinById } from '#shared/reference/coins.ts';
import { fromUnits, quantity } from './chain.amounts.ts';
import { otherToken, transferOf, type ChainBlock, type ChainTransfer, type WatchedAddress } from './chain.ts';

const lower = (length: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${length}}$`))
    .toLowerCase();
const address = lower(40);
const word = lower(64);

export const transaction = z.object({
  hash: word,
  from: address,
  to: address.nullish().transform((to) => to ?? null),
  value: quantity,
  input: z.string().default('0x'),
});
export type EvmTransaction = z.output<typeof transaction>;

export const log = z.object({
  address,
  topics: z.array(word),
  data: z.string().regex(/^0x[0-9a-fA-F]*$/),
  blockHash: word.nullish(),
  transactionHash: word,
  removed: z.boolean().default(false),
});

type EvmLog = z.output<typeof log>;

export const receipt = z.object({
  transactionHash: word,
  blockHash: word,
  blockNumber: quantity,
  /** 0 failed, 1 done. */
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity.default(0n),
  blobGasUsed: quantity.default(0n),
  blobGasPrice: quantity.default(0n),
  logs: z.array(log),
});
export type EvmReceipt = z.output<typeof receipt>;

export const blockHeader = z.object({ number: quantity, hash: word, parentHash: word, timestamp: quantity });
export type EvmHeader = z.output<typeof blockHeader>;
/** Lists only those of its transactions that matter here. */
export type EvmBlock = EvmHeader & { transactions: readonly EvmTransaction[] };

export type EvmContext = {
  coinId: string;
  tokens: Readonly<Record<string, string>>;
  watched: readonly WatchedAddress[];
};

/** `Transfer(address,address,uint256)`. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const transferCall = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

/** An address as a topic has it. */
export const topicOf = (holder: string): string => `0x${holder.slice(2).toLowerCase().padStart(64, '0')}`;

type BlockPosition = Pick<ChainBlock, 'height' | 'hash' | 'at'>;

const hasAddress = (holder: string) => (item: WatchedAddress) => item.address.toLowerCase() === holder;

/** Transactions that pay the chain's coin to a watched address directly; whether they failed is in the receipt. */
export function nativeTransfers(
  blocks: readonly { transactions: readonly EvmTransaction[]; included?: BlockPosition }[],
  receipts: readonly EvmReceipt[],
  { coinId, watched }: EvmContext,
): ChainTransfer[] {
  const outcomes = new Map(receipts.map((item) => [item.transactionHash, item]));
  return blocks.flatMap(({ transactions, included }) =>
    transactions.flatMap(({ hash, from, to, value }): ChainTransfer[] => {
      const watchedToken = watched.find(
        (watchedAddress) => watchedAddress.coinId === coinId && to !== null && hasAddress(to)(watchedAddress),
      );
      if (!watchedToken || value === 0n) return [];
      const hasFailed = outcomes.get(hash)?.status === 0n;
      const transfer = { txHash: hash, coinId, to: watchedToken.address, from: [from], block: included };
      return [transferOf({ ...transfer, amount: fromUnits(value, 18), failed: hasFailed })];
    }),
  );
}

/** Logs of transfers to watched addresses, numbered within their transaction: a block's numbers may change. */
export function tokenTransfers(
  logs: readonly EvmLog[],
  { tokens, watched }: EvmContext,
  blockOf: (item: EvmLog) => BlockPosition | undefined,
): ChainTransfer[] {
  const countByKey = new Map<string, number>();
  return logs.flatMap((item): ChainTransfer[] => {
    const [topic, from = '', to = ''] = item.topics;
    const units = BigInt(item.data === '0x' ? 0 : item.data.slice(0, 66));
    // Four topics are a collectible's transfer: the last one names a piece, not an amount.
    if (topic !== transferTopic || item.topics.length !== 3 || item.removed || units === 0n) return [];
    const receiver = `0x${to.slice(26)}`;
    const listedCoinId = Object.entries(tokens).find(([, contract]) => contract === item.address)?.[0];
    const watchedReceiver = watched.find(
      (watchedAddress) =>
        hasAddress(receiver)(watchedAddress) && (listedCoinId === undefined || watchedAddress.coinId === listedCoinId),
    );
    const block = blockOf(item);
    if (!watchedReceiver || !block) return [];
    const key = `${item.transactionHash} ${item.address}`;
    const outIndex = countByKey.get(key) ?? 0;
    countByKey.set(key, outIndex + 1);
    const amount =
      listedCoinId === undefined ? fromUnits(0n, 0) : fromUnits(units, coinById(listedCoinId)?.decimals ?? 18);
    const coinId = listedCoinId ?? otherToken(item.address);
    const parties = { to: watchedReceiver.address, from: [`0x${from.slice(26)}`] };
    return [transferOf({ ...parties, txHash: item.transactionHash, outIndex, coinId, amount, block })];
  });
}

/** A failed call of a listed token has no log: its intended payment is decoded from its input. */
export function failedTokenCall(
  { hash, from, to, input }: EvmTransaction,
  { tokens, watched }: EvmContext,
  block: BlockPosition,
): ChainTransfer[] {
  const listedCoinId = Object.entries(tokens).find(([, contract]) => contract === to)?.[0];
  const [, receiver, units] = transferCall.exec(input.toLowerCase()) ?? [];
  const watchedReceiver = watched.find(
    (watchedAddress) => watchedAddress.coinId === listedCoinId && hasAddress(`0x${receiver}`)(watchedAddress),
  );
  if (!listedCoinId || !watchedReceiver) return [];
  const amount = fromUnits(BigInt(`0x${units}`), coinById(listedCoinId)?.decimals ?? 18);
  const transfer = { txHash: hash, coinId: listedCoinId, to: watchedReceiver.address, from: [from], block };
  return [transferOf({ ...transfer, amount, failed: true })];
}
