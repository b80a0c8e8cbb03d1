import { fromUnits } from './chain.amounts.ts';
import type { EvmBlock, EvmReceipt, EvmTransaction } from './chain.evm.transfers.ts';
import { transferOf, type ChainTransfer, type WatchedAddress } from './chain.ts';

/** The balance of an address after a block, in the smallest unit; undefined where the node has dropped that state. */
export type BalanceReader = (address: string, height: number) => Promise<bigint | undefined>;

type Range = {
  full: readonly EvmBlock[];
  /** Transactions to or from a watched address, each with its receipt at the same place. */
  touching: readonly EvmTransaction[];
  receipts: readonly EvmReceipt[];
  own: readonly WatchedAddress[];
  /** Before and after the range, for each address of `own`. */
  balances: readonly (bigint | undefined)[];
  readBalance: BalanceReader;
  coinId: string;
};

/** Finds blocks in which a balance grows by more than transactions explain, by bisecting: a contract moved it. */
export async function missingBalances(range: Range): Promise<{ transfers: ChainTransfer[]; notice?: string }> {
  const transfers: ChainTransfer[] = [];
  let isUnknown = false;
  for (const [index, one] of range.own.entries()) {
    const [before, after] = [range.balances[index * 2], range.balances[index * 2 + 1]];
    if (before === undefined || after === undefined) {
      isUnknown = true;
      continue;
    }
    const found = await halve(range, one, { from: 0, to: range.full.length, before, after });
    if (found) transfers.push(...found);
    else isUnknown = true;
  }
  return { transfers, notice: isUnknown ? 'the node has dropped the balances of old blocks' : undefined };
}

type Half = { from: number; to: number; before: bigint; after: bigint };

async function halve(range: Range, one: WatchedAddress, half: Half): Promise<ChainTransfer[] | undefined> {
  const { from, to, before, after } = half;
  const surplus = after - before - explained(range, one, from, to);
  if (surplus <= 0n) return [];
  const last = range.full[to - 1];
  if (!last) return [];
  if (to - from === 1) return [movedByContract(last, one, surplus, range.coinId)];
  const middle = (from + to) >> 1;
  const at = range.full[middle - 1];
  const between = at && (await range.readBalance(one.address, Number(at.number)));
  if (between === undefined) return undefined;
  const left = await halve(range, one, { from, to: middle, before, after: between });
  const right = await halve(range, one, { from: middle, to, before: between, after });
  return left && right && [...left, ...right];
}

/** What the transactions of these blocks did to the balance, fees included. */
function explained({ full, touching, receipts }: Range, one: WatchedAddress, from: number, to: number): bigint {
  const own = one.address.toLowerCase();
  const hashes = new Set(full.slice(from, to).map(({ hash }) => hash));
  let sum = 0n;
  touching.forEach((tx, index) => {
    const outcome = receipts[index];
    if (!outcome || !hashes.has(outcome.blockHash)) return;
    const isDone = outcome.status !== 0n;
    if (isDone && tx.to === own) sum += tx.value;
    if (tx.from !== own) return;
    sum -= outcome.gasUsed * outcome.effectiveGasPrice + outcome.blobGasUsed * outcome.blobGasPrice;
    if (isDone) sum -= tx.value;
  });
  return sum;
}

function movedByContract(block: EvmBlock, one: WatchedAddress, units: bigint, coinId: string): ChainTransfer {
  const included = { height: Number(block.number), hash: block.hash, at: new Date(Number(block.timestamp) * 1000) };
  const moved = { txHash: block.hash, outIndex: -1, coinId, to: one.address, block: included, byContract: true };
  return transferOf({ ...moved, amount: fromUnits(units, 18) });
}
