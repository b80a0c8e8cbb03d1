import { useTranslation } from 'react-i18next';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { currentLanguage } from '#client/lib/i18n/i18n.ts';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { DateInput } from '#client/ui/form/DateInput.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { setBookRate } from '#shared/books/books.contract.ts';
import { useBookRate } from '../books.queries.ts';
import { symbolOf } from './books.text.ts';
import { unitOptions } from './books.units.ts';

interface RateForm {
  day: string;
  unit: string;
  rate: string;
  note: string;
}

interface RateDialogProps {
  /** The day and the unit without a rate. */
  missing?: Partial<Pick<RateForm, 'day' | 'unit'>> | undefined;
  onClose: () => void;
}

const contract = setBookRate.body.extend(setBookRate.params.shape);
const schema = wireForm(contract, (values: RateForm) => {
  return {
    ...values,
    rate: normaliseAmount(values.rate, currentLanguage()) ?? values.rate.trim(),
  };
});

/** Sets the value of one unit on a day that has no rate. */
export function RateDialog({ missing, onClose }: RateDialogProps) {
  const { t } = useTranslation('books.admin');
  const set = useBookRate();
  const [form, field] = useContractForm(schema, {
    defaultValues: { day: '', unit: 'EUR', rate: '', note: '', ...missing },
  });
  const [day, unit] = form.watch(['day', 'unit']);
  return (
    <FormDialog
      form={form}
      title={t('rate.title')}
      confirm={t('rate.set')}
      by={set}
      failed={t('failed.change')}
      onSubmit={({ rate, note, ...params }) =>
        set.mutate({ params, body: { rate, note } }, { onSuccess: toastDone({ title: t('rate.done') }, onClose) })
      }
      onClose={onClose}
    >
      <DateInput label={t('rate.day')} {...field('day')} value={day} />
      <Select label={t('column.unit')} options={unitOptions} {...field('unit')} value={unit} />
      <TextInput
        label={t('rate.worth', { unit: symbolOf(unit) })}
        suffix="USD"
        inputMode="decimal"
        {...field('rate')}
      />
      <TextArea label={t('note')} rows={2} {...field('note')} />
    </FormDialog>
  );
}
