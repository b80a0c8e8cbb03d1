import type { ComponentProps } from 'react';
import * as z from 'zod';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import type { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { CredentialFields, credentials, emptyCredentials, isCredentialsError } from './CredentialFields.tsx';

const schema = z.object(credentials);
export type Proof = z.output<typeof schema>;

type DialogProp = 'title' | 'confirm' | 'danger' | 'failed' | 'onClose' | 'children';

interface CredentialsDialogProps extends Pick<ComponentProps<typeof ConfirmDialog>, DialogProp> {
  mutation: { isPending: boolean; error: unknown; reset: () => void };
  onProven: (proof: Proof) => void;
}

/** Asks the owner for the password, and the code where one is needed, before an action on the account. */
export function CredentialsDialog({ mutation, onProven, children, ...dialog }: CredentialsDialogProps) {
  const [form] = useContractForm(schema, { defaultValues: emptyCredentials });
  const { error, reset } = mutation;
  return (
    <FormDialog
      {...dialog}
      form={form}
      by={mutation}
      widthPx={480}
      problem={isCredentialsError(error) ? null : <Problem error={error} title={dialog.failed} />}
      onSubmit={onProven}
      onChange={reset}
    >
      {children}
      <CredentialFields field={useFields(form)} error={error} />
    </FormDialog>
  );
}
