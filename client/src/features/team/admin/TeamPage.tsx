import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { teamQuery } from '#client/features/users/users.members.queries.ts';
import { useOpenParam } from '#client/lib/browser/useListParams.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { ActionDialog, ActionFormDialog } from '#client/ui/overlay/ActionDialog.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { changeMemberRole, inviteMember } from '#shared/team/team.contract.ts';
import { teamRoles, type TeamRole } from '#shared/team/team.roles.ts';
import { useChangeRole, useEndMember, useInvite, type Member } from './team.admin.queries.ts';
import { TeamTable } from './TeamTable.tsx';

type OpenQuestion = { kind: 'role' | 'end'; member: Member };

/** The team: members, invitations, and those who have left. */
export function TeamPage() {
  const { t } = useTranslation('team');
  const mayWrite = useMay()('team.write');
  const { data: team, error, isPending, refetch } = useQuery(teamQuery);
  const [openQuestion, setOpenQuestion] = useState<OpenQuestion>();
  const [isInviting, setInviting] = useOpenParam('invite');
  const close = () => setOpenQuestion(undefined);
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={t('lede')}>
        {mayWrite && (
          <Button
            text={t('invite.open')}
            variant="filled"
            size="small"
            icon={<UserPlus className="size-4" />}
            onClick={() => setInviting(true)}
          />
        )}
      </ScreenHead>
      {!mayWrite && <NotPermitted needs="team.write" />}
      <ApprovalSlot kinds={['team']} />
      {error && <AdminProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {team && <TeamTable team={team} mayWrite={mayWrite} onAsk={setOpenQuestion} />}
      {!team && !error && <Skeleton line="h-56 rounded-card" />}
      {/* Drawn before the members it would move when they come. */}
      {!isPending && <Roles />}
      {isInviting && mayWrite && <InviteDialog onClose={() => setInviting(false)} />}
      {openQuestion?.kind === 'role' && <RoleDialog member={openQuestion.member} onClose={close} />}
      {openQuestion?.kind === 'end' && <EndDialog member={openQuestion.member} onClose={close} />}
    </div>
  );
}

/** Says what the roles are for, in their order. */
function Roles() {
  const { t } = useTranslation('team');
  return (
    <section aria-labelledby="team-roles" className="flex max-w-3xl flex-col gap-2">
      <h2 id="team-roles" className="text-base">
        {t('rolesTitle')}
      </h2>
      <dl className="grid gap-x-6 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        {teamRoles.map((role) => (
          <div key={role} className="contents">
            <dt className="pt-2 font-medium">{t(`role.${role}`)}</dt>
            <dd className="text-muted sm:pt-2">{t(`roleText.${role}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Roles to choose from: the one that may least comes first, the owner last. */
const rolesByRights = ['support', 'auditor', 'payer', 'reviewer', 'owner'] as const satisfies readonly TeamRole[];

function useRoleOptions() {
  const { t } = useTranslation('team');
  return rolesByRights.map((role) => ({ value: role, title: t(`role.${role}`), text: t(`roleText.${role}`) }));
}

/** Invites a member by mail: asks for the address and the role. */
function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('team');
  const [form, field] = useContractForm(inviteMember.body, { defaultValues: { email: '', role: 'support' } });
  const options = useRoleOptions();
  const invite = useInvite();
  const [typedRole, email] = useWatch({ control: form.control, name: ['role', 'email'] });
  const role = teamRoles.find((name) => name === typedRole) ?? 'support';
  return (
    <ActionFormDialog
      form={form}
      title={t('invite.title')}
      confirm={t('invite.confirm', { role: t(`role.${role}`) })}
      failed={t('invite.failed')}
      missing={email.trim() === '' ? t('invite.missing') : undefined}
      onMissing={() => form.setFocus('email')}
      act={async (invitation) => {
        await invite.mutateAsync(invitation);
        toast({ title: t('invite.done', { email: shownEmail(invitation.email) }) });
      }}
      onClose={onClose}
    >
      <p>{t('invite.text')}</p>
      <TextInput label={t('column.email')} type="email" inputMode="email" autoComplete="off" {...field('email')} />
      <RadioCards legend={t('column.role')} options={options} {...field('role')} />
    </ActionFormDialog>
  );
}

/** Gives a member another role, which ends their sessions. */
function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('team');
  const name = member.name ?? shownEmail(member.email);
  const [form, field] = useContractForm(changeMemberRole.body, { defaultValues: { role: member.role } });
  const options = useRoleOptions();
  const change = useChangeRole();
  return (
    <ActionFormDialog
      form={form}
      title={t('change.title', { name })}
      confirm={t('change.confirm')}
      failed={t('change.failed')}
      done={t('change.done', { name })}
      act={({ role }) => change.mutateAsync({ id: member.id, role })}
      onClose={onClose}
    >
      <p>{t('change.text')}</p>
      <RadioCards legend={t('column.role')} options={options} {...field('role')} />
    </ActionFormDialog>
  );
}

/** Ends a membership or withdraws an invitation. */
function EndDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('team');
  const name = member.name ?? shownEmail(member.email);
  const end = useEndMember();
  const action = member.status === 'invited' ? 'withdraw' : 'end';
  return (
    <ActionDialog
      danger
      title={t(`leave.${action}.title`, { name })}
      confirm={t(`leave.${action}.confirm`)}
      failed={t(`leave.${action}.failed`)}
      done={t(`leave.${action}.done`, { name })}
      act={() => end.mutateAsync(member.id)}
      onClose={onClose}
    >
      <p>{t(`leave.${action}.text`)}</p>
    </ActionDialog>
  );
}
