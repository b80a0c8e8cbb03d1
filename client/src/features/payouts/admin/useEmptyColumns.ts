import { useQuery } from '@tanstack/react-query';
import { payoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import { columnValues, emptyColumnOf } from '#shared/payouts/payouts.columns.ts';
import { profilesQuery, type DeskAccount, type Payout } from '../payouts.queries.ts';

/** The column of the bank's file that a payout would leave empty, by its heading, where it is paid from an account with a layout. */
export function useEmptyColumns(isOn = true): (payout: Payout, account: DeskAccount | undefined) => string | undefined {
  const { data: profiles = [] } = useQuery({ ...profilesQuery, enabled: isOn });
  return ({ payee, order, amount, currency, approvedAt }, account) => {
    if (account?.format !== 'csv') return undefined;
    const layout = payoutShape.safeParse(profiles.find(({ id }) => id === account.profileId));
    if (!layout.success) return undefined;
    const { reference } = order;
    // The batch fills in the end-to-end id and the day; neither is ever empty.
    const made = { endToEndId: reference, executeOn: approvedAt };
    return emptyColumnOf(layout.data, columnValues({ payee, account, reference, amount, currency, ...made }));
  };
}
