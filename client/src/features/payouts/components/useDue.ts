import { useQuery } from '@tanstack/react-query';
import { useMay } from '#client/lib/session/permissions.ts';
import { amountOf, none, sumOf, toText } from '#shared/kernel/money.ts';
import { useDueGroups } from '../admin/useDueGroups.ts';
import { useEmptyColumns } from '../admin/useEmptyColumns.ts';
import { needsReview, useFlags } from '../admin/useFlags.ts';
import { duePageSize, payoutsQuery, type Payout } from '../payouts.queries.ts';

/** The groups of these payouts, and what is to be known of each in its group. */
export function useDue(rows: readonly Payout[], isOn = true) {
  const may = useMay();
  const { groupsOf, payFrom, isKnown, error } = useDueGroups(isOn);
  const flagsFor = useFlags();
  const emptyColumnOf = useEmptyColumns(isOn);
  const groups = groupsOf(rows);
  const flagsOf = (payout: Payout) => {
    const account = groups.find(({ payouts }) => payouts.includes(payout))?.account;
    // A member who sees only the end of an account cannot see which column it would leave empty.
    const emptyColumn = may('payouts.prepare') ? emptyColumnOf(payout, account) : undefined;
    return flagsFor(payout, { emptyColumn, isByHand: !account || account.format === 'by_hand' });
  };
  return { groups, flagsOf, payFrom, isKnown, error };
}

/** The sum of payouts of one currency. */
export const sumText = (payouts: readonly Payout[]): string =>
  toText(
    sumOf(
      none.payout,
      payouts.map(({ amount }) => amountOf('payout', amount)),
    ),
  );

interface Part {
  payouts: number;
  amount: string;
}

/** Payouts due in one currency: those that a batch takes at once, and those that need a look first. */
export interface DueParts {
  currency: string;
  ready: Part;
  flagged: Part;
}

/** Payouts due in each currency; undefined until the payouts and their accounts are known. */
export function useDueParts(isOn: boolean): DueParts[] | undefined {
  const { data } = useQuery({ ...payoutsQuery(['due'], 1, { perPage: duePageSize }), enabled: isOn });
  const rows = data?.items ?? [];
  const { flagsOf, isKnown } = useDue(rows, isOn);
  if (!isOn || !data || !isKnown) return undefined;
  const partOf = (payouts: readonly Payout[]) => ({ payouts: payouts.length, amount: sumText(payouts) });
  const flagged = rows.filter((payout) => needsReview(flagsOf(payout)));
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const payouts = rows.filter((payout) => payout.currency === currency);
    return {
      currency,
      ready: partOf(payouts.filter((payout) => !flagged.includes(payout))),
      flagged: partOf(payouts.filter((payout) => flagged.includes(payout))),
    };
  });
}
