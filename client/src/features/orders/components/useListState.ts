import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { orderStatuses, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import { pageSize, type ListQuery } from '../orders.queries.ts';

type Days = '7' | '30' | '90';

export interface ListFilters {
  q: string;
  status: OrderStatus[];
  type: 'sell' | 'fiat' | undefined;
  days: Days | undefined;
}

/** The state of the list, from the URL: it survives a reload, can be bookmarked and gone back to. */
export interface ListState {
  filters: ListFilters;
  page: number;
  isFiltered: boolean;
  query: ListQuery;
  change: (change: Partial<ListFilters>) => void;
  goTo: (page: number) => void;
  clear: () => void;
  /** The way to an order's details over this very list. */
  hrefOf: (id: string) => string;
}

const inPlace = { replace: true, preventScrollReset: true };
const dayMs = 24 * 60 * 60 * 1000;

export function useListState(): ListState {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => filtersOf(search), [search]);
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);

  const change = useCallback(
    (part: Partial<ListFilters>) => setSearch((old) => searchOf({ ...filtersOf(old), ...part }), inPlace),
    [setSearch],
  );
  const goTo = useCallback(
    (next: number) =>
      setSearch((old) => {
        const made = new URLSearchParams(old);
        made.set('page', String(next));
        return made;
      }),
    [setSearch],
  );
  const clear = useCallback(() => setSearch({}, inPlace), [setSearch]);
  const hrefOf = (id: string) => {
    const made = new URLSearchParams(search);
    made.delete('submitted');
    made.set('tx', id);
    return `/transactions?${made.toString()}`;
  };
  const isFiltered = Boolean(filters.q || filters.status.length || filters.type || filters.days);
  return { filters, page, isFiltered, query: queryOf(filters, page), change, goTo, clear, hrefOf };
}

function filtersOf(search: URLSearchParams): ListFilters {
  const type = search.get('type');
  const days = search.get('days');
  return {
    q: search.get('q') ?? '',
    status: orderStatuses.filter((status) => search.getAll('status').includes(status)),
    type: type === 'sell' || type === 'fiat' ? type : undefined,
    days: days === '7' || days === '30' || days === '90' ? days : undefined,
  };
}

function searchOf({ q, status, type, days }: ListFilters): URLSearchParams {
  const made = new URLSearchParams();
  if (q) made.set('q', q);
  for (const one of status) made.append('status', one);
  if (type) made.set('type', type);
  if (days) made.set('days', days);
  return made;
}

function queryOf({ q, status, type, days }: ListFilters, page: number): ListQuery {
  const from = days ? new Date(Date.now() - Number(days) * dayMs).toISOString().slice(0, 10) : undefined;
  return {
    page,
    pageSize,
    q: q || undefined,
    status: status.length ? status : undefined,
    type,
    from,
  };
}
