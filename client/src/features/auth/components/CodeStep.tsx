import { useState, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CallError } from '#client/lib/api/call.ts';
import { onThisDevice } from '#client/lib/browser/useNow.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { CodeInput } from '#client/ui/form/secret/CodeInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { resendOtp, verifyOtp } from '#shared/auth/auth.contract.ts';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { useConfirmCode, useResendCode } from '../auth.queries.ts';
import { AttemptsLeft } from './AttemptsLeft.tsx';
import { clearPending, storePending, timesHere, type PendingVerification } from './auth.pending-verification.ts';
import { CodeClock } from './MailedCodeNotes.tsx';

interface CodeStepProps {
  verification: PendingVerification;
  onPending: (verification: PendingVerification) => void;
  onConfirmed: () => void;
  /** The texts of the surrounding screen: inline after registering, or on its own. */
  failedTitle: string;
  resendFailedTitle: string;
  /** The error at the field of a wrong code; without it only the message below is shown. */
  wrongCode?: string | undefined;
  /** Shown above the code, where the address is asked for too. */
  children?: ReactNode;
}

/** The code and its owner; a missing address is the first error. */
const codeForm = resendOtp.body.and(z.object({ otp: verifyOtp.body.shape.otp }));

/** The code from the mail: submits itself once, can be sent again when the server allows it. */
export function CodeStep(props: CodeStepProps) {
  const { verification, onPending, onConfirmed, failedTitle, wrongCode, children, ...resend } = props;
  const { t } = useTranslation('auth');
  const confirm = useConfirmCode();
  // A link names no code: its attempts are counted from now on, and not by the address, which the device would retain.
  const [openedAt] = useState(() => new Date().toISOString());
  const fieldTextOf = useFieldErrorText();
  const [form] = useContractForm(codeForm, {
    values: { email: verification.email || undefined, userId: verification.userId, otp: '' },
    resetOptions: { keepDirtyValues: true },
    reValidateMode: 'onSubmit',
  });
  const { field: otp } = useController({ control: form.control, name: 'otp' });
  const { errors } = form.formState;

  const submit = (values: z.output<typeof codeForm>) => {
    if (confirm.isPending) return;
    confirm.mutate(values, {
      onSuccess: () => {
        clearPending();
        onConfirmed();
      },
    });
  };
  const change = (digits: string) => {
    otp.onChange(digits);
    form.clearErrors();
    // The refusal itself clears the field; its message stays until the next digit.
    if (digits && confirm.isError) confirm.reset();
  };

  return (
    <ShortForm form={form} className="flex flex-col gap-6" onSubmit={submit}>
      {children}
      <div className="flex flex-col gap-2">
        <CodeInput
          label={t('code.label')}
          value={otp.value}
          onChange={change}
          onComplete={() => void form.handleSubmit(submit)()}
          disabled={confirm.isPending}
          refusal={isWrongCode(confirm.error) ? confirm.error : undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- inline, the screen asks for nothing but this code
          focusOnMount={!children}
          error={
            fieldTextOf(errors.email) ??
            fieldTextOf(errors.otp) ??
            (isWrongCode(confirm.error) && wrongCode ? `${failedTitle}. ${wrongCode}` : undefined)
          }
        />
        <AttemptsLeft code={verification.codeExpiresAt ?? openedAt} refusal={confirm.error} />
        <Resend verification={verification} onPending={onPending} {...resend} />
      </div>
      <div className="empty:hidden">
        {confirm.error && !(wrongCode && isWrongCode(confirm.error)) && (
          <Problem error={confirm.error} title={failedTitle} />
        )}
      </div>
      <Button text={t('code.submit')} type="submit" variant="filled" wide busy={confirm.isPending} />
      <p className="text-sm text-muted">{t('code.help')}</p>
    </ShortForm>
  );
}

function Resend(props: Pick<CodeStepProps, 'verification' | 'onPending' | 'resendFailedTitle'>) {
  const { verification, onPending, resendFailedTitle } = props;
  const { t } = useTranslation('auth');
  const resend = useResendCode();
  const send = () => {
    resend.mutate(
      { email: verification.email, userId: verification.userId },
      {
        onSuccess: (times) => onPending(storePendingCode({ ...verification, ...timesHere(times) })),
        onError: (error) => {
          const { resendAt, serverTime } = error instanceof CallError ? error.data : {};
          if (typeof resendAt === 'string' && typeof serverTime === 'string')
            onPending(storePendingCode({ ...verification, resendAt: onThisDevice(resendAt, serverTime) }));
        },
      },
    );
  };

  return (
    <>
      <CodeClock
        expiresAt={verification.codeExpiresAt ? Date.parse(verification.codeExpiresAt) : undefined}
        resendAt={verification.resendAt ? Date.parse(verification.resendAt) : 0}
        isSending={resend.isPending}
        isOff={!verification.email}
        onResend={send}
      />
      <output className="text-sm text-completed empty:hidden">
        {resend.isSuccess && t('code.resent', { email: shownEmail(verification.email) })}
      </output>
      {resend.error && (
        <Problem
          error={resend.error}
          title={
            resend.error instanceof CallError && resend.error.status < 500 ? resendFailedTitle : t('code.resendUnsent')
          }
        />
      )}
    </>
  );
}

const isWrongCode = (error: unknown): boolean => error instanceof CallError && error.reason === 'one_time_code_wrong';

function storePendingCode(verification: PendingVerification): PendingVerification {
  storePending(verification);
  return verification;
}
