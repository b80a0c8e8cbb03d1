import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { transactionStatuses, type TransactionStatus } from '#shared/transactions/transactions.lifecycle.ts';
import { queuePageSize, type QueueQuery } from './review.api.ts';

/** `open` is the queue itself: pending and processing. */
export type Show = 'open' | 'all' | TransactionStatus;

export interface QueueFilters {
  q: string;
  show: Show;
  type: 'sell' | 'fiat' | undefined;
  currency: string | undefined;
  from: string | undefined;
  to: string | undefined;
  sort: 'oldest' | 'newest';
}

/** What the queue shows and which order is open, as the address says it. */
export interface QueueState {
  filters: QueueFilters;
  /** How many filters narrow the queue beyond its usual view. */
  chosen: number;
  page: number;
  openId: string | undefined;
  query: QueueQuery;
  change: (change: Partial<QueueFilters>) => void;
  clear: () => void;
  goTo: (page: number) => void;
  /** Opens an order, or with undefined goes back to the list alone. */
  open: (id: string | undefined, how?: { replace: boolean }) => void;
  hrefOf: (id: string) => string;
}

const untouched: QueueFilters = {
  q: '',
  show: 'open',
  type: undefined,
  currency: undefined,
  from: undefined,
  to: undefined,
  sort: 'oldest',
};

/** Reads the queue's state from the address and writes it there; what else stands in the address is left alone. */
export function useQueueState(): QueueState {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => filtersOf(search), [search]);
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const openId = search.get('tx') ?? undefined;

  const change = useCallback(
    (part: Partial<QueueFilters>) =>
      setSearch((old) => write(old, { ...filtersOf(old), ...part, page: undefined }), { replace: true }),
    [setSearch],
  );
  const clear = useCallback(() => change(untouched), [change]);
  const goTo = useCallback((next: number) => setSearch((old) => write(old, { page: String(next) })), [setSearch]);
  const open = useCallback(
    (id: string | undefined, how = { replace: false }) =>
      setSearch((old) => write(old, { tx: id }), { ...how, preventScrollReset: true }),
    [setSearch],
  );
  const hrefOf = (id: string) => `?${write(search, { tx: id }).toString()}`;
  return {
    filters,
    chosen: countOf(filters),
    page,
    openId,
    query: queryOf(filters, page),
    change,
    clear,
    goTo,
    open,
    hrefOf,
  };
}

function write(old: URLSearchParams, values: object): URLSearchParams {
  const made = new URLSearchParams(old);
  for (const [name, value] of Object.entries(values) as [string, string | undefined][]) {
    const isUsual = Object.entries(untouched).some(([key, usual]) => key === name && usual === value);
    if (value && !isUsual) made.set(name, value);
    else made.delete(name);
  }
  return made;
}

function oneOf<Value extends string>(values: readonly Value[], value: string | null): Value | undefined {
  return values.find((one) => one === value);
}

function filtersOf(search: URLSearchParams): QueueFilters {
  const day = (name: string) => /^\d{4}-\d{2}-\d{2}$/.exec(search.get(name) ?? '')?.[0];
  return {
    q: search.get('q') ?? '',
    show: oneOf(['open', 'all', ...transactionStatuses], search.get('show')) ?? 'open',
    type: oneOf(['sell', 'fiat'], search.get('type')),
    currency: /^[A-Z]{3}$/.exec(search.get('currency') ?? '')?.[0],
    from: day('from'),
    to: day('to'),
    sort: oneOf(['oldest', 'newest'], search.get('sort')) ?? 'oldest',
  };
}

function countOf({ show, type, currency, from, to, sort }: QueueFilters): number {
  return [show !== 'open', type, currency, from, to, sort !== 'oldest'].filter(Boolean).length;
}

function queryOf({ q, show, ...rest }: QueueFilters, page: number): QueueQuery {
  return { ...rest, page, pageSize: queuePageSize, q: q || undefined, status: statusOf(show, q) };
}

/** A reference is looked up wherever its order stands: a search without a chosen status looks at all of them. */
function statusOf(show: Show, q: string): QueueQuery['status'] {
  if (show === 'all' || (show === 'open' && q)) return undefined;
  return show === 'open' ? ['pending', 'processing'] : show;
}
