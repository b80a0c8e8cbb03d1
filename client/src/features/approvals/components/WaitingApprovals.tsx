import { useTranslation } from 'react-i18next';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { Awaited } from '#client/ui/layout/admin/Awaited.tsx';
import type { ApprovalSlotProps } from '#client/ui/layout/ApprovalSlot.tsx';
import {
  useAreApprovalsPending,
  useDecideApproval,
  useTitle,
  useWaitingApprovals,
  type Approval,
} from '../approvals.queries.ts';

/** Shown next to an action: its requests that wait for a second member, who asked, and until when. */
export function WaitingApprovals(props: ApprovalSlotProps) {
  const approvals = useWaitingApprovals(props);
  const isPending = useAreApprovalsPending();
  // Beside one subject a key may already press a button: it is not hidden.
  if (isPending && props.subjectId === undefined) return <Awaited />;
  return approvals.map((approval) => <Waiting key={approval.id} approval={approval} />);
}

function Waiting({ approval }: { approval: Approval }) {
  const { t } = useTranslation(['approvals', 'admin.common']);
  const { facts, askedBy, expiresAt, isOwn } = approval;
  const decide = useDecideApproval(approval);
  const title = useTitle(approval);
  const subject = facts.coin ?? facts.account ?? facts.pair ?? facts.customer ?? facts.member ?? facts.invited;
  return (
    <Note
      announce
      tone="warning"
      action={
        isOwn ? (
          <Button text={t('withdraw')} size="small" busy={decide.isPending} onClick={() => decide.mutate('withdraw')} />
        ) : (
          <TextLink to="/admin/approvals">{t('title')}</TextLink>
        )
      }
    >
      <p className="font-medium">{t('admin.common:waitsTitle')}</p>
      <p className="wrap-anywhere">
        {title}
        {subject !== undefined && subject !== null && <> · {String(subject)}</>}
      </p>
      <p className="wrap-anywhere">{isOwn ? t('waiting.own') : t('waiting.other', { name: askedBy.name })}</p>
      <p>
        {t('until')} <Time at={expiresAt} />
      </p>
      <AdminProblem error={decide.error} title={t('admin.common:failed.decide')} />
    </Note>
  );
}
