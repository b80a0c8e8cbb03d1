import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { personSorts, personStatuses } from '#shared/users/people.contract.ts';
import { peoplePageSize, type PeopleQuery } from './people.api.ts';

interface Filters {
  q: string;
  status: (typeof personStatuses)[number] | undefined;
  /** Only people whose identity is verified. */
  verified: boolean;
  sort: (typeof personSorts)[number];
}

/** What the list shows and who is open, as the address says it. */
export interface PeopleState {
  filters: Filters;
  page: number;
  openId: string | undefined;
  query: PeopleQuery;
  isNarrowed: boolean;
  change: (change: Partial<Filters>) => void;
  clear: () => void;
  goTo: (page: number) => void;
  open: (id: string | undefined) => void;
  hrefOf: (id: string) => string;
}

/** Reads the state of the list from the address and writes it there; what else stands in the address is left alone. */
export function usePeopleState(): PeopleState {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => filtersOf(search), [search]);
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const change = useCallback(
    (part: Partial<Filters>) =>
      setSearch((old) => write(old, { ...wordsOf({ ...filtersOf(old), ...part }), page: undefined }), {
        replace: true,
      }),
    [setSearch],
  );
  const clear = useCallback(() => change({ q: '', status: undefined, verified: false }), [change]);
  const goTo = useCallback(
    (next: number) => setSearch((old) => write(old, { page: next > 1 ? String(next) : undefined })),
    [setSearch],
  );
  const open = useCallback(
    (id: string | undefined) => setSearch((old) => write(old, { user: id }), { preventScrollReset: true }),
    [setSearch],
  );
  const { q, status, verified, sort } = filters;
  return {
    filters,
    page,
    openId: search.get('user') ?? undefined,
    query: { q: q || undefined, status, kyc: verified ? 'approved' : undefined, sort, page, pageSize: peoplePageSize },
    isNarrowed: q !== '' || status !== undefined || verified,
    change,
    clear,
    goTo,
    open,
    hrefOf: (id) => `?${write(search, { user: id }).toString()}`,
  };
}

function filtersOf(search: URLSearchParams): Filters {
  return {
    q: search.get('q') ?? '',
    status: personStatuses.find((status) => status === search.get('status')),
    verified: search.get('verified') === '1',
    sort: personSorts.find((sort) => sort === search.get('sort')) ?? 'newest',
  };
}

function wordsOf({ q, status, verified, sort }: Filters): Record<string, string | undefined> {
  return { q, status, verified: verified ? '1' : undefined, sort: sort === 'newest' ? undefined : sort };
}

function write(old: URLSearchParams, values: Record<string, string | undefined>): URLSearchParams {
  const made = new URLSearchParams(old);
  for (const [name, value] of Object.entries(values)) {
    if (value) made.set(name, value);
    else made.delete(name);
  }
  return made;
}
