import { Trash2 } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useChangeSettings, type AdminSettings } from '#client/features/settings/admin/settings.admin.queries.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { currencyName } from '#client/lib/format/format.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { IconButton } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { Form, useFields } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { coins } from '#shared/reference/coins.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { paysCurrency, rails } from '#shared/reference/rails.ts';
import { currencyRuleOf, offerSettings } from '#shared/settings/settings.offer.ts';
import { useRailTitles } from '../components/useRails.ts';

type OfferFields = UseFormReturn<z.input<typeof offerSettings>, unknown, z.output<typeof offerSettings>>;

/** An empty amount means none; an empty spread is reported as missing. */
const asAmount = { setValueAs: (input: unknown) => (input === '' || input === null ? null : Number(input)) };
const asPercent = { setValueAs: (input: unknown) => (input === '' ? Number.NaN : Number(input)) };

/** Payout currencies with their bounds and methods, and the spread on each currency and coin. */
export function OfferForm({ settings }: { settings: AdminSettings }) {
  const { t } = useTranslation(['rates.admin', 'settings.admin']);
  const spreads = Object.fromEntries(coins.map(({ id }) => [id, settings.offer.coins[id] ?? { spreadPercent: 0 }]));
  const [form] = useContractForm(offerSettings, { defaultValues: { ...settings.offer, coins: spreads } });
  const { isDirty } = form.formState;
  useLeaveGuard(isDirty);
  const change = useChangeSettings();
  const listedCodes = Object.keys(form.watch('currencies'));
  const saveOffer = (offer: z.output<typeof offerSettings>) => {
    form.reset(offer);
    toast({ title: t('prices.saved') });
  };
  const save = (offer: z.output<typeof offerSettings>) =>
    change.mutate({ change: { offer }, version: settings.version }, { onSuccess: () => saveOffer(offer) });
  const add = (code: string) =>
    form.setValue(`currencies.${code}`, { ...currencyRuleOf(settings.offer, code), isOn: true }, { shouldDirty: true });
  return (
    <section id="spreads" className="flex scroll-mt-4 flex-col gap-5 card p-4 sm:p-5">
      <header className="flex flex-col gap-1">
        <h2 className="text-base">{t('prices.offerTitle')}</h2>
        <p className="max-w-[80ch] text-sm text-muted">{t('prices.offerLede')}</p>
      </header>
      <Form form={form} onSubmit={save} error={change.error} errorTitle={t('failed.decide')}>
        <Checkbox label={t('prices.others')} {...form.register('others')} />
        <ul className="flex flex-col divide-y divide-line empty:hidden">
          {listedCodes.map((code) => (
            <CurrencyRow key={code} code={code} form={form} />
          ))}
        </ul>
        <Select
          label={t('prices.add')}
          value=""
          onValue={add}
          className="max-w-sm"
          none={t('prices.add')}
          options={payoutCurrencies
            .filter(({ code }) => !listedCodes.includes(code))
            .map(({ code }) => [code, `${code} · ${currencyName(code)}`])}
        />
        <CoinSpreads form={form} />
        <SourceRules form={form} />
        <SendButton
          text={t('prices.save')}
          type="submit"
          variant="filled"
          missing={isDirty ? undefined : t('settings.admin:unchanged')}
          onMissing={() => form.setFocus('others')}
          busy={change.isPending}
          className="self-start"
        />
      </Form>
    </section>
  );
}

function CurrencyRow({ code, form }: { code: string; form: OfferFields }) {
  const { t } = useTranslation(['rates.admin', 'sell']);
  const field = useFields(form);
  const remove = () => {
    const { [code]: _removed, ...currencies } = form.getValues('currencies');
    form.setValue('currencies', currencies, { shouldDirty: true });
  };
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-6">
        <h3 className="min-w-40 text-sm font-semibold">{`${code} · ${currencyName(code)}`}</h3>
        <Checkbox label={t('prices.isOn')} {...form.register(`currencies.${code}.isOn`)} />
        <IconButton label={t('prices.remove', { currency: code })} onClick={remove} className="ms-auto">
          <Trash2 className="size-4" />
        </IconButton>
      </div>
      <Rails code={code} form={form} />
      <div className="grid gap-3 sm:grid-cols-4">
        {(['min', 'max', 'dailyCap'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`prices.${name}`)}
            aria-label={`${code}: ${t(`prices.${name}`)}`}
            inputMode="decimal"
            suffix={code}
            {...field(`currencies.${code}.${name}`)}
            {...form.register(`currencies.${code}.${name}`, asAmount)}
          />
        ))}
        <TextInput
          label={t('prices.spreadPercent')}
          aria-label={`${code}: ${t('prices.spreadPercent')}`}
          inputMode="decimal"
          suffix="%"
          {...field(`currencies.${code}.spreadPercent`)}
          {...form.register(`currencies.${code}.spreadPercent`, asPercent)}
        />
      </div>
    </li>
  );
}

/**
 * The methods by which a currency is paid out, in the order in which they were ticked: forms offer the first one first.
 */
function Rails({ code, form }: { code: string; form: OfferFields }) {
  const { t } = useTranslation('rates.admin');
  const titlesOf = useRailTitles();
  const methods = form.watch(`currencies.${code}.methods`) ?? [];
  const field = useFields(form)(`currencies.${code}.methods`);
  const tick = (id: string, isOn: boolean) => {
    const otherMethods = methods.filter((method) => method !== id);
    form.setValue(`currencies.${code}.methods`, isOn ? [...otherMethods, id] : otherMethods, { shouldDirty: true });
  };
  const railTitles = titlesOf(rails.filter((rail) => paysCurrency(rail, code)));
  return (
    <fieldset className="flex flex-wrap items-center gap-x-6">
      <legend className="sr-only">{`${code}: ${t('prices.rails')}`}</legend>
      {railTitles.map(({ value, title, text }) => (
        <Checkbox
          key={value}
          label={text ? `${title} (${text})` : title}
          checked={methods.includes(value)}
          onChange={({ target }) => tick(value, target.checked)}
        />
      ))}
      {field.error && <p className="text-sm text-rejected">{field.error}</p>}
    </fieldset>
  );
}

/** The maximum distance between sources, and the number of sources that a price needs. */
function SourceRules({ form }: { form: OfferFields }) {
  const { t } = useTranslation('rates.admin');
  const field = useFields(form);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-sm font-semibold">{t('sources.rules')}</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:max-w-2xl">
        <TextInput
          label={t('sources.maxApartPercent')}
          inputMode="decimal"
          suffix="%"
          {...field('sources.maxApartPercent')}
          {...form.register('sources.maxApartPercent', asPercent)}
        />
        <TextInput
          label={t('sources.quorum')}
          inputMode="numeric"
          {...field('sources.quorum')}
          {...form.register('sources.quorum', asPercent)}
        />
        <TextInput
          label={t('prices.maxSpreadPercent')}
          inputMode="decimal"
          suffix="%"
          {...field('maxSpreadPercent')}
          {...form.register('maxSpreadPercent', asPercent)}
        />
      </div>
    </fieldset>
  );
}

function CoinSpreads({ form }: { form: OfferFields }) {
  const { t } = useTranslation('rates.admin');
  const field = useFields(form);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-sm font-semibold">{t('prices.coins')}</legend>
      <div className="grid gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {coins.map(({ id, name }) => (
          <TextInput
            key={id}
            label={name}
            inputMode="decimal"
            suffix="%"
            {...field(`coins.${id}.spreadPercent`)}
            {...form.register(`coins.${id}.spreadPercent`, asPercent)}
          />
        ))}
      </div>
    </fieldset>
  );
}
