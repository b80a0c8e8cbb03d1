import { enumParam, useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { waitingSorts, type WaitingSort } from '#shared/kernel/paging.ts';
import { kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';
import { requestsPageSize, type AdminKycRequest } from './kyc.admin.queries.ts';

interface Filters {
  q: string;
  /** Without a sort, waiting requests come first. */
  show: AdminKycRequest['status'] | undefined;
  sort: WaitingSort;
}

const list: ListParamsConfig<Filters> = {
  item: 'request',
  read: (search) => ({
    q: search.get('q') ?? '',
    show: enumParam(search, 'show', kycRequestStatuses),
    sort: enumParam(search, 'sort', waitingSorts) ?? 'waiting',
  }),
  write: ({ q, show, sort }) => ({ q, show, sort: sort === 'waiting' ? undefined : sort }),
};

/** Reads the state of the list from the address and writes it there. */
export function useRequestsState() {
  const address = useListParams(list);
  const { q, show, sort } = address.filters;
  const query = { q: q || undefined, status: show, sort, page: address.page, pageSize: requestsPageSize };
  return { ...address, query, isNarrowed: q !== '' || show !== undefined };
}

export type RequestsState = ReturnType<typeof useRequestsState>;
