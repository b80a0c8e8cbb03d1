import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { text } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';

const fields = z.object({
  target: text(200),
  reason: text(2000, { min: 1, error: reason('unmatched_reason_required') }),
});

interface ReasonDialogProps {
  title: string;
  /** What is named beside the reason, where something is. */
  target?: { label: string; value: string } | undefined;
  busy: boolean;
  error: Error | null;
  onSubmit: (values: z.output<typeof fields>) => void;
  onClose: () => void;
}

/** An action of the team that keeps its reason. */
export function ReasonDialog({ title, target, busy, error, onSubmit, onClose }: ReasonDialogProps) {
  const { t } = useTranslation('settlements.admin');
  const form = useContractForm(fields, { defaultValues: { target: target?.value ?? '', reason: '' } });
  const field = useFields(form);
  return (
    <FormDialog
      form={form}
      title={title}
      confirm={title}
      busy={busy}
      error={error}
      failed={t('failed.decide')}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {target && (
        <TextInput label={target.label} autoComplete="off" spellCheck={false} dir="ltr" {...field('target')} />
      )}
      <TextArea label={t('reason')} maxLength={2000} rows={3} {...field('reason')} />
    </FormDialog>
  );
}
