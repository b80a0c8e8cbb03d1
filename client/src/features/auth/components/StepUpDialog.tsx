import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type ComponentProps } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { call } from '#client/lib/api/call.ts';
import { registerStepUpPrompt } from '#client/lib/session/step-up.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import type { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { CredentialFields, credentials, emptyCredentials, isCredentialsError } from './CredentialFields.tsx';

const schema = z.object(credentials);
type Typed = z.input<typeof schema>;
type Proof = z.output<typeof schema>;

type Shown = 'title' | 'confirm' | 'danger' | 'failed' | 'onClose' | 'children';

interface StepUpDialogProps extends Pick<ComponentProps<typeof ConfirmDialog>, Shown> {
  /** Does the action with the token that proves the password; a rejection is shown here. */
  onProven: (stepUp: string) => Promise<unknown>;
  /** What is said once it is done. */
  done?: string;
}

/** Asks for the password again before a dangerous action, and does it; stays open until it is done. */
export function StepUpDialog(props: StepUpDialogProps) {
  const [form] = useContractForm(schema, { defaultValues: emptyCredentials });
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
export function StepUpFormDialog<Values extends Typed, Parsed extends Proof>(
  props: StepUpFormDialogProps<Values, Parsed>,
) {
  const { onProven, done, children, ...dialog } = props;
  const { t } = useTranslation('auth');
  const field = useFields(dialog.form);
  const by = useMutation({
    mutationFn: async (values: Parsed) => {
      const { password, code } = values;
      const { stepUpToken } = await call('POST /api/admin/step-up', { body: { password, code } });
      await onProven(stepUpToken, values);
      if (done) toast({ title: done });
    },
    onSuccess: dialog.onClose,
  });
  const problem = isCredentialsError(by.error) ? null : undefined;
  return (
    <FormDialog {...dialog} {...{ by, problem }} onSubmit={by.mutate} onChange={by.reset}>
      {children}
      <CredentialFields field={(name) => field(name as FieldPath<Values>)} hint={t('stepUp.why')} error={by.error} />
    </FormDialog>
  );
}

type Answer = (stepUp: string | undefined) => void;

/** The one dialog that asks for the password before calls sent with `withStepUp`. Mounted once, by the admin shell. */
export function StepUpHost() {
  const { t } = useTranslation('auth');
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => registerStepUpPrompt(() => new Promise((resolve) => setAnswer(() => resolve as Answer))), []);
  if (!answer) return null;
  return (
    <StepUpDialog
      title={t('stepUp.title')}
      confirm={t('stepUp.continue')}
      failed={t('stepUp.failed')}
      onProven={(stepUp) => Promise.resolve(answer(stepUp))}
      onClose={() => {
        answer(undefined); // Without effect where the password was proven: the promise is resolved already.
        setAnswer(undefined);
      }}
    >
      <p>{t('stepUp.text')}</p>
    </StepUpDialog>
  );
}
