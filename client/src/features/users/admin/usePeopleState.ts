import { useCallback } from 'react';
import { personSorts, personStatuses } from '#shared/users/people.contract.ts';
import { oneIn, useListAddress, type ListAddressing } from '#client/lib/list-address.ts';
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

const list: ListAddressing<Filters> = {
  item: 'user',
  read: (search) => ({
    q: search.get('q') ?? '',
    status: oneIn(search, 'status', personStatuses),
    verified: search.get('verified') === '1',
    sort: oneIn(search, 'sort', personSorts) ?? 'newest',
  }),
  write: ({ q, status, verified, sort }) => ({
    q,
    status,
    verified: verified ? '1' : undefined,
    sort: sort === 'newest' ? undefined : sort,
  }),
};

/** Reads the state of the list from the address and writes it there. */
export function usePeopleState(): PeopleState {
  const address = useListAddress(list);
  const { change, filters, page } = address;
  const { q, status, verified, sort } = filters;
  return {
    ...address,
    query: { q: q || undefined, status, kyc: verified ? 'approved' : undefined, sort, page, pageSize: peoplePageSize },
    isNarrowed: q !== '' || status !== undefined || verified,
    clear: useCallback(() => change({ q: '', status: undefined, verified: false }), [change]),
  };
}
