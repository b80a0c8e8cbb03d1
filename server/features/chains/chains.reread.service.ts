import { setTimeout as pause } from 'node:timers/promises';
import type { ChainSource, ChainTransfer } from '#server/adapters/chains/chain.ts';
import { BoundedMap } from '#server/lib/remembered.ts';
import { describeError } from '#server/lib/safe-error.ts';
import type { Reread } from '#shared/chains/chains.transfers.ts';
import { amountOf, toText } from '#shared/kernel/money.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { ChainsDeps, Rereads, StoredTransfer } from './chains.ports.ts';

const validMs = minuteMs;
/** An older answer is asked for again: it must not end between the question and the decision that rests on it. */
const freshMs = validMs / 2;
const askedAtOnce = 8;
const maxRemembered = 50_000;

type PendingReread = { result: Reread; at: number };

/**
 * Asks nodes once more for stored transfers, and remembers the answers for a minute. They are in memory, because
 * somebody who changed a transfer in the database could change a stored answer too.
 */
export function createRereads({
  chainReaders,
  now,
  log,
  limitMs = 10_000,
}: Pick<ChainsDeps, 'chainReaders' | 'log' | 'now'> & { limitMs?: number }): Rereads {
  const pendingRereads = new BoundedMap<string, PendingReread>(maxRemembered);
  const resultWithin = (transfer: StoredTransfer, ms: number): Reread | undefined => {
    const askedReread = pendingRereads.get(keyOf(transfer));
    return askedReread && now().getTime() - askedReread.at <= ms ? askedReread.result : undefined;
  };
  const resultOf = (transfer: StoredTransfer) => resultWithin(transfer, validMs);
  const remember = (transfer: StoredTransfer, result: Reread, at: number) => {
    const pendingReread = pendingRereads.get(keyOf(transfer));
    // A slow answer to an older question says nothing new.
    if (!pendingReread || pendingReread.at <= at) pendingRereads.set(keyOf(transfer), { result, at });
  };
  const askOne = async (transfer: StoredTransfer): Promise<void> => {
    const source = chainReaders.get(transfer.chain)?.source;
    if (!source) return;
    const at = now().getTime();
    try {
      remember(transfer, await reread(source, transfer), at);
    } catch (error) {
      const { chain, txHash } = transfer;
      log.warn({ chain, txHash, ...describeError(error) }, 'a transfer could not be read again before a payout');
    }
  };
  const request = async (transfers: readonly StoredTransfer[]): Promise<void> => {
    const isOpen = (item: StoredTransfer) => chainReaders.has(item.chain) && resultWithin(item, freshMs) !== 'same';
    const pendingTransfers = [...new Map(transfers.filter(isOpen).map((item) => [keyOf(item), item])).values()];
    const at = now().getTime();
    // A contradiction of the last minute stays valid while the node is asked again, because others decide meanwhile.
    for (const transfer of pendingTransfers) if (!resultOf(transfer)) remember(transfer, 'away', at);
    const work = async () => {
      for (let nextTransfer = pendingTransfers.shift(); nextTransfer; nextTransfer = pendingTransfers.shift())
        await askOne(nextTransfer);
    };
    const all = Promise.all(Array.from({ length: Math.min(askedAtOnce, pendingTransfers.length) }, work));
    await Promise.race([all, pause(limitMs, undefined, { ref: false })]);
    // Drops the transfers that were not asked about in time.
    pendingTransfers.length = 0;
  };
  return { request, resultOf };
}

/** The fields that were asked about: a changed row is another question. */
const keyOf = (transfer: StoredTransfer): string => {
  const { chain, txHash, outIndex, coinId, toAddress, toTag, blockHeight, blockHash } = transfer;
  const amount = toText(amountOf('coin', transfer.amount, coinId));
  return JSON.stringify([chain, txHash, outIndex, coinId, toAddress, toTag, amount, blockHeight, blockHash]);
};

/** Throws FeedError when the source fails. */
async function reread(source: ChainSource, transfer: StoredTransfer): Promise<Reread> {
  const { txHash, coinId, toAddress: address, blockHeight: height } = transfer;
  const watchedAddresses = [{ coinId, address }];
  const judgeTransfers = (chainTransfers: readonly ChainTransfer[]) =>
    chainTransfers.some(isSame(transfer)) ? 'same' : 'differs';
  const foundTransfers = await source.find(txHash, watchedAddresses);
  if (foundTransfers) return judgeTransfers(foundTransfers);
  // The transfer waited to be included, and is gone.
  if (height === null) return 'differs';
  // Without an index of transactions it is found by its block.
  const hash = await source.blockHash(height);
  if (hash === undefined) return 'away';
  if (hash !== transfer.blockHash) return 'differs';
  if (source.findInBlocks)
    return judgeTransfers(
      (await source.findInBlocks(txHash, { from: height, to: height }, watchedAddresses))?.paid ?? [],
    );
  const { transfers, notice } = await source.transfersIn(height, height, watchedAddresses);
  return transfers.some(isSame(transfer)) || notice === undefined ? judgeTransfers(transfers) : 'away';
}

/** True if a source names the stored output with its amount and block. One that waited may be in a block by now. */
function isSame(storedTransfer: StoredTransfer): (found: ChainTransfer) => boolean {
  const { txHash, outIndex, coinId, toAddress, toTag, blockHash, blockHeight } = storedTransfer;
  const amount = amountOf('coin', storedTransfer.amount, coinId);
  return (transfers) =>
    transfers.txHash === txHash &&
    transfers.outIndex === outIndex &&
    transfers.coinId === coinId &&
    transfers.to === toAddress &&
    transfers.tag === toTag &&
    !transfers.failed &&
    transfers.amount.eq(amount) &&
    (blockHash === null || (transfers.block?.hash === blockHash && transfers.block.height === blockHeight));
}
