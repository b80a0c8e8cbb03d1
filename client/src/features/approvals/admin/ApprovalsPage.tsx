import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { approvalsQuery } from '../approvals.queries.ts';
import { ApprovalCard } from './ApprovalCard.tsx';

/** The requests that wait for a second member, with all they need to decide, and the outcome of earlier ones. */
export function ApprovalsPage() {
  const { t } = useTranslation('approvals');
  const may = useMay();
  const { data: all, error, refetch } = useQuery(approvalsQuery('all'));
  const open = all?.filter(({ state }) => state === 'open');
  // Nothing stands out among requests that the reader cannot approve.
  const first = open?.find(({ mayDecide, approvesFrom }) => mayDecide && !approvesFrom);
  const endedApprovals = all?.filter(({ state }) => state !== 'open');
  const toRules = may('settings.write') && (
    <ButtonLink size="small" to="/admin/settings?section=fourEyes">
      {t('toRules')}
    </ButtonLink>
  );
  return (
    <div className="flex w-full max-w-6xl flex-col gap-6 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={t('lede')} />
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {!all && !error && <Skeleton line="h-56 rounded-card" />}
      {open?.length === 0 && endedApprovals?.length === 0 && (
        <EmptyList Icon={UsersRound} text={t('none')} action={toRules} />
      )}
      {open?.length === 0 && endedApprovals && endedApprovals.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>{t('none')}</p>
          {toRules}
        </div>
      )}
      {open && open.length > 0 && (
        <ul className="flex flex-col gap-4">
          {open.map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} isFirst={approval === first} />
          ))}
        </ul>
      )}
      {endedApprovals && endedApprovals.length > 0 && (
        <details open={open?.length === 0} className="flex flex-col gap-3">
          <summary className="min-h-9 cursor-pointer py-1.5 text-muted hover:text-ink pointer-coarse:min-h-11">
            {t('ended')} <span className="figures">{formatNumber(endedApprovals.length)}</span>
          </summary>
          <ul className="flex flex-col gap-4 pt-3">
            {endedApprovals.map((approval) => (
              <ApprovalCard key={approval.id} approval={approval} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
