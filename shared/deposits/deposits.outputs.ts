import { decimal, none, sumOf, type Amount } from '#shared/kernel/money.ts';
import type { DepositSettings } from '#shared/settings/settings.contract.ts';
import { madeBefore, toleranceOf, type CandidateTransfer, type DepositTerms } from './deposits.terms.ts';

export type Agreed = Pick<DepositTerms, 'amount' | 'valueUsd' | 'address' | 'tag' | 'countsFrom'>;
export type Output = Pick<CandidateTransfer, 'chain' | 'firstSeenAt' | 'blockAt' | 'toAddress' | 'toTag' | 'amount'>;

const paysAddress = ({ address, tag }: Pick<Agreed, 'address' | 'tag'>, { toAddress, toTag }: Output): boolean =>
  address === toAddress && (tag === null || tag === toTag);

const amountsOf = (outputs: readonly Output[]) => outputs.map(({ amount }) => amount);
const factor = decimal('2');

/**
 * True if the outputs could have paid a sale: they were made for it, and their sum is between half and twice the agreed
 * amount, since customers send too little, too much or in parts. Naming a stranger's transaction claims nothing.
 */
function isLikely(sale: Agreed, outputs: readonly Output[]): boolean {
  const laterOutputs = outputs.filter((output) => paysAddress(sale, output) && !madeBefore(output, sale.countsFrom));
  const isNear = (amount: Amount<'coin'>) =>
    amount.times(factor).gte(sale.amount) && sale.amount.times(factor).gte(amount);
  return laterOutputs.some(({ amount }) => isNear(amount)) || isNear(sumOf(none.coin, amountsOf(laterOutputs)));
}

/**
 * The other sales naming a transaction that could own its outputs; none if an output is left for this sale. `outputs`
 * are its free ones, undefined for an unknown transaction: then every naming counts.
 */
export function contestingOrders<Naming extends Agreed>(
  sale: Omit<Agreed, 'countsFrom'>,
  namings: readonly Naming[],
  outputs: readonly Output[] | undefined,
  policy: DepositSettings,
): readonly Naming[] {
  if (!outputs) return namings;
  const likelyNamings = namings.filter((naming) => isLikely(naming, outputs));
  return likelyNamings.length > 0 && leavesOutput(sale, likelyNamings, outputs, policy) ? [] : likelyNamings;
}

/**
 * True if a free output of a transaction is left for this sale after each other sale that names the transaction took
 * its own: the output nearest to its amount or, if none matches and their sum does, all of them.
 */
function leavesOutput(
  sale: Omit<Agreed, 'countsFrom'>,
  otherOrders: readonly Agreed[],
  outputs: readonly Output[],
  policy: DepositSettings,
): boolean {
  const isFitting = (terms: Omit<Agreed, 'countsFrom'>, amount: Amount<'coin'>) =>
    amount.minus(terms.amount).abs().lte(toleranceOf(terms, policy));
  const pairs = otherOrders
    .flatMap((naming) => {
      const reachedOutputs = outputs.filter((output) => paysAddress(naming, output));
      const isSum = isFitting(naming, sumOf(none.coin, amountsOf(reachedOutputs)));
      const isOne = reachedOutputs.some(({ amount }) => isFitting(naming, amount));
      // A sale whose amount fits an output waits for that output, even if another order has taken it.
      const fittingOutputs = isOne ? reachedOutputs.filter(({ amount }) => isFitting(naming, amount)) : reachedOutputs;
      return fittingOutputs.map((output) => {
        const distance = output.amount.minus(naming.amount).abs();
        return { other: naming, output, distance, takesAll: isSum && !isOne };
      });
    })
    .toSorted((pair, next) => pair.distance.cmp(next.distance));
  const takenOutputs = new Set<Output>();
  const servedOrders = new Set<Agreed>();
  for (const { other, output, takesAll } of pairs) {
    if (!takesAll && (servedOrders.has(other) || takenOutputs.has(output))) continue;
    servedOrders.add(other);
    takenOutputs.add(output);
  }
  return outputs.some(
    (output) => !takenOutputs.has(output) && paysAddress(sale, output) && isFitting(sale, output.amount),
  );
}
