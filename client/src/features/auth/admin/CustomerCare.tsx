import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminUserDetails } from '#client/features/users/admin/users.admin.queries.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { ContractDialog, shown } from '#client/ui/overlay/ContractDialog.tsx';
import { removeSecondFactor } from '#shared/auth/auth.care.contract.ts';
import { factorQuery, useInvite, useSendResetLink, useSignOutUser, useTakeBackRemoval } from './auth.care.queries.ts';

/** Actions for a customer who cannot sign in, or who fears that another person can. */
export function CustomerCare({ user }: { user: AdminUserDetails }) {
  const { id, customerState } = user;
  const { t } = useTranslation('users.admin');
  const may = useMay();
  const isMe = useIsMe();
  const reset = useSendResetLink(id);
  const signOut = useSignOutUser(id);
  const keep = useTakeBackRemoval(id);
  const { data: factor } = useQuery(factorQuery(id));
  const [isAsking, setAsking] = useState(false);
  if (!may('users.write') || isMe(id)) return null;
  const results = [reset.isSuccess && t('care.resetDone'), signOut.isSuccess && t('care.signOutDone')];
  const errors = [reset.error, signOut.error, keep.error];
  return (
    <section className="flex flex-col gap-3">
      {factor?.removeAt && (
        <Note
          tone="warning"
          action={
            <Button size="small" busy={keep.isPending} onClick={() => keep.mutate(undefined)}>
              {t('care.factorKeep')}
            </Button>
          }
        >
          {t('care.factorAt', { time: formatDateTime(factor.removeAt) })}
        </Note>
      )}
      <div className="flex flex-wrap gap-3">
        {customerState === 'active' ? (
          <>
            <Button size="small" busy={reset.isPending} onClick={() => reset.mutate(undefined)}>
              {t('care.reset')}
            </Button>
            <Button
              text={t('care.signOut')}
              size="small"
              busy={signOut.isPending}
              onClick={() => signOut.mutate(undefined)}
            />
          </>
        ) : (
          <InviteButton user={user} />
        )}
        {factor?.isOn && !factor.removeAt && (
          <Button text={t('care.factor')} size="small" onClick={() => setAsking(true)} />
        )}
      </div>
      <output className="flex flex-col gap-1 text-sm text-completed empty:hidden">
        {results.map((result) => result && <span key={result}>{result}</span>)}
      </output>
      {errors.map((error, index) => error && <AdminProblem key={index} error={error} title={t('failed.update')} />)}
      {isAsking && (
        <ContractDialog
          action={shown(removeSecondFactor, {
            label: t('care.factor'),
            fields: { reason: { label: t('care.factorReason') } },
            onDone: () => toast({ title: t('care.factorDone') }),
          })}
          row={{ id }}
          failed={t('failed.update')}
          reads={['GET /api/admin/users/:id/second-factor', 'GET /api/admin/approvals']}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

/** Invites a brought customer to set a password; hidden for one without an email address. */
function InviteButton({ user: { id, email, customerState } }: { user: AdminUserDetails }) {
  const { t } = useTranslation('users.admin');
  const invite = useInvite(id);
  if (email === null) return <p className="text-sm text-muted">{t('care.inviteNoEmail')}</p>;
  return (
    <div className="flex flex-col gap-2">
      <Button
        text={t(customerState === 'invited' ? 'care.inviteAgain' : 'care.invite')}
        size="small"
        className="self-start"
        busy={invite.isPending}
        onClick={() => invite.mutate(undefined)}
      />
      <output className="text-sm text-completed empty:hidden">
        {invite.data && t('care.inviteDone', { time: formatDateTime(invite.data.expiresAt) })}
      </output>
      <AdminProblem error={invite.error} title={t('failed.update')} />
    </div>
  );
}
