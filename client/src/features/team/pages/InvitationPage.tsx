import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { z } from 'zod';
import { isRepeated, notRepeated } from '#client/features/auth/components/auth.new-password.ts';
import { AuthFrame } from '#client/features/auth/components/AuthFrame.tsx';
import { FactorStep } from '#client/features/auth/components/FactorStep.tsx';
import { NewPassword } from '#client/features/auth/components/NewPassword.tsx';
import { hasCode } from '#client/lib/api/call.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#client/ui/feedback/States.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { acceptInvitation } from '#shared/team/team.contract.ts';
import { invitationQuery, useAcceptInvitation } from '../team.queries.ts';

const joiningForm = z
  .object({ ...acceptInvitation.body.shape, confirmPassword: z.string() })
  .refine(isRepeated, notRepeated);

/** Accepts an invitation to the team: name, password, second factor. */
export function InvitationPage() {
  const { t } = useTranslation('team');
  const { token = '' } = useParams();
  const accept = useAcceptInvitation(token);
  // The link is used up by then: fetching it again would only fail.
  const isOpen = !accept.isPending && !accept.isSuccess;
  const { data, error, refetch, isFetching } = useQuery({ ...invitationQuery(token), enabled: isOpen });
  return (
    <AuthFrame
      title={t(!data && isOver(error) ? 'invitation.over' : 'invitation.title')}
      step={accept.data && 'factor'}
      short
      forTeam
    >
      {accept.data ? (
        <FactorStep begun={accept.data} />
      ) : data ? (
        <>
          <p>
            {data.invitedBy && t('invitation.by', { name: data.invitedBy })}{' '}
            {t('invitation.text', { email: shownEmail(data.email), role: t(`role.${data.role}`) })}
          </p>
          <p className="text-sm text-muted">{t(`roleText.${data.role}`)}</p>
          <JoinForm accept={accept} />
        </>
      ) : isOver(error) ? (
        <InvitationOver error={error} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton line="h-56 rounded-card" />
      )}
    </AuthFrame>
  );
}

const isOver = (error: unknown) =>
  (['link_expired', 'invitation_used', 'invitation_unknown'] as const).some((code) => hasCode(error, code));

/** Shows the server's message why a link is no longer valid. */
function InvitationOver({ error }: { error: unknown }) {
  const { t } = useTranslation('team');
  const textOf = useProblemText();
  return (
    <>
      <Note tone="warning" announce>
        {textOf(error)}
      </Note>
      <ButtonLink text={t('invitation.signIn')} variant="filled" to="/admin/login" className="self-start" />
    </>
  );
}

function JoinForm({ accept }: { accept: ReturnType<typeof useAcceptInvitation> }) {
  const { t } = useTranslation('team');
  const [form, field] = useContractForm(joiningForm, {
    mode: 'onTouched',
    defaultValues: { firstName: '', lastName: '', password: '', confirmPassword: '' },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <Form
      form={form}
      onSubmit={({ firstName, lastName, password: chosenPassword }) =>
        accept.mutate({ firstName, lastName, password: chosenPassword })
      }
      error={accept.error}
      errorTitle={t('invitation.failed')}
    >
      <TextInput label={t('invitation.firstName')} autoComplete="given-name" {...field('firstName')} />
      <TextInput label={t('invitation.lastName')} autoComplete="family-name" {...field('lastName')} />
      <NewPassword isOfTeam password={field('password')} typed={password} repetition={field('confirmPassword')} />
      <div className="sticky bottom-0 bg-bg py-3 typing:static">
        <Button text={t('invitation.submit')} type="submit" variant="filled" wide busy={accept.isPending} />
      </div>
    </Form>
  );
}
