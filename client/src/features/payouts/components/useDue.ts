import { useQuery } from '@tanstack/react-query';
import { useMay } from '#client/lib/session/permissions.ts';
import type { Api } from '#shared/api.ts';
import { amountOf, none, sumOf, toText } from '#shared/kernel/money.ts';
import { useDueGroups } from '../admin/useDueGroups.ts';
import { useEmptyColumns } from '../admin/useEmptyColumns.ts';
import { useFlags } from '../admin/useFlags.ts';
import { duePartsQuery, type Payout } from '../payouts.queries.ts';

/** Groups these payouts, and lists the flags of each in its group. */
export function useDue(rows: readonly Payout[]) {
  const may = useMay();
  const { groupsOf, payFrom, isKnown, error } = useDueGroups();
  const flagsFor = useFlags();
  const emptyColumnOf = useEmptyColumns();
  const groups = groupsOf(rows);
  const flagsOf = (payout: Payout) => {
    const account = groups.find(({ payouts }) => payouts.includes(payout))?.account;
    // A member who sees only the end of an account number cannot see which column it would leave empty.
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
      payouts.map(({ amount, currency }) => amountOf('payout', amount, currency)),
    ),
  );

/** Payouts due in one currency: those that a batch takes at once, and those that need a check first. */
export type DueParts = Api['GET /api/admin/payouts/due-parts']['output'][number];

/** Due payouts by currency, counted by the server; undefined until loaded. */
export function useDueParts(isOn: boolean): DueParts[] | undefined {
  return useQuery({ ...duePartsQuery, enabled: isOn }).data;
}
