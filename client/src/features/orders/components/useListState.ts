import { enumParam, useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { orderStatuses, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { pageSize, type ListQuery } from '../orders.queries.ts';

interface ListFilters {
  q: string;
  status: OrderStatus[];
  type: 'sell' | 'fiat' | undefined;
  days: '7' | '30' | '90' | undefined;
}

const unfiltered: ListFilters = { q: '', status: [], type: undefined, days: undefined };

const list: ListParamsConfig<ListFilters> = {
  item: 'tx',
  read: (search) => ({
    q: search.get('q') ?? '',
    status: orderStatuses.filter((status) => search.getAll('status').includes(status)),
    type: enumParam(search, 'type', ['sell', 'fiat']),
    days: enumParam(search, 'days', ['7', '30', '90']),
  }),
  write: (filters) => ({ ...filters }),
};

/** The day this many days ago, as YYYY-MM-DD in UTC. */
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

export type ListState = ReturnType<typeof useListState>;

/** The state of the list in the URL: it survives a reload, can be bookmarked, and works with Back. */
export function useListState() {
  const { filters, page, change, goTo, hrefOf } = useListParams(list);
  const { q, status, type, days } = filters;
  const from = days ? dayBefore(Number(days)) : undefined;
  const query: ListQuery = {
    page,
    pageSize,
    sort: 'needs',
    q: q || undefined,
    status: status.length ? status : undefined,
    type,
    from,
  };
  const isFiltered = Boolean(q || status.length || type || days);
  const isSearch = q !== '' && !(status.length || type || days);
  return { filters, page, isFiltered, isSearch, query, change, goTo, clear: () => change(unfiltered), hrefOf };
}
