import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { credentials, emptyCredentials } from '#client/features/auth/components/CredentialFields.tsx';
import { StepUpDialog, StepUpFormDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { changeMemberRole, inviteMember } from '#shared/team/team.contract.ts';
import { teamRoles } from '#shared/team/team.roles.ts';
import { useChangeRole, useEndMember, useInvite, type Member } from './team.admin.queries.ts';

const invitationForm = z.object({ ...credentials, ...inviteMember.body.shape });
const roleForm = z.object({ ...credentials, ...changeMemberRole.body.shape });

function useRoleOptions() {
  const { t } = useTranslation('team');
  return teamRoles.map((role) => ({ value: role, title: t(`role.${role}`), text: t(`roleText.${role}`) }));
}

/** Invites a member by mail: asks for the address, the role, and the password again. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('team');
  const form = useContractForm(invitationForm, {
    defaultValues: { ...emptyCredentials, email: '', role: 'reviewer' },
  });
  const field = useFields(form);
  const options = useRoleOptions();
  const invite = useInvite();
  return (
    <StepUpFormDialog
      form={form}
      title={t('invite.title')}
      confirm={t('invite.confirm')}
      failed={t('invite.failed')}
      onProven={async (stepUp, { email, role }) => {
        await invite.mutateAsync({ email, role, stepUp });
        toast({ title: t('invite.done', { email }), tone: 'done' });
      }}
      onClose={onClose}
    >
      <p>{t('invite.text')}</p>
      <TextInput label={t('column.email')} type="email" inputMode="email" autoComplete="off" {...field('email')} />
      <RadioCards legend={t('column.role')} options={options} {...field('role')} />
    </StepUpFormDialog>
  );
}

/** Gives a member another role, which ends their sessions. */
export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('team');
  const name = member.name ?? member.email;
  const form = useContractForm(roleForm, { defaultValues: { ...emptyCredentials, role: member.role } });
  const field = useFields(form);
  const options = useRoleOptions();
  const change = useChangeRole();
  return (
    <StepUpFormDialog
      form={form}
      title={t('change.title', { name })}
      confirm={t('change.confirm')}
      failed={t('change.failed')}
      onProven={async (stepUp, { role }) => {
        await change.mutateAsync({ id: member.id, role, stepUp });
        toast({ title: t('change.done', { name }), tone: 'done' });
      }}
      onClose={onClose}
    >
      <p>{t('change.text')}</p>
      <RadioCards legend={t('column.role')} options={options} {...field('role')} />
    </StepUpFormDialog>
  );
}

/** Ends a membership or withdraws an invitation. */
export function EndDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('team');
  const name = member.name ?? member.email;
  const end = useEndMember();
  const which = member.status === 'invited' ? 'withdraw' : 'end';
  return (
    <StepUpDialog
      danger
      title={t(`leave.${which}.title`, { name })}
      confirm={t(`leave.${which}.confirm`)}
      failed={t(`leave.${which}.failed`)}
      onProven={async (stepUp) => {
        await end.mutateAsync({ id: member.id, stepUp });
        toast({ title: t(`leave.${which}.done`, { name }), tone: 'done' });
      }}
      onClose={onClose}
    >
      <p>{t(`leave.${which}.text`)}</p>
    </StepUpDialog>
  );
}
