import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { formatChange } from '#client/lib/format/format.ts';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { changePercent, isAlarming } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal } from '#shared/kernel/money.ts';
import { rateForm } from './fiat-exchange.admin-forms.ts';
import { useChangeRate, type AdminRate } from './fiat-exchange.admin.queries.ts';

/** Returns the form and the mutation that change one rate; a change beyond 5 % is asked about before it is sent. */
export function useRateEditor(rate: AdminRate, onClose: () => void) {
  const { t, i18n } = useTranslation('fiat-exchange.admin');
  const schema = rateForm(i18n.language);
  const [form, field] = useContractForm(schema, {
    defaultValues: { exchangeRate: String(rate.exchangeRate), validHours: '' },
  });
  const [isAsking, setAsking] = useState(false);
  useLeaveGuard(form.formState.isDirty);
  const change = useChangeRate(rate.id);
  type Typed = ReturnType<typeof schema.parse>;
  const exchangeRate = schema.safeParse(useWatch({ control: form.control })).data?.exchangeRate;
  const percentOf = (changedRate: string) => changePercent(decimal(String(rate.exchangeRate)), decimal(changedRate));
  const write = (body: Typed) => {
    const done = toastDone({ title: t('rates.updatedDone') }, onClose);
    change.mutate({ ...body, confirm: isAsking }, { onSuccess: done });
  };
  return {
    form,
    field,
    change,
    /** The typed rate; undefined while it is none. */
    exchangeRate,
    /** Difference from the present rate, in per cent. */
    moved: exchangeRate ? formatChange(percentOf(exchangeRate).toFixed()) : '',
    isAsking,
    stopAsking: () => setAsking(false),
    writeAgain: () => void form.handleSubmit(write)(),
    save: (body: Typed) => {
      if (isAlarming(percentOf(body.exchangeRate))) setAsking(true);
      else write(body);
    },
  };
}

export type RateEditor = ReturnType<typeof useRateEditor>;
