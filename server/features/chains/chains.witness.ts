import type { ChainSource, WatchedAddress } from '#server/adapters/chains/chain.ts';
import { publish } from '#server/events/publish.ts';
import type { Platform } from '#server/platform.ts';
import { decimal } from '#shared/kernel/money.ts';
import {
  findBlock,
  findCursor,
  listUnwitnessed,
  markWitnessed,
  writeCursor,
  type TransferRow,
} from './chains.queries.ts';

/** The newest blocks may differ between two honest sources for a moment. */
const depthCompared = 2;
const transfersAPass = 5;

type WitnessDeps = Pick<Platform, 'db' | 'inTx'>;

/** Asks the second source for the same chain and transfers, later again what it cannot answer. Throws FeedError. */
export async function askWitness(
  { db, inTx }: WitnessDeps,
  witness: ChainSource,
  watched: readonly WatchedAddress[],
): Promise<void> {
  const { chain } = witness;
  const cursor = await findCursor(db, chain);
  if (!cursor || cursor.height === null) return;
  const height = cursor.height - depthCompared;
  const own = await findBlock(db, chain, height);
  const theirs = own && (await witness.blockHash(height));
  const agrees = theirs === undefined ? cursor.witnessAgrees : theirs === own?.hash;
  const open = await listUnwitnessed(db, chain, transfersAPass);
  const answers: (boolean | undefined)[] = [];
  for (const transfer of open) answers.push(await hasSame(witness, transfer, watched));
  await inTx(async (tx) => {
    const named = { source: cursor.source, witness: witness.name };
    const behind = theirs === undefined ? 'the second source is behind' : null;
    await writeCursor(tx, chain, { ...named, witnessAgrees: agrees, witnessError: behind });
    for (const [index, transfer] of open.entries()) {
      const answer = answers[index];
      if (answer !== undefined) await markWitnessed(tx, transfer, answer);
    }
    if (answers.some((answer) => answer !== undefined)) await publish(tx, { kind: 'chain_advanced', chain });
  });
}

/** Undefined while the second source has not reached the block. */
async function hasSame(
  witness: ChainSource,
  { blockHeight, blockHash, txHash, outIndex, coinId, amount }: TransferRow,
  watched: readonly WatchedAddress[],
): Promise<boolean | undefined> {
  if (blockHeight === null) return undefined;
  const theirs = await witness.blockHash(blockHeight);
  if (theirs === undefined) return undefined;
  if (theirs !== blockHash) return false;
  const { transfers } = await witness.transfersIn(blockHeight, blockHeight, watched);
  return transfers.some(
    (one) =>
      one.txHash === txHash &&
      one.outIndex === outIndex &&
      one.coinId === coinId &&
      !one.failed &&
      one.amount.eq(decimal(amount)),
  );
}
