import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { ShortForm, useFields } from '#client/ui/form/Form.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { currencyForm } from './fiat-exchange.admin-forms.ts';
import { useChangeCurrency, useCreateCurrency, type AdminCurrency } from './fiat-exchange.admin.queries.ts';

interface CurrencyDialogProps {
  /** The one to change; absent for a new one. */
  currency?: AdminCurrency;
  nextOrder: number;
  onClose: () => void;
}

const valuesOf = (currency: AdminCurrency | undefined, order: number) => ({
  code: currency?.code ?? '',
  name: currency?.name ?? '',
  symbol: currency?.symbol ?? '',
  sortOrder: String(order),
  isActive: currency?.isActive ?? true,
});

/** A currency's code, name, symbol, place and switch. */
export function CurrencyDialog({ currency, nextOrder, onClose }: CurrencyDialogProps) {
  const { t } = useTranslation(['fiat-exchange.admin', 'common']);
  const form = useContractForm(currencyForm, { defaultValues: valuesOf(currency, nextOrder) });
  useLeaveGuard(form.formState.isDirty);
  const create = useCreateCurrency();
  const change = useChangeCurrency();
  const { error, isPending } = currency ? change : create;

  const done = () => {
    toast({ title: t(currency ? 'currencies.updated' : 'currencies.created'), tone: 'done' });
    onClose();
  };
  const send = (body: z.output<typeof currencyForm>) => {
    if (currency) change.mutate({ id: currency.id, body }, { onSuccess: done });
    else create.mutate(body, { onSuccess: done });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={isPending}
      title={currency ? t('currencies.editTitle', { code: currency.code }) : t('currencies.add')}
    >
      <ShortForm form={form} className="flex flex-col gap-4" onSubmit={send} error={error}>
        <Fields form={form} />
        {error && (
          <AdminProblem
            error={error}
            title={t(currency ? 'currencies.failed.update' : 'currencies.failed.create')}
            onRetry={() => void form.handleSubmit(send)()}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={isPending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" variant="filled" busy={isPending}>
            {currency ? t('save') : t('currencies.create')}
          </Button>
        </div>
      </ShortForm>
    </Dialog>
  );
}

function Fields({
  form,
}: {
  form: UseFormReturn<z.input<typeof currencyForm>, unknown, z.output<typeof currencyForm>>;
}) {
  const { t } = useTranslation('fiat-exchange.admin');
  const field = useFields(form);
  const code = field('code');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label={t('currencies.code')}
          maxLength={3}
          autoComplete="off"
          {...code}
          onChange={(event) => {
            event.target.value = event.target.value.toUpperCase();
            return code.onChange(event);
          }}
        />
        <TextInput label={t('currencies.symbol')} maxLength={8} autoComplete="off" {...field('symbol')} />
      </div>
      <TextInput label={t('currencies.name')} maxLength={60} autoComplete="off" {...field('name')} />
      <TextInput label={t('currencies.sortOrder')} inputMode="numeric" autoComplete="off" {...field('sortOrder')} />
      <Checkbox label={t('currencies.isActive')} {...form.register('isActive')} />
    </>
  );
}
