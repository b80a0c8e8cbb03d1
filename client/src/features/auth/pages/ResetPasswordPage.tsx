import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { CallError, hasCode } from '#client/lib/api/call.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { Form } from '#client/ui/form/Form.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { useResetPassword } from '../auth.queries.ts';
import { Accepting } from '../components/Accepting.tsx';
import { newPasswordForms } from '../components/auth.new-password.ts';
import { AuthFrame } from '../components/AuthFrame.tsx';
import { NewPassword } from '../components/NewPassword.tsx';

/**
 * Sets a new password with the link from the mail, or the first one of an invited customer. The token leaves the
 * address bar before anything else.
 */
export function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  const { token, isInvited: isInvitation } = useLink();
  const reset = useResetPassword();
  const [isAsked, setAsked] = useState(false);
  // The server knows the owner of the link, even if the address bar has lost a part of it.
  if (!isAsked && reset.error instanceof CallError && 'ageConfirmed' in reset.error.fields) setAsked(true);
  const isInvited = isInvitation || isAsked;
  const isExpired = !token || hasCode(reset.error, 'link_expired');

  return (
    <AuthFrame title={t(isInvited ? 'invited.title' : 'reset.title')} step={reset.isSuccess ? 'done' : undefined} short>
      {reset.isSuccess ? (
        <>
          <Note tone="info" announce>
            {t(isInvited ? 'invited.done' : 'reset.done')}
          </Note>
          <ButtonLink text={t('login.submit')} variant="filled" to="/login" className="self-start" />
        </>
      ) : isExpired ? (
        <>
          <Note tone="warning" announce>
            {t(isInvited ? 'invited.expired' : 'reset.expired')}
          </Note>
          <ButtonLink text={t('reset.again')} variant="filled" to="/forgot-password" className="self-start" />
        </>
      ) : (
        <PasswordForm token={token} isFirst={isInvited} reset={reset} />
      )}
    </AuthFrame>
  );
}

interface PasswordProps {
  token: string;
  isFirst: boolean;
  reset: ReturnType<typeof useResetPassword>;
}

/** An invited customer confirms to be of age and accepts the terms, like a registering one. */
function PasswordForm({ token, isFirst, reset }: PasswordProps) {
  const { t } = useTranslation('auth');
  const [form, field] = useContractForm(newPasswordForms[isFirst ? 'first' : 'other'], {
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '', ageConfirmed: false },
  });
  const typedPassword = useWatch({ control: form.control, name: 'password' });
  return (
    <Form
      form={form}
      onSubmit={({ password, ageConfirmed }) => reset.mutate({ token, password, ageConfirmed })}
      error={reset.error}
      errorTitle={t('reset.failed')}
    >
      <NewPassword password={field('password')} typed={typedPassword} repetition={field('confirmPassword')} />
      {isFirst && <Checkbox label={t('register.age')} hint={t('register.ageWhy')} {...field('ageConfirmed')} />}
      <Button
        text={t(isFirst ? 'invited.submit' : 'reset.submit')}
        type="submit"
        variant="filled"
        wide
        busy={reset.isPending}
      />
      {isFirst && <Accepting text="invited.accepting" />}
    </Form>
  );
}

function useLink() {
  const [search, setSearch] = useSearchParams();
  const [link] = useState(() => ({ token: search.get('token') ?? '', isInvited: search.has('invited') }));
  useEffect(() => {
    if (search.has('token')) setSearch({}, { replace: true });
  }, [search, setSearch]);
  return link;
}
