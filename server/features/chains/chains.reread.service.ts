import { setTimeout as pause } from 'node:timers/promises';
import type { ChainSource, ChainTransfer } from '#server/adapters/chains/chain.ts';
import { BoundedMap } from '#server/lib/remembered.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { minuteMs } from '#server/lib/time.ts';
import type { Reread } from '#shared/chains/chains.transfers.ts';
import { amountOf, toText } from '#shared/kernel/money.ts';
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
  const remembered = new BoundedMap<string, PendingReread>(maxRemembered);
  const resultWithin = (transfer: StoredTransfer, ms: number): Reread | undefined => {
    const asked = remembered.get(keyOf(transfer));
    return asked && now().getTime() - asked.at <= ms ? asked.result : undefined;
  };
  const resultOf = (transfer: StoredTransfer) => resultWithin(transfer, validMs);
  const remember = (transfer: StoredTransfer, result: Reread, at: number) => {
    const existing = remembered.get(keyOf(transfer));
    // A slow answer to an older question says nothing new.
    if (!existing || existing.at <= at) remembered.set(keyOf(transfer), { result, at });
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
    const pending = [...new Map(transfers.filter(isOpen).map((item) => [keyOf(item), item])).values()];
    const at = now().getTime();
    // A contradiction of the last minute stands while it is asked again: others decide meanwhile.
    for (const transfer of pending) if (!resultOf(transfer)) remember(transfer, 'away', at);
    const work = async () => {
      for (let next = pending.shift(); next; next = pending.shift()) await askOne(next);
    };
    const all = Promise.all(Array.from({ length: Math.min(askedAtOnce, pending.length) }, work));
    await Promise.race([all, pause(limitMs, undefined, { ref: false })]);
    // Drops the transfers that were not asked about in time.
    pending.length = 0;
  };
  return { request, resultOf };
}

/** The fields that were asked about: a changed row is another question. */
const keyOf = (transfer: StoredTransfer): string => {
  const { chain, txHash, outIndex, coinId, toAddress, toTag, blockHeight, blockHash } = transfer;
  const amount = toText(amountOf('coin', transfer.amount));
  return JSON.stringify([chain, txHash, outIndex, coinId, toAddress, toTag, amount, blockHeight, blockHash]);
};

/** Throws FeedError when the source fails. */
async function reread(source: ChainSource, transfer: StoredTransfer): Promise<Reread> {
  const { txHash, coinId, toAddress: address, blockHeight: height } = transfer;
  const watched = [{ coinId, address }];
  const judgeTransfers = (chainTransfers: readonly ChainTransfer[]) =>
    chainTransfers.some(isSame(transfer)) ? 'same' : 'differs';
  const found = await source.find(txHash, watched);
  if (found) return judgeTransfers(found);
  // The transfer waited to be included, and is gone.
  if (height === null) return 'differs';
  // Without an index of transactions it is found by its block.
  const hash = await source.blockHash(height);
  if (hash === undefined) return 'away';
  if (hash !== transfer.blockHash) return 'differs';
  if (source.findInBlocks)
    return judgeTransfers((await source.findInBlocks(txHash, { from: height, to: height }, watched))?.paid ?? []);
  const { transfers, notice } = await source.transfersIn(height, height, watched);
  return transfers.some(isSame(transfer)) || notice === undefined ? judgeTransfers(transfers) : 'away';
}

/** True if a source names the stored output with its amount and block. One that waited may be in a block by now. */
function isSame(storedTransfer: StoredTransfer): (found: ChainTransfer) => boolean {
  const { txHash, outIndex, coinId, toAddress, toTag, blockHash, blockHeight } = storedTransfer;
  const amount = amountOf('coin', storedTransfer.amount);
  return (found) =>
    found.txHash === txHash &&
    found.outIndex === outIndex &&
    found.coinId === coinId &&
    found.to === toAddress &&
    found.tag === toTag &&
    !found.failed &&
    found.amount.eq(amount) &&
    (blockHash === null || (found.block?.hash === blockHash && found.block.height === blockHeight));
}
