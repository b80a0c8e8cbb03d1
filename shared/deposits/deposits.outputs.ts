import { zero, type Decimal } from '#shared/kernel/money.ts';
import type { DepositSettings } from '#shared/settings/settings.contract.ts';
import { toleranceOf, type CandidateTransfer, type DepositTerms } from './deposits.terms.ts';

type Agreed = Pick<DepositTerms, 'amount' | 'valueUsd' | 'tag'>;
type Output = Pick<CandidateTransfer, 'toTag' | 'amount'>;

/**
 * Whether one of the free outputs of a transaction pays this sale when every other sale that names the transaction has
 * taken what it may rest on: the output nearest to its amount or, where none fits and their sum does, all of them.
 */
export function leavesOutput(
  sale: Agreed,
  others: readonly Agreed[],
  outputs: readonly Output[],
  policy: DepositSettings,
): boolean {
  const fits = (agreed: Agreed, amount: Decimal) => amount.minus(agreed.amount).abs().lte(toleranceOf(agreed, policy));
  const reaches = ({ tag }: Agreed, { toTag }: Output) => tag === null || tag === toTag;
  const pairs = others
    .flatMap((other) => {
      const reached = outputs.filter((output) => reaches(other, output));
      const isSum = fits(
        other,
        reached.reduce((sum, { amount }) => sum.plus(amount), zero),
      );
      const isOne = reached.some(({ amount }) => fits(other, amount));
      return reached.map((output) => {
        const distance = output.amount.minus(other.amount).abs();
        return { other, output, distance, takesAll: isSum && !isOne };
      });
    })
    .toSorted((one, next) => one.distance.cmp(next.distance));
  const taken = new Set<Output>();
  const served = new Set<Agreed>();
  for (const { other, output, takesAll } of pairs) {
    if (!takesAll && (served.has(other) || taken.has(output))) continue;
    served.add(other);
    taken.add(output);
  }
  return outputs.some((output) => !taken.has(output) && reaches(sale, output) && fits(sale, output.amount));
}
