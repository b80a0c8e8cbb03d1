import { isEffective } from '#shared/chains/chains.transfers.ts';
import { none, sumOf, type Amount } from '#shared/kernel/money.ts';
import { madeBefore, toleranceOf, type CandidateTransfer, type VerdictInput } from './deposits.terms.ts';

/**
 * The transfers that the verdict is about (`chosen`), and those that count (`counted`): those that the sale claimed;
 * else of the hash that the customer named; else all at its own address; else, at a shared one, the best fit.
 */
export function chooseTransfers(input: VerdictInput): {
  chosen: readonly CandidateTransfer[];
  counted: readonly CandidateTransfer[];
} {
  const { terms, candidates } = input;
  const here = candidates.filter(({ toAddress, toTag }) => toAddress === terms.address && sameTag(toTag, terms.tag));
  const claimedTransfers = here.filter(({ claimedBy }) => claimedBy?.orderId === terms.orderId);
  const named = here.filter(({ txHash }) => txHash === terms.transactionHash);
  if (claimedTransfers.length > 0) {
    const counted = claimedTransfers.filter((item) => counts(input, item));
    // Dust can be sent to an own address by anyone, and taken back before a block has it.
    const isVanished = ({ state, reorganisedAt }: CandidateTransfer) => state === 'replaced' && reorganisedAt === null;
    const isPaid = terms.grade === 'own' && counted.length > 0;
    return { chosen: isPaid ? claimedTransfers.filter((item) => !isVanished(item)) : claimedTransfers, counted };
  }
  if (named.length > 0) return ofOneTransaction(input, named);
  if (terms.transactionHash !== null) return movedByContract(input, here);
  const open = here.filter((item) => counts(input, item));
  if (terms.grade === 'own') return { chosen: open, counted: open };
  const best = open.filter(fitsAmount(input)).toSorted(byDistance(terms.amount))[0];
  return best ? { chosen: [best], counted: [best] } : { chosen: [], counted: [] };
}

/** A tag is part of the address: a payment without it, or with another, is not for this sale. */
const sameTag = (item: string | null, other: string | null): boolean => other === null || item === other;

/** True if a transfer could pay for this sale: the right coin, effective, of no other sale, and made for it. */
function counts({ terms }: VerdictInput, item: CandidateTransfer): boolean {
  const isMine = item.claimedBy === null || item.claimedBy.orderId === terms.orderId;
  return item.coinId === terms.coinId && isMine && isEffective(item.state) && !madeBefore(item, terms.countsFrom);
}

/** Exchanges pay several customers in one transaction, so at a shared address one output is enough if it fits. */
function ofOneTransaction(input: VerdictInput, namedTransfers: readonly CandidateTransfer[]) {
  const { terms } = input;
  const open = namedTransfers.filter((item) => counts(input, item));
  if (open.length === 0) return { chosen: namedTransfers, counted: [] };
  if (terms.grade === 'own') return { chosen: open, counted: open };
  const amounts = open.map(({ amount }) => amount);
  const nearest = open.toSorted(byDistance(terms.amount)).slice(0, 1);
  const fits = fitsAmount(input);
  const counted = nearest.some(fits) || !fits({ amount: sumOf(none.coin, amounts) }) ? nearest : open;
  return { chosen: counted, counted };
}

/** No transfer has the customer's hash; one that a contract moved has no hash of its own to compare. */
function movedByContract(input: VerdictInput, here: readonly CandidateTransfer[]) {
  const fits = fitsAmount(input);
  const moved = here.filter((item) => item.byContract && counts(input, item) && fits(item)).slice(-1);
  return { chosen: moved, counted: moved };
}

/** Returns a test for the agreed amount within the tolerance, which is computed once for hundreds of transfers. */
function fitsAmount({ terms, policy }: VerdictInput): (item: { amount: Amount<'coin'> }) => boolean {
  const tolerance = toleranceOf(terms, policy);
  return ({ amount }) => amount.minus(terms.amount).abs().lte(tolerance);
}

/** Sorts by distance from the wanted amount, earlier transfers first; the operator's tolerance decides which fit. */
const byDistance = (wantedAmount: Amount<'coin'>) => (a: CandidateTransfer, b: CandidateTransfer) =>
  a.amount.minus(wantedAmount).abs().cmp(b.amount.minus(wantedAmount).abs()) ||
  a.firstSeenAt.getTime() - b.firstSeenAt.getTime();
