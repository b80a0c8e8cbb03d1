import { useTranslation } from 'react-i18next';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import type { Api } from '#shared/api.ts';
import { holdPayout, returnPayout } from '#shared/payouts/payouts.contract.ts';
import { returnReasons } from '#shared/payouts/payouts.lifecycle.ts';

interface DialogProps<Body> {
  title: string;
  subtitle: string;
  danger?: boolean;
  busy: boolean;
  error: unknown;
  onSend: (body: Body) => void;
  onClose: () => void;
}

/** Asks why before a payout or a batch is moved. */
export function ReasonDialog({ title, onSend, ...dialog }: DialogProps<{ reason: string }>) {
  const { t } = useTranslation('payouts.admin');
  const form = useContractForm(holdPayout.body, { defaultValues: { reason: '' } });
  const field = useFields(form);
  return (
    <FormDialog {...dialog} form={form} title={title} confirm={title} failed={t('failed.change')} onSubmit={onSend}>
      <TextArea label={t('reason')} rows={3} maxLength={500} {...field('reason')} />
    </FormDialog>
  );
}

type Returned = Api['POST /api/admin/payouts/:id/return']['body'];

/** What the bank says of money that came back, and whether the customer is asked for another account. */
export function ReturnDialog({ title, onSend, ...dialog }: DialogProps<Returned>) {
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
