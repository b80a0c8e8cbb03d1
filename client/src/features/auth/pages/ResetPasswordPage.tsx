import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { hasCode } from '#client/lib/api/call.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { useResetPassword } from '../auth.queries.ts';
import { newPasswordForm } from '../components/auth.new-password.ts';
import { AuthFrame } from '../components/AuthFrame.tsx';
import { NewPassword } from '../components/NewPassword.tsx';

/** Sets a new password with the link from the mail. The token leaves the address bar before anything else. */
export function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  const token = useToken();
  const reset = useResetPassword();
  const [form, field] = useContractForm(newPasswordForm, {
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '' },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const ended = !token || hasCode(reset.error, 'link_expired');

  return (
    <AuthFrame title={t('reset.title')} step={reset.isSuccess ? 'done' : undefined} short>
      {reset.isSuccess ? (
        <>
          <Note tone="info" announce>
            {t('reset.done')}
          </Note>
          <ButtonLink text={t('login.submit')} variant="filled" to="/login" className="self-start" />
        </>
      ) : ended ? (
        <>
          <Note tone="warning" announce>
            {t('reset.expired')}
          </Note>
          <ButtonLink text={t('reset.again')} variant="filled" to="/forgot-password" className="self-start" />
        </>
      ) : (
        <Form
          form={form}
          onSubmit={({ password }) => reset.mutate({ token, password })}
          error={reset.error}
          errorTitle={t('reset.failed')}
        >
          <NewPassword password={field('password')} typed={password} repetition={field('confirmPassword')} />
          <Button text={t('reset.submit')} type="submit" variant="filled" wide busy={reset.isPending} />
        </Form>
      )}
    </AuthFrame>
  );
}

function useToken(): string {
  const [search, setSearch] = useSearchParams();
  const [token] = useState(() => search.get('token') ?? '');
  useEffect(() => {
    if (search.has('token')) setSearch({}, { replace: true });
  }, [search, setSearch]);
  return token;
}
