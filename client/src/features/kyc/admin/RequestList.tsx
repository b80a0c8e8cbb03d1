import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { useShortcutKeys } from '#client/lib/browser/useShortcutKeys.ts';
import { formatTime } from '#client/lib/format/format.ts';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { SortSelect } from '#client/ui/data/SortSelect.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import { FilterDialog } from '#client/ui/overlay/FilterDialog.tsx';
import { waitingSorts } from '#shared/kernel/paging.ts';
import { requestsPageSize, waitingQuery, type AdminKycRequest } from './kyc.admin.queries.ts';
import { RequestRow } from './RequestRow.tsx';
import type { RequestsState } from './useRequestsState.ts';

export const requestsSearchId = 'kyc-search';

interface RequestListProps {
  state: RequestsState;
  list: UseQueryResult<{ items: AdminKycRequest[]; total: number }>;
  keys: Readonly<Record<string, () => void>>;
  keysOn: boolean;
  onEnter: (id: string) => void;
  footer: ReactNode;
  className?: string;
}

/** The requests: those that wait first, the longest waiting on top, then the decided ones; or by age. */
export function RequestList({ state, list, keys, keysOn, onEnter, footer, className }: RequestListProps) {
  const { t } = useTranslation('kyc.admin');
  useShortcutKeys('screen', keys, keysOn);
  const now = useNow(true, 30_000);
  const { data, error, dataUpdatedAt, refetch } = list;
  const status = error instanceof CallError ? error.status : 0;

  return (
    <section
      aria-labelledby="kyc-queue-title"
      className={clsx('min-w-0 flex-col border-line md:min-h-0 md:border-e', className)}
    >
      <header className="flex flex-col gap-3 border-b border-line px-4 py-3">
        <div className="flex items-baseline justify-between gap-3">
          <h2 id="kyc-queue-title" className="text-lg">
            {t('title')}
          </h2>
          {dataUpdatedAt > 0 && (
            <span className="text-xs text-faint figures">
              {t('updated', { time: formatTime(dataUpdatedAt, { seconds: true }) })}
            </span>
          )}
        </div>
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <SearchBox
              id={requestsSearchId}
              label={t('search')}
              value={state.filters.q}
              onChange={(q) => state.change({ q })}
            />
          </div>
          <SortDialog state={state} />
          <ExportSlot iconOnly list="kyc" filter={{ q: state.query.q, status: state.query.status }} />
        </div>
        <StatusChips state={state} />
        {error && <AdminProblem error={error} title={t('failed.fetch', { status })} onRetry={() => void refetch()} />}
      </header>
      <div className="flex flex-col md:min-h-0 md:flex-1 md:overflow-y-auto">
        {data ? <Rows {...{ state, now, onEnter }} page={data} /> : !error && <ListSkeleton />}
      </div>
      <footer className="flex flex-col gap-2 border-t border-line px-4 py-2.5">
        {data && data.total > requestsPageSize && (
          <Pagination page={state.page} pageSize={requestsPageSize} total={data.total} onPage={state.goTo} />
        )}
        {footer}
      </footer>
    </section>
  );
}

function StatusChips({ state }: { state: RequestsState }) {
  const { t } = useTranslation(['kyc.admin', 'common']);
  const waiting = useQuery(waitingQuery).data;
  const { show } = state.filters;
  return (
    <FilterChips
      label={t('status')}
      single
      options={[
        { value: 'pending', text: t('common:status.pending'), count: waiting },
        { value: 'approved', text: t('common:status.approved') },
        { value: 'rejected', text: t('common:status.rejected') },
        { value: 'revoked', text: t('common:status.revoked') },
        { value: 'expired', text: t('common:status.expired') },
      ]}
      chosen={show ? [show] : []}
      onChange={([chosen]) => state.change({ show: chosen })}
    />
  );
}

function SortDialog({ state: { filters, change } }: { state: RequestsState }) {
  return (
    <FilterDialog iconOnly chosen={Number(filters.sort !== 'waiting')} onClear={() => change({ sort: 'waiting' })}>
      <SortSelect sorts={waitingSorts} value={filters.sort} onChange={(sort) => change({ sort })} />
    </FilterDialog>
  );
}

interface RowsProps {
  state: RequestsState;
  page: { items: AdminKycRequest[]; total: number };
  now: number;
  onEnter: (id: string) => void;
}

function Rows({ state, page: { items, total }, now, onEnter }: RowsProps) {
  const { t } = useTranslation('kyc.admin');
  if (items.length === 0) return <Nothing state={state} isPast={total > 0} />;
  return (
    <ol aria-label={t('total', { count: total })}>
      {items.map((row) => (
        <RequestRow
          key={row.id}
          row={row}
          href={state.hrefOf(row.id)}
          now={now}
          isCurrent={row.id === state.openId}
          onEnter={() => onEnter(row.id)}
        />
      ))}
    </ol>
  );
}

function Nothing({ state, isPast }: { state: RequestsState; isPast: boolean }) {
  const { t } = useTranslation('kyc.admin');
  const { q, show } = state.filters;
  if (isPast) {
    const action = <Button onClick={() => state.goTo(1)}>{t('empty.first')}</Button>;
    return <Empty title={t('empty.filteredTitle')} text={t('empty.past')} action={action} />;
  }
  if (q === '' && show === 'pending') return <Empty title={t('empty.waitingTitle')} text={t('empty.text')} />;
  if (q === '' && !show) return <Empty title={t('empty.title')} text={t('empty.text')} />;
  const clear = <Button onClick={() => state.change({ q: '', show: undefined })}>{t('empty.clear')}</Button>;
  return <Empty title={t('empty.filteredTitle')} text={t('empty.filtered')} action={clear} />;
}

function Empty(texts: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className="p-4">
      <EmptyState level={3} {...texts} />
    </div>
  );
}

function ListSkeleton() {
  return (
    <Skeleton className="flex flex-col gap-px">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="px-4 py-3">
          <SkeletonLine className="h-12" />
        </div>
      ))}
    </Skeleton>
  );
}
