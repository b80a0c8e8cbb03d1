import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { Suspense, useEffect, type ComponentProps, type ReactNode } from 'react';
import { enumParam, type ListParamsConfig, type useListParams } from '#client/lib/browser/useListParams.ts';
import { maxLinkLength } from '#shared/reference/search-lengths.ts';
import { Pagination } from '../data/Pagination.tsx';
import { AdminProblem } from '../feedback/AdminProblem.tsx';
import { EmptyList, NothingFound } from '../feedback/EmptyList.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { FilterChips } from '../form/FilterChips.tsx';
import { ListSearch } from './admin/ListSearch.tsx';
import { ListTools } from './admin/ListTools.tsx';
import { ScreenHead } from './admin/ScreenHead.tsx';
import { ChipStrip } from './ChipStrip.tsx';

type QueueFilter<State extends string> = { q: string; state: State | undefined };

/** The URL parameters of the search and of the state; `usual` is the state without a choice. */
export function queueParams<State extends string>(
  item: string,
  states: readonly State[],
  usual?: State,
): ListParamsConfig<QueueFilter<State>> {
  return {
    item,
    read: (search) => ({ q: search.get('q') ?? '', state: enumParam(search, 'state', states) ?? usual }),
    write: ({ q, state }) => ({ q, state: state === usual ? '' : state }),
  };
}

interface QueueProps<State extends string, Row> {
  item: string;
  text: (name: 'title' | 'lede' | 'search' | 'noneText' | 'failed') => string;
  /** The icon of the list without a row. */
  Icon: LucideIcon;
  /** The state that is shown without a choice. */
  usual?: State | undefined;
  /** True if a search finds more than the list has: it stays where the list is empty. */
  findsMore?: boolean;
  /** Above the text of the empty list, if that is more than one sentence. */
  emptyTitle?: string | undefined;
  /** The next step where there is no row at all. */
  emptyAct?: ReactNode;
  /** The states to choose from; with `staying` one of them is always chosen. */
  states?: Pick<ComponentProps<typeof FilterChips<State>>, 'label' | 'options' | 'staying'> & {
    /** The chip of no choice, which is chosen at first: it comes first, so that a narrow strip shows it. */
    all?: string;
  };
  params: ReturnType<typeof useListParams<QueueFilter<State>>>;
  found: Pick<UseQueryResult<{ items: readonly Row[]; total: number }>, 'data' | 'error' | 'refetch'>;
  pageSize: number;
  /** The actions of the list, in its head. */
  actions?: ReactNode;
  /** Content above the list. */
  head?: ReactNode;
  /** Content below the list. */
  foot?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A queue of the administration: its states, a search, and its rows in pages. */
export function Queue<State extends string, Row>(props: QueueProps<State, Row>) {
  const {
    item,
    text,
    usual,
    findsMore = false,
    emptyAct,
    states,
    params,
    found,
    pageSize,
    actions,
    head,
    foot,
  } = props;
  const { filters, page, change, goTo } = params;
  const { data, error, refetch } = found;
  const isNarrowed = filters.q !== '' || filters.state !== usual;
  const isBare = data?.total === 0 && !isNarrowed;
  const isPastEnd = data?.items.length === 0 && data.total > 0;
  useFirstPage(isPastEnd, change);
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <ScreenHead title={text('title')} lede={isBare ? '' : text('lede')}>
        {!isBare && actions}
      </ScreenHead>
      {/* A view of what is open stays beside those of what is decided. */}
      <ListTools isBare={isBare && !findsMore && !states?.staying} className="flex flex-wrap items-center gap-3">
        {states && <StateChips states={states} params={params} />}
        <ListTools isBare={isBare && !findsMore} className="min-w-0 flex-1 basis-80 max-md:basis-full">
          <ListSearch
            id={`${item}-search`}
            label={text('search')}
            maxLength={maxLinkLength}
            value={filters.q}
            onChange={(q) => change({ q })}
          />
        </ListTools>
      </ListTools>
      {error && <AdminProblem error={error} title={text('failed')} onRetry={() => void refetch()} />}
      {head}
      {/* The texts and the code of the rows may load later: the search above keeps its focus meanwhile. */}
      <Suspense fallback={<Skeleton line="h-64 rounded-card" />}>
        {data && data.items.length > 0 && props.children(data.items)}
        {data?.items.length === 0 &&
          !isPastEnd &&
          (isNarrowed ? (
            <NothingFound q={filters.q} onClear={() => change({ q: '', state: usual })} />
          ) : (
            <EmptyList Icon={props.Icon} title={props.emptyTitle} text={text('noneText')} action={emptyAct} />
          ))}
      </Suspense>
      {data && data.total > pageSize && <Pagination page={page} pageSize={pageSize} total={data.total} onPage={goTo} />}
      {!data && !error && <Skeleton line="h-64 rounded-card" />}
      {foot}
    </div>
  );
}

type StateChipsProps<State extends string> = Pick<QueueProps<State, unknown>, 'params'> & {
  states: NonNullable<QueueProps<State, unknown>['states']>;
};

/** The states to choose from. */
function StateChips<State extends string>({ states, params: { filters, change } }: StateChipsProps<State>) {
  const { all, options, ...chips } = states;
  return (
    <ChipStrip wraps>
      {all === undefined ? (
        <FilterChips
          single
          inline
          {...chips}
          options={options}
          chosen={filters.state ? [filters.state] : []}
          onChange={([state]) => change({ state })}
        />
      ) : (
        <FilterChips<State | 'all'>
          single
          inline
          staying
          label={chips.label}
          options={[{ value: 'all', text: all }, ...options]}
          chosen={[filters.state ?? 'all']}
          onChange={([state]) => change({ state: state === 'all' ? undefined : state })}
        />
      )}
    </ChipStrip>
  );
}

/** Goes to the first page, from one that has emptied since its rows were decided. */
function useFirstPage(isPastEnd: boolean, change: (part: object) => void): void {
  useEffect(() => {
    if (isPastEnd) change({});
  }, [isPastEnd, change]);
}
