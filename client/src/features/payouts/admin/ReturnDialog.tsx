import { useTranslation } from 'react-i18next';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { returnPayout } from '#shared/payouts/payouts.contract.ts';
import { returnReasons } from '#shared/payouts/payouts.lifecycle.ts';
import type { ReasonDialogProps } from './ReasonDialog.tsx';

interface ReturnDialogProps extends Omit<ReasonDialogProps, 'onSend'> {
  onSend: (returned: {
    reason: (typeof returnReasons)[number];
    note: string;
    askCustomer?: boolean | undefined;
  }) => void;
}

/** What the bank says of money that came back, and whether the customer is asked for another account. */
export function ReturnDialog({ title, onSend, ...dialog }: ReturnDialogProps) {
  const { t } = useTranslation('payouts.admin');
  const defaultValues = { reason: 'account_closed', note: '', askCustomer: true } as const;
  const form = useContractForm(returnPayout.body, { defaultValues });
  const field = useFields(form);
  return (
    <FormDialog {...dialog} form={form} title={title} confirm={title} failed={t('failed.change')} onSubmit={onSend}>
      <Select label={t('column.reason')} {...field('reason')}>
        {returnReasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(`returned.${reason}`)}
          </option>
        ))}
      </Select>
      <TextArea label={t('reason')} rows={3} maxLength={2000} {...field('note')} />
      <Checkbox label={t('askCustomer')} {...form.register('askCustomer')} />
    </FormDialog>
  );
}
