import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { isCredentialsError, emptyCredentials, CredentialFields, credentialsBody } from './CredentialFields.tsx';

interface CredentialsDialogProps {
  title: string;
  /** The button, which names the deed. */
  confirm: string;
  danger?: boolean;
  /** Stands above the server's message when the deed fails. */
  failed: string;
  mutation: { isPending: boolean; error: unknown; reset: () => void };
  onProven: (proof: { password: string; code?: string }) => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks the owner for the password, and the code where one is needed, before a deed on the account. */
export function CredentialsDialog({
  title,
  confirm,
  danger = false,
  failed,
  mutation,
  onProven,
  onClose,
  children,
}: CredentialsDialogProps) {
  const { t } = useTranslation();
  const [proof, setProof] = useState(emptyCredentials);
  const [asked, setAsked] = useState(false);
  return (
    <Dialog open title={title} locked={mutation.isPending} widthPx={480} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (proof.password && !mutation.isPending) onProven(credentialsBody(proof));
        }}
      >
        {children}
        <CredentialFields
          proof={proof}
          asked={asked}
          error={mutation.error}
          onChange={(next) => {
            mutation.reset();
            setProof(next);
          }}
        />
        {mutation.error && !isCredentialsError(mutation.error) ? (
          <Problem error={mutation.error} title={failed} />
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={mutation.isPending} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <SendButton atEnd type="submit" variant={danger ? 'danger' : 'filled'} busy={mutation.isPending}>
            {confirm}
          </SendButton>
        </div>
      </form>
    </Dialog>
  );
}
