import { useTranslation } from 'react-i18next';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { holdPayout } from '#shared/payouts/payouts.contract.ts';

export interface ReasonDialogProps {
  title: string;
  subtitle: string;
  danger?: boolean;
  busy: boolean;
  error: unknown;
  onSend: (reason: string) => void;
  onClose: () => void;
}

/** Asks why before a payout or a batch is moved. */
export function ReasonDialog({ title, onSend, ...dialog }: ReasonDialogProps) {
  const { t } = useTranslation('payouts.admin');
  const form = useContractForm(holdPayout.body, { defaultValues: { reason: '' } });
  const field = useFields(form);
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={title}
      confirm={title}
      failed={t('failed.change')}
      onSubmit={({ reason }) => onSend(reason)}
    >
      <TextArea label={t('reason')} rows={3} maxLength={500} {...field('reason')} />
    </FormDialog>
  );
}
