import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useSession } from '#client/lib/session/session.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { useChangePassword } from '../auth.account.queries.ts';
import { passwordChangeForm } from './auth.new-password.ts';
import { CredentialFields, emptyCredentials, isCredentialsError } from './CredentialFields.tsx';
import { NewPassword } from './NewPassword.tsx';

const emptyForm = { ...emptyCredentials, newPassword: '', confirmPassword: '' };

/** A new password with the old one; every other device is signed out. */
export function PasswordSection() {
  const { t } = useTranslation(['auth.account', 'auth']);
  const change = useChangePassword();
  const session = useSession();
  const [form, field] = useContractForm(passwordChangeForm, { mode: 'onTouched', defaultValues: emptyForm });
  const newPassword = useWatch({ control: form.control, name: 'newPassword' });
  const isOfTeam = session.status === 'signedIn' && session.user.isAdmin;
  const submit = ({ confirmPassword: _confirmPassword, ...body }: z.output<typeof passwordChangeForm>) =>
    change.mutate(body, { onSuccess: () => form.reset(emptyForm) });
  return (
    <section aria-labelledby="password-part" className="flex flex-col gap-5">
      <h2 id="password-part" className="text-lg">
        {t('password.title')}
      </h2>
      {change.data && <Note announce>{t('password.done', { count: change.data.endedSessions })}</Note>}
      <Form
        form={form}
        className="card flex flex-col gap-5 p-4"
        onSubmit={submit}
        onChange={() => change.isError && change.reset()}
        error={isCredentialsError(change.error) ? null : change.error}
        errorTitle={t('auth:reset.failed')}
      >
        <CredentialFields field={field} error={change.error} label={t('password.current')} />
        <NewPassword
          password={field('newPassword')}
          typed={newPassword}
          repetition={field('confirmPassword')}
          label={t('password.new')}
          isOfTeam={isOfTeam}
        />
        <SendButton
          text={t('password.submit')}
          type="submit"
          // The account of a member asks for the second factor first.
          variant={isOfTeam && !form.formState.isDirty ? 'outline' : 'filled'}
          size={isOfTeam ? 'small' : 'regular'}
          className="self-start"
          busy={change.isPending}
        />
      </Form>
    </section>
  );
}
