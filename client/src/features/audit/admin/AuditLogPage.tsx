import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import type { AuditVerification } from '#shared/audit/audit.contract.ts';
import { auditLogQuery, auditStateQuery, useVerify } from './audit.admin.queries.ts';
import { detailNamespaces } from './audit.texts.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogTable } from './LogTable.tsx';
import { useLogFilter } from './useLogFilter.ts';

/** The server counts no further than this. */
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
        <div className="flex flex-wrap items-center justify-between gap-x-6 text-sm text-muted">
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
  if (!data) return <div className="min-h-24 sm:min-h-9" />;
  const { checkpointed, waiting, checkpointedUntil, verified } = data;
  const isBroken = verified !== null && verified.findings > 0;
  const text = (
    <>
      {t('seal.sealed', { count: checkpointed, shown: formatNumber(checkpointed) })}{' '}
      {checkpointedUntil && (
        <>
          {t('seal.until')} <Time at={checkpointedUntil} />.{' '}
        </>
      )}
      {waiting > 0 && `${t('seal.waiting', { count: waiting, shown: formatNumber(waiting) })} `}
      <output>{verified ? <VerificationResult verified={verified} /> : t('verify.never')}</output>
    </>
  );
  const button = (
    <Button
      text={t('verify.button')}
      size="small"
      variant={isBroken ? 'outline' : 'ghost'}
      // Its text has no border, so it lines up with the table, or on a phone with the sentence.
      className={isBroken ? undefined : '-me-3 max-sm:-ms-3'}
      busy={verify.isPending}
      onClick={() => verify.mutate()}
    />
  );
  return (
    <>
      {isBroken || waiting > manyWaiting ? (
        <Note tone={isBroken ? 'danger' : 'warning'} action={button} className="basis-full text-ink">
          {text}
        </Note>
      ) : (
        <div className="flex flex-wrap items-center gap-x-2 max-sm:min-h-24 sm:min-h-9">
          <p className="min-w-0">
            <ShieldCheck className="me-1.5 inline size-4 align-text-bottom" />
            {text}
          </p>
          {button}
        </div>
      )}
      {verify.error && (
        <div className="basis-full">
          <AdminProblem error={verify.error} title={t('verify.failed')} onRetry={() => verify.mutate()} />
        </div>
      )}
    </>
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
