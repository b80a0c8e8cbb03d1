import { enumParam, useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { waitingSorts, type WaitingSort } from '#shared/kernel/paging.ts';
import { kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';
import { requestsPageSize, type AdminKycRequest, type RequestsQuery } from './kyc.admin.queries.ts';

interface Filters {
  q: string;
  /** Without one, those that wait come first. */
  show: AdminKycRequest['status'] | undefined;
  sort: WaitingSort;
}

/** The state of the list and the open request, from the URL. */
export interface RequestsState {
  filters: Filters;
  page: number;
  openId: string | undefined;
  query: RequestsQuery;
  change: (change: Partial<Filters>) => void;
  goTo: (page: number) => void;
  /** Opens a request, or with undefined goes back to the list alone. */
  open: (id: string | undefined) => void;
  hrefOf: (id: string) => string;
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
export function useRequestsState(): RequestsState {
  const address = useListParams(list);
  const { q, show, sort } = address.filters;
  const query = { q: q || undefined, status: show, sort, page: address.page, pageSize: requestsPageSize };
  return { ...address, query };
}
