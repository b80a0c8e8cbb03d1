import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { auditLogQuery, auditStateQuery } from './audit.admin.queries.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogTable } from './LogTable.tsx';
import { useLogFilter } from './useLogFilter.ts';

/** Append-only log of who did what, with its checkpoint status. */
export function AuditLogPage() {
  const { t } = useTranslation('audit');
  const state = useLogFilter();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditLogQuery(state.filter),
  );
  const entries = data?.pages.flat();
  return (
    <Page title={t('title')} lede={t('lede')} width="full" className="py-6 md:py-8">
      <CheckpointStatus />
      <LogFilters state={state} />
      <div className="self-start">
        <ExportSlot list="audit" filter={{ ...state.filter }} />
      </div>
      {error && <AdminProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {entries && entries.length > 0 && <LogTable entries={entries} hrefWith={state.hrefWith} />}
      {entries?.length === 0 && (
        <EmptyState
          icon={<ScrollText aria-hidden="true" className="size-8" strokeWidth={1.5} />}
          title={t('none')}
          text={t('noneText')}
          action={state.isNarrowed && <Button onClick={state.clear}>{t('clear')}</Button>}
        />
      )}
      {!entries && !error && (
        <Skeleton>
          <SkeletonLine className="h-96 rounded-card" />
        </Skeleton>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </Page>
  );
}

/** How far checkpoints cover the hash chain, and how to verify it. */
function CheckpointStatus() {
  const { t } = useTranslation('audit');
  const { data } = useQuery(auditStateQuery);
  // Reserves the height of the text, so that the log below does not shift.
  if (!data) return <div className="min-h-36 sm:min-h-20 xl:min-h-12" />;
  const { checkpointed, waiting, checkpointedUntil } = data;
  return (
    <Note tone={waiting > manyWaiting ? 'warning' : 'info'}>
      <strong className="font-semibold">
        {t('seal.sealed', { count: checkpointed, shown: formatNumber(checkpointed) })}
      </strong>{' '}
      {checkpointedUntil && (
        <>
          {t('seal.until')} <Time at={checkpointedUntil} />.{' '}
        </>
      )}
      {waiting > 0 && `${t('seal.waiting', { count: waiting, shown: formatNumber(waiting) })} `}
      {t('seal.check')} <code className="font-mono text-xs">{t('seal.command')}</code>
    </Note>
  );
}

/** Checkpoints take seconds: this many rows without one mean none are written. */
const manyWaiting = 100;
