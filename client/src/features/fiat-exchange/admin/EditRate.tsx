import { Plus } from 'lucide-react';
import { type ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { hasCode } from '#client/lib/api/call.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { formatRate } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { updateExchangeRate } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { decimal } from '#shared/kernel/money.ts';
import { newRateForm } from './fiat-exchange.admin-forms.ts';
import { useAddRate, useChangeRate, type AdminCurrency, type AdminRate } from './fiat-exchange.admin.queries.ts';
import { LargeChange, OldAndNew } from './RateChange.tsx';
import { useRateEditor } from './useRateEditor.ts';

/** The new rate next to the old one, with the size of the move; a move beyond 5 % needs a confirmation. */
export function EditRate({ rate, onClose }: { rate: AdminRate; onClose: () => void }) {
  const { t } = useTranslation(['fiat-exchange.admin', 'common']);
  const editor = useRateEditor(rate, onClose);
  const { form, field, exchangeRate, moved, change, isAsking } = editor;
  return (
    <ShortForm form={form} className="flex max-w-md flex-col gap-2 py-1" onSubmit={editor.save} error={change.error}>
      <TextInput
        label={t('rates.newRate', { from: rate.fromCurrency, to: rate.toCurrency })}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        {...field('exchangeRate')}
        hint={exchangeRate && <OldAndNew rate={rate} exchangeRate={exchangeRate} moved={moved} />}
      />
      <TextInput label={t('rates.validHours')} inputMode="decimal" dir="ltr" {...field('validHours')} />
      {change.error && !isAsking && (
        <AdminProblem error={change.error} title={t('rates.failed.update')} onRetry={editor.writeAgain} />
      )}
      <span className="flex gap-2">
        <Button text={t('save')} type="submit" size="small" busy={change.isPending} />
        <Button text={t('common:action.cancel')} size="small" disabled={change.isPending} onClick={onClose} />
      </span>
      <LargeChange rate={rate} editor={editor} />
    </ShortForm>
  );
}

const marketForm = wireForm(updateExchangeRate.body, ({ marketPercent }: { marketPercent: string }) => ({
  marketPercent: marketPercent.trim() === '' ? Number.NaN : Number(marketPercent),
}));

/** Lets a rate follow the market rate, by a percentage above or below it. */
export function FollowMarket({ rate, onClose }: { rate: AdminRate; onClose: () => void }) {
  const { t } = useTranslation(['fiat-exchange.admin', 'common']);
  const [form, field] = useContractForm(marketForm, {
    defaultValues: { marketPercent: String(rate.marketPercent ?? -1) },
  });
  const change = useChangeRate(rate.id);
  const toastSuccess = toastDone({ title: t('rates.updatedDone') }, onClose);
  const percent = marketForm.safeParse(useWatch({ control: form.control })).data?.marketPercent;
  return (
    <ShortForm
      form={form}
      className="flex max-w-md flex-col gap-2 py-1"
      onSubmit={(body) => change.mutate(body, { onSuccess: toastSuccess })}
      error={change.error}
    >
      <TextInput
        label={t('rates.market')}
        inputMode="text"
        dir="ltr"
        suffix="%"
        {...field('marketPercent')}
        hint={typeof percent === 'number' && <MarketResult rate={rate} percent={percent} />}
      />
      {change.error && <AdminProblem error={change.error} title={t('rates.failed.update')} />}
      <span className="flex gap-2">
        <Button text={t('save')} type="submit" size="small" busy={change.isPending} />
        <Button text={t('common:action.cancel')} size="small" onClick={onClose} />
      </span>
    </ShortForm>
  );
}

/** The rate that the percentage makes of the current market rate. */
function MarketResult({ rate, percent }: { rate: AdminRate; percent: number }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const { fromCurrency, toCurrency, marketRate } = rate;
  if (marketRate === null) return t('rates.marketAway');
  const result = decimal(String(marketRate))
    .times(decimal('100').plus(decimal(String(percent))))
    .div('100');
  return (
    <>
      {t('rates.marketNow')} <Ltr className="figures">{formatRate(fromCurrency, toCurrency, marketRate)}</Ltr>.{' '}
      {t('rates.marketResult')}{' '}
      <Ltr className="text-ink figures">{formatRate(fromCurrency, toCurrency, result.toFixed())}</Ltr>
    </>
  );
}

const emptyRate = { fromCurrency: '', toCurrency: '', exchangeRate: '' };

/** Adds the rate of a pair without one. */
export function AddRate({ currencies, rates }: { currencies: readonly AdminCurrency[]; rates: readonly AdminRate[] }) {
  const { t, i18n } = useTranslation('fiat-exchange.admin');
  const schema = newRateForm(i18n.language, rates, (pair) => t('rates.known', pair));
  const [form, field] = useContractForm(schema, { defaultValues: emptyRate });
  useLeaveGuard(form.formState.isDirty);
  const add = useAddRate();
  const isUnconfirmed = hasCode(add.error, 'confirmation_required');
  const send = (rate: z.output<typeof schema>, confirm = false) => {
    add.mutate(
      { ...rate, confirm },
      { onSuccess: toastDone({ title: t('rates.added') }, () => form.reset(emptyRate)) },
    );
  };
  const sendAgain = () => void form.handleSubmit((rate) => send(rate, isUnconfirmed))();
  return (
    <ShortForm
      form={form}
      id="add-rate"
      aria-label={t('rates.addTitle')}
      className="card scroll-mt-4 flex flex-col gap-3 p-4"
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
          text={t('rates.add')}
          type="submit"
          variant="filled"
          busy={add.isPending}
          icon={<Plus className="size-4" strokeWidth={2} />}
          className="min-h-12 lg:mt-7"
        />
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
    <Select
      none={t('rates.choose')}
      options={currencies.map(({ code, name }) => [code, `${code} · ${name}`])}
      {...select}
    />
  );
}
