import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CallError, hasCode } from '#client/lib/api/call.ts';
import { deviceTime } from '#client/lib/browser/useNow.ts';
import { formatTime } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { clearMailedCode, readMailedCode, storeIssuedCode, type MailedCode } from '#client/lib/storage/mailed-codes.ts';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { CodeField } from '#client/ui/form/secret/CodeField.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import type { Api } from '#shared/api.ts';
import { confirmEmailChange, requestEmailChange } from '#shared/auth/auth.account.contract.ts';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { useConfirmEmailChange, useRequestEmailChange } from '../auth.account.queries.ts';
import { CredentialFields, credentials, emptyCredentials, isCredentialsError } from './CredentialFields.tsx';
import { MailedCodeNotes } from './MailedCodeNotes.tsx';

const schema = requestEmailChange.body.extend(credentials);

/** The name under which this device remembers the code for a new address. */
const codeName = 'email-code';

/** A new address, which takes effect with the code that is sent there: a reload returns to the code. */
export function EmailSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation('auth.account');
  const [mailedCode] = useState(() => readMailedCode(codeName));
  const [mailed, setMailed] = useState(mailedCode);
  const [stage, setStage] = useState<'closed' | 'asking' | 'done'>(mailedCode ? 'asking' : 'closed');
  const [newAddress, setNewAddress] = useState('');
  const end = (next: 'closed' | 'done') => {
    clearMailedCode(codeName);
    setMailed(undefined);
    setNewAddress('');
    setStage(next);
  };
  /** Asks for the password once more before another code is sent to the same address. */
  const askAgain = (email: string) => {
    clearMailedCode(codeName);
    setMailed(undefined);
    setNewAddress(email);
  };
  const email = mailed?.target.email;
  return (
    <section aria-labelledby="email-part" className="flex flex-col gap-5">
      <h2 id="email-part" className="text-lg">
        {t('email.title')}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0">
          <EmailAddress email={user.email} />
        </p>
        {stage !== 'asking' && <Button text={t('email.change')} size="small" onClick={() => setStage('asking')} />}
      </div>
      {stage === 'done' && <Note announce>{t('email.done')}</Note>}
      {stage === 'asking' && !email && (
        <ChangeEmail
          newAddress={newAddress}
          onMailed={({ email: to, ...times }) => setMailed(storeIssuedCode(codeName, { email: to }, times))}
          onCancel={() => end('closed')}
        />
      )}
      {stage === 'asking' && mailed && email && (
        <ConfirmEmail
          {...{ email, mailed }}
          isResumed={mailed === mailedCode || mailed.isEarlier}
          onDone={() => end('done')}
          onResend={() => askAgain(email)}
          onAnother={() => askAgain('')}
        />
      )}
    </section>
  );
}

interface ChangeEmailProps {
  /** The address that a code was sent to before. */
  newAddress: string;
  onMailed: (code: Api['POST /api/profile/email']['output']) => void;
  onCancel: () => void;
}

function ChangeEmail({ newAddress, onMailed, onCancel }: ChangeEmailProps) {
  const { t } = useTranslation(['auth.account', 'common']);
  const request = useRequestEmailChange();
  const [form, field] = useContractForm(schema, { defaultValues: { ...emptyCredentials, email: newAddress } });
  const isBesideField = request.error instanceof CallError && 'email' in request.error.fields;
  return (
    <ShortForm
      form={form}
      className="flex flex-col gap-5"
      onSubmit={(values) => !request.isPending && request.mutate(values, { onSuccess: onMailed })}
      error={request.error}
    >
      {request.error && !isCredentialsError(request.error) && !isBesideField && (
        <Problem error={request.error} title={t('email.failed')} />
      )}
      <TextInput label={t('email.new')} type="email" inputMode="email" autoComplete="email" {...field('email')} />
      <CredentialFields field={field} error={request.error} />
      <div className="flex flex-wrap gap-3">
        <SendButton text={t('email.submit')} type="submit" variant="filled" busy={request.isPending} />
        <Button text={t('common:action.cancel')} variant="ghost" onClick={onCancel} />
      </div>
    </ShortForm>
  );
}

interface ConfirmEmailProps {
  email: string;
  mailed: MailedCode;
  /** True for a code that was mailed before this screen was loaded. */
  isResumed: boolean;
  onDone: () => void;
  onResend: () => void;
  onAnother: () => void;
}

function ConfirmEmail({ email, mailed, isResumed, onDone, onResend, onAnother }: ConfirmEmailProps) {
  const { t } = useTranslation(['auth.account', 'auth']);
  const confirm = useConfirmEmailChange();
  // It is too early for another code, and the last one has expired: there is no code to type.
  const [isOver] = useState(() => mailed.expiresAt <= deviceTime());
  const [form] = useContractForm(confirmEmailChange.body, { defaultValues: { email, otp: '' } });
  const send = (values: z.output<typeof confirmEmailChange.body>) => {
    if (!confirm.isPending) confirm.mutate(values, { onSuccess: onDone });
  };
  return (
    <ShortForm form={form} className="flex flex-col gap-5" onSubmit={send} error={confirm.error}>
      {isResumed && !isOver && <Note announce>{t('auth:code.kept', { time: formatTime(mailed.mailedAt) })}</Note>}
      {!isOver && <p className="text-muted">{t('email.sent', { email: shownEmail(email) })}</p>}
      {confirm.error && !hasCode(confirm.error, 'invalid_code') && (
        <Problem error={confirm.error} title={t('email.failed')} />
      )}
      <CodeField
        form={form}
        name="otp"
        label={t('email.code')}
        focusOnMount={!isResumed}
        onSubmit={send}
        refusal={confirm.error}
      />
      <MailedCodeNotes mailed={mailed} isSending={false} onResend={onResend} refusal={confirm.error}>
        <Button text={t('email.back')} variant="ghost" size="small" className="-mx-2" onClick={onAnother} />
      </MailedCodeNotes>
      <SendButton
        text={t('email.confirm')}
        type="submit"
        variant="filled"
        className="self-start"
        busy={confirm.isPending}
      />
    </ShortForm>
  );
}
