import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Form, useFields } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { schemaResolver } from '#client/ui/form/schema-resolver.ts';
import { useChangePassword } from '../auth.account.queries.ts';
import { newPasswordForm } from './auth.new-password.ts';
import { NewPassword } from './NewPassword.tsx';
import { isCredentialsError, emptyCredentials, CredentialFields, credentialsBody } from './CredentialFields.tsx';

const nothing = { password: '', confirmPassword: '' };

/** A new password with the old one; every other device is signed out. */
export function PasswordSection() {
  const { t } = useTranslation('auth.account');
  const change = useChangePassword();
  const [proof, setProof] = useState(emptyCredentials);
  const [asked, setAsked] = useState(false);
  const form = useForm({ resolver: schemaResolver(newPasswordForm), mode: 'onTouched', defaultValues: nothing });
  const password = useWatch({ control: form.control, name: 'password' });
  const field = useFields(form);
  const submit = ({ password: newPassword }: z.output<typeof newPasswordForm>) => {
    setAsked(true);
    if (!proof.password) return;
    const done = () => {
      form.reset(nothing);
      setProof(emptyCredentials);
      setAsked(false);
    };
    change.mutate({ ...credentialsBody(proof), newPassword }, { onSuccess: done });
  };
  return (
    <section aria-labelledby="password-part" className="flex flex-col gap-5">
      <h2 id="password-part" className="text-lg">
        {t('password.title')}
      </h2>
      {change.data && <Note announce>{t('password.done', { count: change.data.endedSessions })}</Note>}
      <Form
        form={form}
        onSubmit={submit}
        error={isCredentialsError(change.error) ? null : change.error}
        errorTitle={t('password.failed')}
      >
        <CredentialFields
          proof={proof}
          asked={asked}
          error={change.error}
          onChange={(next) => {
            if (change.isError) change.reset();
            setProof(next);
          }}
        />
        <NewPassword field={field} password={password} label={t('password.new')} />
        <SendButton type="submit" className="self-start" busy={change.isPending}>
          {t('password.submit')}
        </SendButton>
      </Form>
    </section>
  );
}
