import { useCallback } from 'react';
import { enumParam, useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { userSorts, userStatuses } from '#shared/users/users.admin.contract.ts';
import { usersPageSize } from './users.admin.queries.ts';

/** The states of the identity check that are asked for: it is over, or waits for the team. */
const kycFilters = ['approved', 'pending'] as const;

interface Filters {
  q: string;
  status: (typeof userStatuses)[number] | undefined;
  kyc: (typeof kycFilters)[number] | undefined;
  /** Only users with this tag, or of this member (`me` for the signed-in one): from a link. */
  tag: string | undefined;
  assignee: string | undefined;
  sort: (typeof userSorts)[number];
}

const list: ListParamsConfig<Filters> = {
  item: 'user',
  read: (search) => ({
    q: search.get('q') ?? '',
    status: enumParam(search, 'status', userStatuses),
    kyc: enumParam(search, 'kyc', kycFilters),
    tag: search.get('tag') ?? undefined,
    assignee: search.get('assignee') ?? undefined,
    sort: enumParam(search, 'sort', userSorts) ?? 'newest',
  }),
  write: ({ q, status, kyc, tag, assignee, sort }) => ({
    q,
    status,
    kyc,
    tag,
    assignee,
    sort: sort === 'newest' ? undefined : sort,
  }),
};

/** Reads the state of the list from the address and writes it there. */
export function useUsersState() {
  const address = useListParams(list);
  const { change, filters, page } = address;
  const { q, status, kyc, tag, assignee, sort } = filters;
  return {
    ...address,
    query: { q: q || undefined, status, kyc, tag, assignee, sort, page, pageSize: usersPageSize },
    isNarrowed: q !== '' || [status, kyc, tag, assignee].some((filter) => filter !== undefined),
    clear: useCallback(
      () => change({ q: '', status: undefined, kyc: undefined, tag: undefined, assignee: undefined }),
      [change],
    ),
  };
}

export type UsersState = ReturnType<typeof useUsersState>;
