import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { teamQuery } from '#client/features/users/users.members.queries.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import type { Member } from './team.admin.queries.ts';
import { EndDialog, InviteDialog, RoleDialog } from './TeamDialogs.tsx';
import { TeamTable } from './TeamTable.tsx';

type Asked = { kind: 'invite' } | { kind: 'role' | 'end'; member: Member };

/** The team: members, invitations, and those who have left. */
export function TeamPage() {
  const { t } = useTranslation('team');
  const mayWrite = useMay()('team.write');
  const { data: team, error, refetch } = useQuery(teamQuery);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex flex-col gap-1">
          <PageTitle title={t('title')} className="text-lg">
            {t('title')}
          </PageTitle>
          <p className="max-w-[80ch] text-sm text-muted">{t('lede')}</p>
        </div>
        {mayWrite && (
          <Button
            variant="filled"
            size="small"
            icon={<UserPlus className="size-4" />}
            onClick={() => setAsked({ kind: 'invite' })}
          >
            {t('invite.open')}
          </Button>
        )}
      </header>
      {!mayWrite && <NotPermitted />}
      <ApprovalSlot kinds={['team']} />
      {error && <AdminProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {team && <TeamTable team={team} mayWrite={mayWrite} onAsk={setAsked} />}
      {!team && !error && <Skeleton line="h-56 rounded-card" />}
      {asked?.kind === 'invite' && <InviteDialog onClose={close} />}
      {asked?.kind === 'role' && <RoleDialog member={asked.member} onClose={close} />}
      {asked?.kind === 'end' && <EndDialog member={asked.member} onClose={close} />}
    </div>
  );
}
