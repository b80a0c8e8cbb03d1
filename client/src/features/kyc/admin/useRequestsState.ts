import { enumParam, useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';
import { requestsPageSize, type AdminKycRequest, type RequestsQuery } from './kyc.admin.queries.ts';

interface Filters {
  q: string;
  /** Without one, those that wait come first. */
  show: AdminKycRequest['status'] | undefined;
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
  read: (search) => ({ q: search.get('q') ?? '', show: enumParam(search, 'show', kycRequestStatuses) }),
  write: ({ q, show }) => ({ q, show }),
};

/** Reads the state of the list from the address and writes it there. */
export function useRequestsState(): RequestsState {
  const address = useListParams(list);
  const { q, show } = address.filters;
  return { ...address, query: { q: q || undefined, status: show, page: address.page, pageSize: requestsPageSize } };
}
