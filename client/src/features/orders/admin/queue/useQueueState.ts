import { useCallback } from 'react';
import { dayParam, enumParam, useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { orderSorts } from '#shared/orders/admin/orders.admin.contract.ts';
import { openStatuses, orderStatuses, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import { verdictWords, type VerdictWord } from '#shared/orders/orders.verdict-levels.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { queuePageSize, startOfToday, type QueueQuery } from '../orders.admin.queries.ts';
import { usePromises } from './useIsLate.ts';

/**
 * `open` is the queue itself: the orders that the reader can decide now; for a member who decides none, all open
 * orders.
 */
export type Show = 'open' | 'waiting' | 'approved' | 'done' | 'all' | 'lateCheck' | 'latePayout' | OrderStatus;
const shows = ['open', 'waiting', 'approved', 'done', 'all', 'lateCheck', 'latePayout', ...orderStatuses] as const;

/** Each of these has a chip. */
const chipShows: readonly Show[] = ['open', 'waiting', 'approved', 'done', 'all'];

export interface QueueFilters {
  q: string;
  show: Show;
  type: 'sell' | 'fiat' | undefined;
  currency: string | undefined;
  /** The receiving account that exchanges were paid into. */
  account: string | undefined;
  /** `me`, `none` or the id of a member. */
  assignee: string | undefined;
  tag: string | undefined;
  /** The verdict on the deposit of a sale. */
  verdict: VerdictWord | undefined;
  from: string | undefined;
  to: string | undefined;
  sort: (typeof orderSorts)[number];
  /** A table instead of cards. */
  view: 'table' | undefined;
}

/** The queue's order by date, even if its table is sorted by a column. */
export const dateSortOf = ({ sort }: QueueFilters) => (sort === 'newest' ? 'newest' : 'oldest');

const assigneeShape = /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const list: ListParamsConfig<QueueFilters> = {
  item: 'tx',
  read: (search) => ({
    q: search.get('q') ?? '',
    show: enumParam(search, 'show', shows) ?? 'open',
    type: enumParam(search, 'type', ['sell', 'fiat']),
    currency: /^[A-Z]{3}$/.exec(search.get('currency') ?? '')?.[0],
    account: search.get('account') ?? undefined,
    assignee: assigneeShape.exec(search.get('assignee') ?? '')?.[0],
    tag: search.get('tag') ?? undefined,
    verdict: enumParam(search, 'verdict', verdictWords),
    from: dayParam(search, 'from'),
    to: dayParam(search, 'to'),
    sort: enumParam(search, 'sort', orderSorts) ?? 'oldest',
    view: enumParam(search, 'view', ['table']),
  }),
  write: ({ show, sort, ...rest }) => ({
    ...rest,
    show: show === 'open' ? undefined : show,
    sort: sort === 'oldest' ? undefined : sort,
  }),
};

const usualFilters = list.read(new URLSearchParams());

/** The state of the queue and the open order, from the URL. */
export function useQueueState() {
  const address = useListParams(list);
  const { change, filters, page } = address;
  const { view } = filters;
  const filterCount = countOf(filters);
  const promises = usePromises();
  const now = useNow(true, lateStepMs);
  const mayDecide = useMay()('orders.decide');
  return {
    ...address,
    /** Number of filters beyond the view, which has a chip. */
    chosen: filterCount - Number(filters.show !== 'open' && chipShows.includes(filters.show)),
    isNarrowed: filterCount > 0 || filters.q !== '',
    /** True if the queue shows the orders that the reader can decide now. */
    isTodo: mayDecide && filters.show === 'open' && !filters.q,
    query: { ...queryOf(filters, page, mayDecide), ...lateOf(filters.show, promises, now) },
    clear: useCallback(() => change({ ...usualFilters, view }), [change, view]),
  };
}

function countOf(filters: QueueFilters): number {
  const { show, type, currency, account, assignee, tag, verdict, from, to, sort } = filters;
  const narrowingFilters = [
    show !== 'open',
    type,
    currency,
    account,
    assignee,
    tag,
    verdict,
    from,
    to,
    sort !== 'oldest',
  ];
  return narrowingFilters.filter(Boolean).length;
}

/** The time in the query of late orders moves in steps of this size, so that the list stays cached meanwhile. */
const lateStepMs = minuteMs;

/** The orders of a status that have been open longer than promised to customers. */
function lateOf(show: Show, promises: ReturnType<typeof usePromises>, now: number): Pick<QueueQuery, 'status' | 'to'> {
  if (show !== 'lateCheck' && show !== 'latePayout') return {};
  const status = show === 'lateCheck' ? 'pending' : 'processing';
  const lateBefore = Math.floor(now / lateStepMs) * lateStepMs - (promises(status) ?? 0);
  return { status, to: new Date(lateBefore).toISOString() };
}

function queryOf({ q, show, view: _view, ...rest }: QueueFilters, page: number, mayDecide: boolean): QueueQuery {
  return { ...rest, page, pageSize: queuePageSize, q: q || undefined, ...narrowedBy(show, q, mayDecide) };
}

/** A search without a chosen status covers every status, so that a reference is always found. */
function narrowedBy(show: Show, q: string, mayDecide: boolean): Pick<QueueQuery, 'status' | 'work' | 'since'> {
  if (show === 'all' || (show === 'open' && q)) return {};
  if (show === 'lateCheck' || show === 'latePayout') return {};
  if (show === 'waiting' || show === 'approved') return { work: show };
  if (show === 'done') return { work: 'done', since: startOfToday() };
  if (show !== 'open') return { status: show };
  return mayDecide ? { work: 'todo' } : { status: openStatuses };
}

export type QueueState = ReturnType<typeof useQueueState>;
