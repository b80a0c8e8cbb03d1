import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { currencyForm } from './fiat-exchange.admin-forms.ts';
import { useSaveCurrency, type AdminCurrency } from './fiat-exchange.admin.queries.ts';

interface CurrencyDialogProps {
  /** The currency to change; absent for a new one. */
  currency?: AdminCurrency;
  nextOrder: number;
  onClose: () => void;
}

/** The dialog of a currency: its code, name, symbol and position, and if it is active. */
export function CurrencyDialog({ currency, nextOrder, onClose }: CurrencyDialogProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  const { code = '', name = '', symbol = '', isActive = true } = currency ?? {};
  const defaultValues = { code, name, symbol, sortOrder: String(nextOrder), isActive };
  const [form, field] = useContractForm(currencyForm, { defaultValues });
  useLeaveGuard(form.formState.isDirty);
  const codeField = field('code');
  const save = useSaveCurrency(currency?.id);
  const toastSuccess = toastDone({ title: t(currency ? 'currencies.updated' : 'currencies.created') }, onClose);
  return (
    <FormDialog
      form={form}
      title={currency ? t('currencies.editTitle', { code }) : t('currencies.add')}
      confirm={currency ? t('save') : t('currencies.create')}
      by={save}
      failed={t(currency ? 'currencies.failed.update' : 'currencies.failed.create')}
      onSubmit={(body) => save.mutate(body, { onSuccess: toastSuccess })}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label={t('currencies.code')}
          autoComplete="off"
          {...codeField}
          onChange={(event) => {
            event.target.value = event.target.value.toUpperCase();
            return codeField.onChange(event);
          }}
        />
        <TextInput label={t('currencies.symbol')} autoComplete="off" {...field('symbol')} />
      </div>
      <TextInput label={t('currencies.name')} autoComplete="off" {...field('name')} />
      <TextInput label={t('currencies.sortOrder')} inputMode="numeric" autoComplete="off" {...field('sortOrder')} />
      <Checkbox label={t('currencies.isActive')} {...form.register('isActive')} />
    </FormDialog>
  );
}
