import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';
import { requestsPageSize, type DeskRequest, type RequestsQuery } from './kyc-desk.api.ts';

interface Filters {
  q: string;
  /** Without one, those that wait come first. */
  show: DeskRequest['status'] | undefined;
}

/** What the list shows and which request is open, as the address says it. */
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

/** Reads the state of the list from the address and writes it there; what else stands in the address is left alone. */
export function useRequestsState(): RequestsState {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => filtersOf(search), [search]);
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const change = useCallback(
    (part: Partial<Filters>) =>
      setSearch((old) => write(old, { ...filtersOf(old), ...part, page: undefined }), { replace: true }),
    [setSearch],
  );
  const goTo = useCallback(
    (next: number) => setSearch((old) => write(old, { page: next > 1 ? String(next) : undefined })),
    [setSearch],
  );
  const open = useCallback(
    (id: string | undefined) => setSearch((old) => write(old, { request: id }), { preventScrollReset: true }),
    [setSearch],
  );
  return {
    filters,
    page,
    openId: search.get('request') ?? undefined,
    query: { q: filters.q || undefined, status: filters.show, page, pageSize: requestsPageSize },
    change,
    goTo,
    open,
    hrefOf: (id) => `?${write(search, { request: id }).toString()}`,
  };
}

function filtersOf(search: URLSearchParams): Filters {
  return { q: search.get('q') ?? '', show: kycRequestStatuses.find((status) => status === search.get('show')) };
}

function write(old: URLSearchParams, values: Record<string, string | undefined>): URLSearchParams {
  const made = new URLSearchParams(old);
  for (const [name, value] of Object.entries(values)) {
    if (value) made.set(name, value);
    else made.delete(name);
  }
  return made;
}
