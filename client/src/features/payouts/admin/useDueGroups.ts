import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paysPayout } from '#shared/payouts/payouts.flags.ts';
import { accountsQuery, profilesQuery, type DeskAccount, type Payout } from '../payouts.queries.ts';

/** Payouts of one currency that one account pays, or that are paid by hand. */
export interface DueGroup {
  id: string;
  currency: string;
  account: DeskAccount | undefined;
  /** Accounts that could pay them instead. */
  accounts: readonly DeskAccount[];
  payouts: readonly Payout[];
}

/**
 * Groups payouts into future batches: each by the first account that pays its currency and rail, unless another was
 * chosen.
 */
export function useDueGroups(): {
  groupsOf: (payouts: readonly Payout[]) => DueGroup[];
  /** Pays a group from another account; an empty id means by hand. */
  payFrom: (groupId: string, accountId: string) => void;
  /** False until the accounts are loaded: without them every group would be paid by hand. */
  isKnown: boolean;
  error: Error | null;
} {
  const { data: accounts = [], isSuccess: hasAccounts, error } = useQuery(accountsQuery);
  const { data: profiles = [], isSuccess: hasProfiles, error: profilesError } = useQuery(profilesQuery);
  const [wantedAccounts, setWantedAccounts] = useState<Readonly<Record<string, string>>>({});
  const canPay = (account: DeskAccount, payout: Payout) =>
    paysPayout(
      account,
      profiles.find(({ id }) => id === account.profileId),
      payout,
    );
  const groupsOf = (payouts: readonly Payout[]) => {
    const groups = new Map<string, Payout[]>();
    for (const payout of payouts) {
      const id = `${payout.currency} ${accounts.find((account) => canPay(account, payout))?.id ?? ''}`;
      groups.set(id, [...(groups.get(id) ?? []), payout]);
    }
    return [...groups].map(([id, members]): DueGroup => {
      const fittingAccounts = accounts.filter((account) => members.every((payout) => canPay(account, payout)));
      const account =
        wantedAccounts[id] === ''
          ? undefined
          : (fittingAccounts.find((fittingAccount) => fittingAccount.id === wantedAccounts[id]) ?? fittingAccounts[0]);
      return { id, currency: members[0]?.currency ?? '', account, accounts: fittingAccounts, payouts: members };
    });
  };
  return {
    groupsOf,
    payFrom: (groupId, accountId) => setWantedAccounts({ ...wantedAccounts, [groupId]: accountId }),
    isKnown: hasAccounts && hasProfiles,
    error: error ?? profilesError,
  };
}
