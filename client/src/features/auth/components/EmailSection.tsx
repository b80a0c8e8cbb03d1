import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CallError, hasCode } from '#client/lib/api/call.ts';
import { formatTime } from '#client/lib/format/format.ts';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { CodeField } from '#client/ui/form/secret/CodeField.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { confirmEmailChange, requestEmailChange } from '#shared/auth/auth.account.contract.ts';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { useConfirmEmailChange, useRequestEmailChange } from '../auth.account.queries.ts';
import { CredentialFields, credentials, emptyCredentials, isCredentialsError } from './CredentialFields.tsx';

const schema = requestEmailChange.body.extend(credentials);

/** A new address, which takes effect with the code that is sent there. */
export function EmailSection({ email }: { email: string }) {
  const { t } = useTranslation('auth.account');
  const [stage, setStage] = useState<'closed' | 'asking' | 'done'>('closed');
  return (
    <section aria-labelledby="email-part" className="flex flex-col gap-5">
      <h2 id="email-part" className="text-lg">
        {t('email.title')}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0">
          <EmailAddress email={email} />
        </p>
        {stage !== 'asking' && <Button text={t('email.change')} size="small" onClick={() => setStage('asking')} />}
      </div>
      {stage === 'done' && <Note announce>{t('email.done')}</Note>}
      {stage === 'asking' && <ChangeEmail onDone={() => setStage('done')} onCancel={() => setStage('closed')} />}
    </section>
  );
}

function ChangeEmail({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation(['auth.account', 'common']);
  const request = useRequestEmailChange();
  const [form, field] = useContractForm(schema, { defaultValues: { ...emptyCredentials, email: '' } });
  if (request.data) return <ConfirmEmail {...request.data} onDone={onDone} onBack={() => request.reset()} />;
  const isBesideField = request.error instanceof CallError && 'email' in request.error.fields;
  return (
    <ShortForm
      form={form}
      className="flex flex-col gap-5"
      onSubmit={(values) => !request.isPending && request.mutate(values)}
      error={request.error}
    >
      {request.error && !isCredentialsError(request.error) && !isBesideField && (
        <Problem error={request.error} title={t('email.failed')} />
      )}
      <TextInput label={t('email.new')} type="email" inputMode="email" autoComplete="email" {...field('email')} />
      <CredentialFields field={field} error={request.error} />
      <div className="flex flex-wrap gap-3">
        <SendButton text={t('email.submit')} type="submit" busy={request.isPending} />
        <Button text={t('common:action.cancel')} variant="ghost" onClick={onCancel} />
      </div>
    </ShortForm>
  );
}

function ConfirmEmail(props: { email: string; codeExpiresAt: string; onDone: () => void; onBack: () => void }) {
  const { email, codeExpiresAt, onDone, onBack } = props;
  const { t } = useTranslation('auth.account');
  const confirm = useConfirmEmailChange();
  const [form] = useContractForm(confirmEmailChange.body, { defaultValues: { email, otp: '' } });
  const send = (values: z.output<typeof confirmEmailChange.body>) => {
    if (!confirm.isPending) confirm.mutate(values, { onSuccess: onDone });
  };
  return (
    <ShortForm form={form} className="flex flex-col gap-5" onSubmit={send} error={confirm.error}>
      <p className="text-muted">{t('email.sent', { email: shownEmail(email), time: formatTime(codeExpiresAt) })}</p>
      {confirm.error && !hasCode(confirm.error, 'invalid_code') && (
        <Problem error={confirm.error} title={t('email.failed')} />
      )}
      <CodeField form={form} name="otp" label={t('email.code')} focusOnMount onSubmit={send} refused={confirm.error} />
      <div className="flex flex-wrap gap-3">
        <SendButton text={t('email.confirm')} type="submit" busy={confirm.isPending} />
        <Button text={t('email.back')} variant="ghost" onClick={onBack} />
      </div>
    </ShortForm>
  );
}
