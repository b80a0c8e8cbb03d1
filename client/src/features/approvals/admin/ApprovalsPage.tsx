import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { approvalsQuery } from '../approvals.queries.ts';
import { ApprovalCard } from './ApprovalCard.tsx';
import { EndedApproval } from './EndedApproval.tsx';
import { useRules } from './useRules.ts';

/** The requests that wait for a second member, with all they need to decide, and the outcome of earlier ones. */
export function ApprovalsPage() {
  const { t } = useTranslation('approvals');
  const { data, error, refetch } = useQuery(approvalsQuery('all'));
  // The link to the rules above the requests, and the rule in each, would move them if they came later.
  const all = useRules().isLoading ? undefined : data;
  const openApprovals = all?.filter(({ state }) => state === 'open');
  // No request is highlighted that the reader cannot approve.
  const firstToDecide = openApprovals?.find(({ mayDecide, approvesFrom }) => mayDecide && !approvesFrom);
  const endedApprovals = all?.filter(({ state }) => state !== 'open');
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={t('lede')}>
        <RulesLink />
      </ScreenHead>
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {!all && !error && <Skeleton line="h-56 rounded-card" />}
      {openApprovals?.length === 0 && endedApprovals?.length === 0 && (
        <EmptyList
          Icon={CircleCheck}
          text={t('none')}
          action={
            <>
              <ActiveRules />
              <TurnOnLink />
            </>
          }
        />
      )}
      {openApprovals?.length === 0 && endedApprovals && endedApprovals.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <p className="flex items-center gap-2">
            <CircleCheck className="size-5 shrink-0 text-completed" />
            {t('none')}
          </p>
          <NoRule />
          <TurnOnLink />
        </div>
      )}
      {openApprovals && openApprovals.length > 0 && (
        <ul className="flex flex-col gap-4">
          {openApprovals.map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} isFirst={approval === firstToDecide} />
          ))}
        </ul>
      )}
      {endedApprovals && endedApprovals.length > 0 && (
        <section aria-labelledby="approvals-ended" className="flex flex-col gap-2">
          <h2 id="approvals-ended" className="text-base">
            {t('ended')} <span className="font-normal text-muted figures">{formatNumber(endedApprovals.length)}</span>
          </h2>
          <ul className="card divide-y divide-line">
            {endedApprovals.map((approval) => (
              <EndedApproval key={approval.id} approval={approval} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const rulesAt = '/admin/settings?section=fourEyes';

/** Leads to the rules that are on, for who may change them. */
function RulesLink() {
  const { t } = useTranslation('approvals');
  const { active = [] } = useRules();
  return active.length > 0 && <ButtonLink text={t('toRules')} size="small" to={rulesAt} />;
}

/** The act beside the sentence that no rule is on. */
function TurnOnLink() {
  const { t } = useTranslation('approvals');
  const { active } = useRules();
  return active?.length === 0 && <ButtonLink text={t('turnOn')} size="small" to={rulesAt} />;
}

function NoRule() {
  const { t } = useTranslation('approvals');
  const { active } = useRules();
  return active?.length === 0 && <p className="text-sm text-muted">{t('noRule')}</p>;
}

/** The rules that are on, each of which brings requests here. */
function ActiveRules() {
  const { t } = useTranslation('approvals');
  const { active } = useRules();
  if (!active) return null;
  if (active.length === 0) return <NoRule />;
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      <p>{t('asked')}</p>
      <ul className="list-disc ps-5 text-start">
        {active.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </div>
  );
}
