import { useQuery } from '@tanstack/react-query';
import { columnLeftEmpty } from '#shared/payouts/payouts.flags.ts';
import { profilesQuery, type DeskAccount, type Payout } from '../payouts.queries.ts';

/** The heading of the column that a payout would leave empty in the bank's file, if its account has a layout. */
export function useEmptyColumns(): (payout: Payout, account: DeskAccount | undefined) => string | undefined {
  const { data: profiles = [] } = useQuery(profilesQuery);
  return (payout, account) =>
    columnLeftEmpty(
      payout,
      account,
      profiles.find(({ id }) => id === account?.profileId),
    );
}
