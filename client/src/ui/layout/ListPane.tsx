import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatTime } from '#client/lib/format/format.ts';
import { Pagination } from '../data/Pagination.tsx';
import { AdminProblem } from '../feedback/AdminProblem.tsx';
import { Skeleton, SkeletonLine } from '../feedback/Skeleton.tsx';
import { ListTools } from './admin/ListTools.tsx';
import { useIsHeaded } from './admin/ScreenHead.tsx';

interface ListPaneProps<Page extends { total: number }> {
  titleId: string;
  title: string;
  /** Content beside the title; then the line of the search, and the filters of the list below it. */
  beside?: ReactNode;
  tools: ReactNode;
  chips: ReactNode;
  list: Pick<UseQueryResult<Page>, 'error' | 'dataUpdatedAt' | 'isPlaceholderData' | 'refetch'> & {
    data: Page | undefined;
  };
  /** Title above the reason if the list failed to load. */
  failed: string;
  /** The time of the last update, and the order of the list. */
  updated: (time: string) => string;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  /** True of a list that has no row, also without a search and a filter. */
  isBare: boolean;
  footer: ReactNode;
  className?: string | undefined;
  children: (page: Page) => ReactNode;
}

/** The list next to a detail: the search above its rows, the pages and keys below them. */
export function ListPane<Page extends { total: number }>(props: ListPaneProps<Page>) {
  const { titleId, title, beside, tools, chips, list, failed, updated, isBare, footer, className, children } = props;
  const isHeaded = useIsHeaded();
  const { data, error, dataUpdatedAt, isPlaceholderData, refetch } = list;
  return (
    <section
      aria-labelledby={titleId}
      className={clsx('min-w-0 flex-col border-line md:min-h-0 md:border-e', className)}
    >
      <header className="flex flex-col gap-3 border-b border-line px-4 py-3">
        {/* A head above names the list, so its line is that of the search. */}
        <div className={clsx('flex items-center gap-2', isHeaded ? 'contents' : 'min-h-9')}>
          <h2 id={titleId} className={isHeaded ? 'sr-only' : 'me-auto min-w-0 text-lg wrap-anywhere md:text-xl'}>
            {title}
          </h2>
          {!isHeaded && (
            <ListTools isBare={isBare} className="contents">
              {beside}
            </ListTools>
          )}
        </div>
        <ListTools isBare={isBare} className="flex flex-col gap-3">
          {/* Beside the acts that a head leaves here, a search would have no room for a word. */}
          <div className="flex flex-wrap items-center gap-2">
            {tools}
            {isHeaded && beside}
          </div>
          {chips}
        </ListTools>
        {error && <AdminProblem error={error} title={failed} onRetry={() => void refetch()} />}
      </header>
      {/* Rows of a list that is being left open nothing any more. */}
      <div inert={isPlaceholderData} className="flex flex-col md:min-h-0 md:flex-1 md:overflow-y-auto">
        {data ? children(data) : !error && <ListSkeleton />}
      </div>
      <footer className="flex flex-col gap-2 border-t border-line px-4 py-2.5 empty:hidden">
        {dataUpdatedAt > 0 && !isBare && (
          <span className="text-xs text-faint figures">{updated(formatTime(dataUpdatedAt, { seconds: true }))}</span>
        )}
        {data && data.total > props.pageSize && (
          <Pagination page={props.page} pageSize={props.pageSize} total={data.total} onPage={props.onPage} />
        )}
        {footer}
      </footer>
    </section>
  );
}

function ListSkeleton() {
  return (
    <Skeleton className="flex flex-col gap-1">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="px-4 py-3">
          <SkeletonLine className="h-16" />
        </div>
      ))}
    </Skeleton>
  );
}
