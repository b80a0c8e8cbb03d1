import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm, useFields } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { CredentialFields, credentials, emptyCredentials, isCredentialsError } from './CredentialFields.tsx';

const schema = z.object(credentials);

interface CredentialsDialogProps {
  title: string;
  /** The label of the button, which names the action. */
  confirm: string;
  danger?: boolean;
  /** Shown above the server's message when the action fails. */
  failed: string;
  mutation: { isPending: boolean; error: unknown; reset: () => void };
  onProven: (proof: z.output<typeof schema>) => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks the owner for the password, and the code where one is needed, before an action on the account. */
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
  const form = useContractForm(schema, { defaultValues: emptyCredentials });
  const field = useFields(form);
  return (
    <Dialog open title={title} locked={mutation.isPending} widthPx={480} onClose={onClose}>
      <ShortForm
        form={form}
        className="flex flex-col gap-5"
        onSubmit={(proof) => !mutation.isPending && onProven(proof)}
        onChange={mutation.reset}
        error={mutation.error}
      >
        {children}
        <CredentialFields field={field} error={mutation.error} />
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
      </ShortForm>
    </Dialog>
  );
}
