import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, type ReactNode } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '#client/lib/api/call.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm, useFields } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { CredentialFields, credentials, emptyCredentials, isCredentialsError } from './CredentialFields.tsx';

const schema = z.object(credentials);
type Typed = z.input<typeof schema>;
type Proof = z.output<typeof schema>;

interface StepUpDialogProps {
  title: string;
  /** The label of the button, which names the action. */
  confirm: string;
  danger?: boolean;
  /** Shown above the server's message when the action fails. */
  failed: string;
  /** Does the action with the token that proves the password; a rejection is shown here. */
  onProven: (stepUp: string) => Promise<unknown>;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks for the password again before a dangerous action, and does it; stays open until it is done. */
export function StepUpDialog(props: StepUpDialogProps) {
  const form = useContractForm(schema, { defaultValues: emptyCredentials });
  const { setFocus } = form;
  // After the dialog has opened, which puts the focus on its first button.
  useEffect(() => setFocus('password'), [setFocus]);
  return <StepUpFormDialog {...props} form={form} />;
}

interface StepUpFormDialogProps<Values extends Typed, Parsed extends Proof> extends Omit<
  StepUpDialogProps,
  'onProven'
> {
  /** `credentials` and the fields that are among the children. */
  form: UseFormReturn<Values, unknown, Parsed>;
  onProven: (stepUp: string, values: Parsed) => Promise<unknown>;
}

/** The same for an action that has fields of its own. */
export function StepUpFormDialog<Values extends Typed, Parsed extends Proof>({
  form,
  title,
  confirm,
  danger = false,
  failed,
  onProven,
  onClose,
  children,
}: StepUpFormDialogProps<Values, Parsed>) {
  const { t } = useTranslation(['auth', 'common']);
  const field = useFields(form);
  const formId = useId();
  const prove = useMutation({
    mutationFn: async (values: Parsed) => {
      const { password, code } = values;
      const { stepUpToken } = await call('POST /api/admin/step-up', { body: { password, code } });
      await onProven(stepUpToken, values);
    },
    onSuccess: onClose,
  });
  const send = (values: Parsed) => {
    if (!prove.isPending) prove.mutate(values);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={prove.isPending}
      title={title}
      footer={
        <>
          <Button disabled={prove.isPending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <SendButton atEnd type="submit" form={formId} variant={danger ? 'danger' : 'filled'} busy={prove.isPending}>
            {confirm}
          </SendButton>
        </>
      }
    >
      <ShortForm
        id={formId}
        data-first-focus
        form={form}
        className="flex flex-col gap-5"
        onSubmit={send}
        onChange={prove.reset}
        error={prove.error}
      >
        {children}
        <CredentialFields
          field={(name) => field(name as FieldPath<Values>)}
          hint={t('stepUp.why')}
          error={prove.error}
        />
        {prove.error && !isCredentialsError(prove.error) && (
          <AdminProblem error={prove.error} title={failed} onRetry={() => void form.handleSubmit(send)()} />
        )}
      </ShortForm>
    </Dialog>
  );
}
