import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import type { AuditVerification } from '#shared/audit/audit.contract.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { auditLogQuery, auditStateQuery, useVerify } from './audit.admin.queries.ts';
import { detailNamespaces } from './audit.texts.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogTable } from './LogTable.tsx';
import { useLogFilter } from './useLogFilter.ts';

/** Append-only log of who did what, with the status of its hash chain. */
export function AuditLogPage() {
  const { t } = useTranslation(['audit', 'admin.common']);
  // The texts of its rows too, so that the page does not suspend again when they arrive.
  useTranslation(detailNamespaces);
  const state = useLogFilter();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditLogQuery(state.filter),
  );
  const { sort, ...exportFilter } = state.filter;
  const entries = data?.pages.flatMap(({ items }) => items);
  const total = data?.pages[0]?.total ?? 0;
  const totalText = formatNumber(total);
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={t('lede')}>
        <ExportSlot list="audit" filter={exportFilter} isEmpty={entries?.length === 0} />
      </ScreenHead>
      <div className="flex flex-col gap-2">
        <LogFilters state={state} />
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm text-muted">
          {entries && entries.length > 0 && (
            <p>
              {total >= maxCounted
                ? t('totalOver', { shown: totalText })
                : t('total', { count: total, shown: totalText })}
            </p>
          )}
          <ChainStatus />
        </div>
      </div>
      {error && <AdminProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {entries && entries.length > 0 && <LogTable entries={entries} hrefWith={state.hrefWith} />}
      {entries?.length === 0 && <NothingFound q={state.filter.q} onClear={state.clear} />}
      {!entries && !error && <Skeleton line="h-96 rounded-card" />}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t(sort === 'newest' ? 'older' : 'newer')}
        </Button>
      )}
    </div>
  );
}

/** Writing a checkpoint takes seconds: this many rows without one mean that none is written any more. */
const manyWaiting = 100;

/** Shows the last checkpoint of the hash chain and the result of its last verification, coloured only if it failed. */
function ChainStatus() {
  const { t } = useTranslation('audit');
  const { data } = useQuery(auditStateQuery);
  const verify = useVerify();
  // Reserves the height of the text, so that the log below does not shift.
  const height = 'min-h-15 sm:min-h-5';
  if (!data) return <div className={height} />;
  const { checkpointed, waiting, checkpointedUntil, verified } = data;
  const isBroken = verified !== null && verified.findings > 0;
  const isLoud = isBroken || waiting > manyWaiting;
  const Icon = isLoud ? TriangleAlert : ShieldCheck;
  // In one place whatever a verification finds: its button keeps the focus, and its result is announced.
  return (
    <div
      className={clsx(
        height,
        isLoud && 'basis-full rounded-control border px-4 py-3 text-ink',
        isLoud && (isBroken ? 'border-rejected bg-rejected-soft' : 'border-pending/45 bg-pending-soft'),
      )}
    >
      <p className="min-w-0">
        <Icon
          className={clsx(
            'me-1.5 inline size-4 align-text-bottom',
            isLoud && (isBroken ? 'text-rejected' : 'text-pending'),
          )}
        />
        {t('seal.sealed', { count: checkpointed, shown: formatNumber(checkpointed) })}{' '}
        {checkpointedUntil && (
          <>
            {t('seal.until')} <Time at={checkpointedUntil} />.{' '}
          </>
        )}
        {waiting > 0 && `${t('seal.waiting', { count: waiting, shown: formatNumber(waiting) })} `}
        <output>{verified ? <VerificationResult verified={verified} /> : t('verify.never')}</output>{' '}
        {/* Without a border its text continues the sentence. */}
        <Button
          text={t('verify.button')}
          size="small"
          variant="ghost"
          className="-mx-2 -my-2 align-baseline"
          busy={verify.isPending}
          onClick={() => verify.mutate()}
        />
      </p>
      {verify.error && <AdminProblem error={verify.error} title={t('verify.failed')} onRetry={() => verify.mutate()} />}
    </div>
  );
}

function VerificationResult({ verified: { at, rows, findings, rowIds } }: { verified: AuditVerification }) {
  const { t } = useTranslation('audit');
  const verifiedAt = formatDateTime(at);
  if (findings === 0) return t('verify.whole', { count: rows, shown: formatNumber(rows), when: verifiedAt });
  return (
    <>
      {t('verify.broken', { count: findings, shown: formatNumber(findings), when: verifiedAt })}{' '}
      {rowIds.length > 0 && t('verify.rows', { ids: rowIds.join(', ') })}
    </>
  );
}
