import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { enumParam, type ListParamsConfig, type useListParams } from '#client/lib/browser/useListParams.ts';
import { Pagination } from '../data/Pagination.tsx';
import { AdminProblem } from '../feedback/AdminProblem.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { EmptyState } from '../feedback/States.tsx';
import { Button } from '../form/Button.tsx';
import { FilterChips } from '../form/FilterChips.tsx';
import { maxLinkLength, SearchBox } from '../form/SearchBox.tsx';
import { AdminPageHeader } from './AdminPage.tsx';
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
  text: (name: 'title' | 'lede' | 'search' | 'none' | 'noneText' | 'failed') => string;
  /** The states to choose from; with `staying` one of them is always chosen. */
  states?: Pick<ComponentProps<typeof FilterChips<State>>, 'label' | 'options' | 'staying'>;
  params: ReturnType<typeof useListParams<QueueFilter<State>>>;
  found: Pick<UseQueryResult<{ items: readonly Row[]; total: number }>, 'data' | 'error' | 'refetch'>;
  pageSize: number;
  /** Buttons at the end of the line with the search. */
  actions?: ReactNode;
  /** Content above the list. */
  head?: ReactNode;
  /** Content below the list. */
  foot?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A queue of the administration: its states, a search, and its rows in pages. */
export function Queue<State extends string, Row>(props: QueueProps<State, Row>) {
  const { item, text, states, params, found, pageSize, actions, head, foot, children } = props;
  const { t } = useTranslation('admin.common');
  const { filters, page, change, goTo } = params;
  const { data, error, refetch } = found;
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <AdminPageHeader title={text('title')} lede={text('lede')} />
      <div className="flex flex-wrap items-center gap-3">
        {states && (
          <ChipStrip wraps>
            <FilterChips
              single
              inline
              {...states}
              chosen={filters.state ? [filters.state] : []}
              onChange={([state]) => change({ state })}
            />
          </ChipStrip>
        )}
        {/* The search and the buttons stay on one line, also next to an open pane and on a phone. */}
        <div className="flex min-w-0 flex-1 basis-80 items-center gap-3 max-md:basis-full">
          <div className="max-w-md min-w-0 flex-1">
            <SearchBox
              id={`${item}-search`}
              label={text('search')}
              maxLength={maxLinkLength}
              value={filters.q}
              onChange={(q) => change({ q })}
            />
          </div>
          {actions && <div className="ms-auto flex shrink-0 gap-2">{actions}</div>}
        </div>
      </div>
      {error && <AdminProblem error={error} title={text('failed')} onRetry={() => void refetch()} />}
      {head}
      {/* The texts and the code of the rows may load later: the search above keeps its focus meanwhile. */}
      <Suspense fallback={<Skeleton line="h-64 rounded-card" />}>
        {data && data.items.length > 0 && children(data.items)}
        {data?.items.length === 0 &&
          (filters.q ? (
            <EmptyState
              title={t('empty.search', { q: filters.q })}
              action={<Button text={t('empty.clear')} onClick={() => change({ q: '' })} />}
            />
          ) : (
            <EmptyState title={text('none')} text={text('noneText')} />
          ))}
      </Suspense>
      {data && data.total > pageSize && <Pagination page={page} pageSize={pageSize} total={data.total} onPage={goTo} />}
      {!data && !error && <Skeleton line="h-64 rounded-card" />}
      {foot}
    </div>
  );
}
