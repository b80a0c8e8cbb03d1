import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { AuditVerification } from '#shared/audit/audit.contract.ts';
import { auditStateQuery, useVerify } from './audit.admin.queries.ts';

/** Checkpoints take seconds: this many rows without one mean none are written. */
const manyWaiting = 100;

/** How far checkpoints cover the hash chain, and what its last verification found. */
export function ChainStatus() {
  const { t } = useTranslation('audit');
  const { data } = useQuery(auditStateQuery);
  const verify = useVerify();
  // Reserves the height of the text, so that the log below does not shift.
  if (!data) return <div className="min-h-36 sm:min-h-20" />;
  const { checkpointed, waiting, checkpointedUntil, verified } = data;
  const isBroken = verified !== null && verified.findings > 0;
  return (
    <>
      <Note
        tone={isBroken ? 'danger' : waiting > manyWaiting ? 'warning' : 'info'}
        action={
          <Button
            size="small"
            busy={verify.isPending}
            icon={<ShieldCheck aria-hidden="true" className="size-4" strokeWidth={2} />}
            onClick={() => verify.mutate()}
          >
            {t('verify.button')}
          </Button>
        }
      >
        <strong className="font-semibold">
          {t('seal.sealed', { count: checkpointed, shown: formatNumber(checkpointed) })}
        </strong>{' '}
        {checkpointedUntil && (
          <>
            {t('seal.until')} <Time at={checkpointedUntil} />.{' '}
          </>
        )}
        {waiting > 0 && `${t('seal.waiting', { count: waiting, shown: formatNumber(waiting) })} `}
        <output className="block">{verified ? <Verified verified={verified} /> : t('verify.never')}</output>
      </Note>
      {verify.error && <AdminProblem error={verify.error} title={t('verify.failed')} onRetry={() => verify.mutate()} />}
    </>
  );
}

function Verified({ verified: { at, rows, findings, rowIds } }: { verified: AuditVerification }) {
  const { t } = useTranslation('audit');
  const when = formatDateTime(at);
  if (findings === 0) return t('verify.whole', { count: rows, shown: formatNumber(rows), when });
  return (
    <>
      {t('verify.broken', { count: findings, shown: formatNumber(findings), when })}{' '}
      {rowIds.length > 0 && t('verify.rows', { ids: rowIds.join(', ') })}
    </>
  );
}
