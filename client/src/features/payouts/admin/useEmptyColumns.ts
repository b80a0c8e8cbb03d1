import { useQuery } from '@tanstack/react-query';
import { columnLeftEmpty } from '#shared/payouts/payouts.flags.ts';
import { profilesQuery, type DeskAccount, type Payout } from '../payouts.queries.ts';

/** The column of the bank's file that a payout would leave empty, by its heading, where it is paid from an account with a layout. */
export function useEmptyColumns(): (payout: Payout, account: DeskAccount | undefined) => string | undefined {
  const { data: profiles = [] } = useQuery(profilesQuery);
  return (payout, account) =>
    columnLeftEmpty(
      payout,
      account,
      profiles.find(({ id }) => id === account?.profileId),
    );
}
