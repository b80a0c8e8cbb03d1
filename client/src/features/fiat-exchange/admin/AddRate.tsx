import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { hasCode } from '#client/lib/api/call.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm, useFields } from '#client/ui/form/Form.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { newRateForm } from './fiat-exchange.admin-forms.ts';
import { useAddRate, type AdminCurrency, type AdminRate } from './fiat-exchange.admin.queries.ts';

const empty = { fromCurrency: '', toCurrency: '', exchangeRate: '' };

/** The rate of a pair that has none yet. */
export function AddRate({ currencies, rates }: { currencies: readonly AdminCurrency[]; rates: readonly AdminRate[] }) {
  const { t, i18n } = useTranslation('fiat-exchange.admin');
  const schema = newRateForm(i18n.language, rates, (pair) => t('rates.known', pair));
  const form = useContractForm(schema, { defaultValues: empty });
  const field = useFields(form);
  useLeaveGuard(form.formState.isDirty);
  const add = useAddRate();
  const isUnconfirmed = hasCode(add.error, 'confirmation_required');
  const send = (rate: z.output<typeof schema>, confirm = false) => {
    const done = () => {
      toast({ title: t('rates.added'), tone: 'done' });
      form.reset(empty);
    };
    add.mutate({ ...rate, confirm }, { onSuccess: done });
  };
  const sendAgain = () => void form.handleSubmit((rate) => send(rate, isUnconfirmed))();
  return (
    <ShortForm
      form={form}
      aria-label={t('rates.addTitle')}
      className="card flex flex-col gap-3 p-4"
      onSubmit={(rate) => send(rate)}
      onChange={add.reset}
      error={add.error}
    >
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]">
        <CurrencySelect label={t('rates.from')} currencies={currencies} {...field('fromCurrency')} />
        <CurrencySelect label={t('rates.to')} currencies={currencies} {...field('toCurrency')} />
        <TextInput
          label={t('rates.rate')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          placeholder="0.00000001"
          {...field('exchangeRate')}
        />
        <Button
          type="submit"
          variant="filled"
          busy={add.isPending}
          icon={<Plus aria-hidden="true" className="size-4" strokeWidth={2} />}
          className="min-h-12 lg:mt-7"
        >
          {t('rates.add')}
        </Button>
      </div>
      {add.error && (
        <AdminProblem
          error={add.error}
          title={t('rates.failed.add')}
          onRetry={sendAgain}
          remedy={
            isUnconfirmed ? (
              <Button size="small" onClick={sendAgain}>
                {t('rates.farYes', { rate: form.getValues('exchangeRate') })}
              </Button>
            ) : undefined
          }
        />
      )}
    </ShortForm>
  );
}

type CurrencySelectProps = Omit<ComponentProps<typeof Select>, 'children'> & { currencies: readonly AdminCurrency[] };

function CurrencySelect({ currencies, ...select }: CurrencySelectProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  return (
    <Select {...select}>
      <option value="">{t('rates.choose')}</option>
      {currencies.map(({ code, name }) => (
        <option key={code} value={code}>
          {code} · {name}
        </option>
      ))}
    </Select>
  );
}
