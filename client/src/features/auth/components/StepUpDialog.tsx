import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#client/lib/api/call.ts';
import { adminCall } from '#client/lib/api/admin-call.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { isCredentialsError, emptyCredentials, CredentialFields, credentialsBody } from './CredentialFields.tsx';

interface StepUpDialogProps {
  title: string;
  /** The button, which names the deed. */
  confirm: string;
  danger?: boolean;
  /** Stands above the server's message when the deed fails. */
  failed: string;
  /** Does the deed with the token that proves the password; a rejection is shown here. */
  onProven: (stepUp: string) => Promise<unknown>;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks for the password again before a fatal deed, and does it; stays open until it is done. */
export function StepUpDialog({
  title,
  confirm,
  danger = false,
  failed,
  onProven,
  onClose,
  children,
}: StepUpDialogProps) {
  const { t } = useTranslation(['auth', 'common']);
  const [proof, setProof] = useState(emptyCredentials);
  const [asked, setAsked] = useState(false);
  const prove = useMutation({
    mutationFn: async () => {
      const { stepUpToken } = await call('POST /api/admin/step-up', { body: credentialsBody(proof), ...adminCall });
      await onProven(stepUpToken);
    },
    onSuccess: onClose,
  });
  const send = () => {
    setAsked(true);
    if (proof.password && !prove.isPending) prove.mutate();
  };
  return (
    <Dialog open onClose={onClose} locked={prove.isPending} title={title}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {children}
        <CredentialFields
          proof={proof}
          hint={t('stepUp.why')}
          asked={asked}
          error={prove.error}
          onChange={(next) => {
            prove.reset();
            setProof(next);
          }}
        />
        {prove.error && !isCredentialsError(prove.error) && (
          <AdminProblem error={prove.error} title={failed} onRetry={send} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={prove.isPending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <SendButton atEnd type="submit" variant={danger ? 'danger' : 'filled'} busy={prove.isPending}>
            {confirm}
          </SendButton>
        </div>
      </form>
    </Dialog>
  );
}
