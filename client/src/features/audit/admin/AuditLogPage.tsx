import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import { AdminPageHeader } from '#client/ui/layout/Page.tsx';
import { auditLogQuery } from './audit.admin.queries.ts';
import { detailNamespaces } from './audit.texts.ts';
import { ChainStatus } from './ChainStatus.tsx';
import { LogFilters } from './LogFilters.tsx';
import { LogTable } from './LogTable.tsx';
import { useLogFilter } from './useLogFilter.ts';

/** The server counts no further. */
const maxCounted = 10_000;

/** Append-only log of who did what, with the status of its hash chain. */
export function AuditLogPage() {
  const { t } = useTranslation(['audit', 'admin.common']);
  // The texts of its rows too, so that the page does not suspend again when they arrive.
  useTranslation(detailNamespaces);
  const state = useLogFilter();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditLogQuery(state.filter),
  );
  const { sort, ...exported } = state.filter;
  const entries = data?.pages.flatMap(({ items }) => items);
  const total = data?.pages[0]?.total ?? 0;
  const shown = formatNumber(total);
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <AdminPageHeader title={t('title')} lede={t('lede')} />
      <ChainStatus />
      <LogFilters state={state}>
        <ExportSlot list="audit" filter={exported} />
      </LogFilters>
      {error && <AdminProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {entries && entries.length > 0 && (
        <>
          <p className="text-sm text-muted">
            {total >= maxCounted ? t('totalOver', { shown }) : t('total', { count: total, shown })}
          </p>
          <LogTable entries={entries} hrefWith={state.hrefWith} />
        </>
      )}
      {entries?.length === 0 && (
        <EmptyState
          icon={<ScrollText aria-hidden="true" className="size-8" strokeWidth={1.5} />}
          title={t('none')}
          text={t('noneText')}
          action={state.isNarrowed && <Button onClick={state.clear}>{t('admin.common:filters.clear')}</Button>}
        />
      )}
      {!entries && !error && (
        <Skeleton>
          <SkeletonLine className="h-96 rounded-card" />
        </Skeleton>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t(sort === 'newest' ? 'older' : 'newer')}
        </Button>
      )}
    </div>
  );
}
