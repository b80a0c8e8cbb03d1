import { isEffective } from '#shared/chains/chains.transfers.ts';
import { none, sumOf, type Amount } from '#shared/kernel/money.ts';
import { madeBefore, toleranceOf, type CandidateTransfer, type VerdictInput } from './deposits.terms.ts';

/**
 * The transfers of the verdict (`chosen`), and those that count (`counted`): the transfers that the sale claimed; else
 * those with the hash that the customer named; else all at its own address; else, at a shared one, the best fit.
 */
export function chooseTransfers(input: VerdictInput): {
  chosen: readonly CandidateTransfer[];
  counted: readonly CandidateTransfer[];
} {
  const { terms, candidates } = input;
  const atAddress = candidates.filter(
    ({ toAddress, toTag }) => toAddress === terms.address && isSameTag(toTag, terms.tag),
  );
  const claimedTransfers = atAddress.filter(({ claimedBy }) => claimedBy?.orderId === terms.orderId);
  const withHash = atAddress.filter(({ txHash }) => txHash === terms.transactionHash);
  if (claimedTransfers.length > 0) {
    const countedTransfers = claimedTransfers.filter((transfer) => counts(input, transfer));
    // Anyone can send dust to an own address, and take it back before it is in a block.
    const isVanished = ({ state, reorganisedAt }: CandidateTransfer) => state === 'replaced' && reorganisedAt === null;
    const isPaid = terms.grade === 'own' && countedTransfers.length > 0;
    return {
      chosen: isPaid ? claimedTransfers.filter((transfer) => !isVanished(transfer)) : claimedTransfers,
      counted: countedTransfers,
    };
  }
  if (withHash.length > 0) return ofOneTransaction(input, withHash);
  if (terms.transactionHash !== null) return movedByContract(input, atAddress);
  const openTransfers = atAddress.filter((transfer) => counts(input, transfer));
  if (terms.grade === 'own') return { chosen: openTransfers, counted: openTransfers };
  const bestTransfer = openTransfers.filter(fitsAmount(input)).toSorted(byDistance(terms.amount))[0];
  return bestTransfer ? { chosen: [bestTransfer], counted: [bestTransfer] } : { chosen: [], counted: [] };
}

/** A tag is part of the address: a payment without it, or with another, is not for this sale. */
const isSameTag = (tag: string | null, otherTag: string | null): boolean => otherTag === null || tag === otherTag;

/** True if a transfer could pay for this sale: the right coin, effective, of no other sale, and made for it. */
function counts({ terms }: VerdictInput, transfer: CandidateTransfer): boolean {
  const isMine = transfer.claimedBy === null || transfer.claimedBy.orderId === terms.orderId;
  return (
    transfer.coinId === terms.coinId && isMine && isEffective(transfer.state) && !madeBefore(transfer, terms.countsFrom)
  );
}

/** Exchanges pay several customers in one transaction, so at a shared address a single matching output is enough. */
function ofOneTransaction(input: VerdictInput, namedTransfers: readonly CandidateTransfer[]) {
  const { terms } = input;
  const openTransfers = namedTransfers.filter((transfer) => counts(input, transfer));
  if (openTransfers.length === 0) return { chosen: namedTransfers, counted: [] };
  if (terms.grade === 'own') return { chosen: openTransfers, counted: openTransfers };
  const amounts = openTransfers.map(({ amount }) => amount);
  const nearestTransfers = openTransfers.toSorted(byDistance(terms.amount)).slice(0, 1);
  const isFitting = fitsAmount(input);
  const countedTransfers =
    nearestTransfers.some(isFitting) || !isFitting({ amount: sumOf(none.coin, amounts) })
      ? nearestTransfers
      : openTransfers;
  return { chosen: countedTransfers, counted: countedTransfers };
}

/** No transfer has the customer's hash; one that a contract moved has no hash of its own to compare. */
function movedByContract(input: VerdictInput, transfers: readonly CandidateTransfer[]) {
  const isFitting = fitsAmount(input);
  const movedTransfers = transfers
    .filter((transfer) => transfer.byContract && counts(input, transfer) && isFitting(transfer))
    .slice(-1);
  return { chosen: movedTransfers, counted: movedTransfers };
}

/** Returns a test for the agreed amount within the tolerance, which is computed once for hundreds of transfers. */
function fitsAmount({ terms, policy }: VerdictInput): (item: { amount: Amount<'coin'> }) => boolean {
  const tolerance = toleranceOf(terms, policy);
  return ({ amount }) => amount.minus(terms.amount).abs().lte(tolerance);
}

/**
 * Sorts by distance from the wanted amount, earlier transfers first; the operator's tolerance decides which ones match.
 */
const byDistance = (wantedAmount: Amount<'coin'>) => (a: CandidateTransfer, b: CandidateTransfer) =>
  a.amount.minus(wantedAmount).abs().cmp(b.amount.minus(wantedAmount).abs()) ||
  a.firstSeenAt.getTime() - b.firstSeenAt.getTime();
