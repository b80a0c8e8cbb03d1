import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { cryptoAssetsQuery, payoutCurrenciesQuery } from '#client/features/rates/rates.queries.ts';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { currencyName, formatMoneyText, formatPercent, formatRate, formatTime } from '#client/lib/format/format.ts';
import { DottedRow } from '#client/ui/brand/Slip.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { AmountInput, UnitSelect } from '#client/ui/form/AmountInput.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import type { OfferInput } from '#shared/offers/offers.contract.ts';
import { coinById, coins } from '#shared/reference/coins.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { offerEstimateQuery, useMakeOffer, type AdminOffer, type OfferEstimate } from '../offers.queries.ts';
import { CustomerField } from './CustomerField.tsx';
import { offerDurations, offerForm, spreadOf, type TypedOffer } from './offers.form.ts';
import { OfferSlip } from './OfferSlip.tsx';

const typingPauseMs = 300;

/** The fields of an offer that are filled in before its form opens; the amount is decimal text. */
export type OfferDraft = Partial<Pick<TypedOffer, 'amount' | 'coinId' | 'currency' | 'userId'>>;

interface OfferDialogProps {
  draft?: OfferDraft;
  onMade: (offer: AdminOffer) => void;
  onClose: () => void;
}

/** The form of an offer, next to its current terms. */
export function OfferDialog({ draft = {}, onMade, onClose }: OfferDialogProps) {
  const { t, i18n } = useTranslation('offers.admin');
  const [schema] = useState(() => offerForm(i18n.language));
  const [form] = useContractForm<TypedOffer, OfferInput>(schema, {
    defaultValues: {
      amount: draft.amount ?? '',
      coinId: draft.coinId ?? coins[0]?.id ?? '',
      currency: draft.currency ?? 'USD',
      minutes: '60',
      userId: draft.userId ?? '',
      percent: '0',
      side: 'worse',
      note: '',
    },
  });
  const make = useMakeOffer();
  // The form has default values for all of them, so that none is undefined.
  const typedOffer = useWatch({ control: form.control }) as TypedOffer;
  const estimate = useEstimate(typedOffer, i18n.language);
  const net = estimate.data?.terms?.net;
  return (
    <FormDialog
      full
      widthPx={760}
      form={form}
      title={t('form.title')}
      confirm={
        net === undefined
          ? t('form.submitPlain')
          : t('form.submit', { amount: formatMoneyText(net, typedOffer.currency) })
      }
      by={make}
      failed={t('form.failed')}
      onSubmit={(body) => make.mutate(body, { onSuccess: onMade })}
      onClose={onClose}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_18.5rem] md:items-start">
        <OfferFields form={form} estimate={estimate.data} />
        <Preview typedOffer={typedOffer} estimate={estimate} />
      </div>
    </FormDialog>
  );
}

/** The terms that the typed offer would promise, read again while the form is open. */
function useEstimate(typedOffer: TypedOffer, language: string) {
  const amount = normaliseAmount(typedOffer.amount, language);
  const spreadPercent = spreadOf(typedOffer, language);
  const isWhole = amount !== undefined && /[1-9]/.test(amount) && Number.isFinite(spreadPercent);
  const { coinId, currency: payoutCurrency } = typedOffer;
  const requestedTerms = JSON.stringify(isWhole ? { coinId, amount, payoutCurrency, spreadPercent } : null);
  // The text was written two lines above, from exactly this.
  const body = JSON.parse(useDebounced(requestedTerms, typingPauseMs)) as
    | Parameters<typeof offerEstimateQuery>[0]
    | null;
  const { data, isFetching } = useQuery(offerEstimateQuery(body ?? undefined));
  return { data: isWhole ? data : undefined, refreshing: isFetching || JSON.stringify(body) !== requestedTerms };
}

interface PreviewProps {
  typedOffer: TypedOffer;
  estimate: { data: OfferEstimate | undefined; refreshing: boolean };
}

function Preview({ typedOffer, estimate: { data, refreshing } }: PreviewProps) {
  const { t } = useTranslation('offers.admin');
  const { coinId, currency, minutes } = typedOffer;
  const symbol = coinById(coinId)?.symbol ?? coinId;
  const now = useNow(true, 10_000);
  const endTime = formatTime(new Date(now + Number(minutes) * minuteMs).toISOString());
  return (
    <div className="flex flex-col gap-3">
      {data?.terms && data.marketRate !== null && (
        <OfferSlip
          seed="Landfall"
          label={t('form.gets')}
          before={<DottedRow label={t('form.market')}>{formatRate(symbol, currency, data.marketRate)}</DottedRow>}
          {...{ symbol, currency, terms: data.terms, refreshing }}
        >
          <DottedRow label={t('form.until')}>{endTime}</DottedRow>
        </OfferSlip>
      )}
      {data && !data.terms && <Note tone="warning">{t('form.noRate')}</Note>}
      <p className="text-sm">{t('form.promise', { time: endTime })}</p>
    </div>
  );
}

interface OfferFieldsProps {
  form: UseFormReturn<TypedOffer, unknown, OfferInput>;
  estimate: OfferEstimate | undefined;
}

function OfferFields({ form, estimate }: OfferFieldsProps) {
  const { t } = useTranslation('offers.admin');
  const { data: currencies = [] } = useQuery(payoutCurrenciesQuery);
  const field = useFields(form);
  const { ref: amountRef, ...amount } = field('amount');
  const { maxSpreadPercent = 0, asksAbove } = estimate ?? {};
  return (
    <div className="flex flex-col gap-4">
      <div data-first-focus>
        <AmountInput
          label={t('form.amount')}
          size="regular"
          {...amount}
          ref={amountRef}
          unit={<CoinUnit form={form} />}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('form.currency')}
          options={currencies.map(({ code }) => [code, `${code} ${currencyName(code)}`])}
          {...field('currency')}
        />
        <Select
          label={t('form.minutes')}
          options={offerDurations.map((value) => [
            String(value),
            value < 60 ? t('form.minutesOf', { count: value }) : t('form.hoursOf', { count: value / 60 }),
          ])}
          {...field('minutes')}
        />
      </div>
      <CustomerField
        control={form.control}
        name="userId"
        label={t('form.customer')}
        hint={t('form.customerHint')}
        optional
        error={form.formState.errors.userId?.message}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label={t('form.percent')}
          suffix="%"
          inputMode="decimal"
          autoComplete="off"
          hint={t(asksAbove ? 'form.limit' : 'form.limitRefused', { percent: formatPercent(maxSpreadPercent) })}
          {...field('percent')}
        />
        <Select
          label={t('form.side')}
          options={[
            ['worse', t('form.worse')],
            ['better', t('form.better')],
          ]}
          {...field('side')}
        />
      </div>
      <TextInput label={t('form.note')} optional hint={t('form.noteHint')} {...field('note')} />
    </div>
  );
}

/** Labels coins by symbol and network, as two coins may share a symbol. */
function CoinUnit({ form }: Pick<OfferFieldsProps, 'form'>) {
  const { t } = useTranslation('offers.admin');
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const offeredAssets = assets?.filter(({ isSellable }) => isSellable);
  return (
    <Controller
      control={form.control}
      name="coinId"
      render={({ field: { value, onChange } }) => (
        <UnitSelect
          label={t('form.coin')}
          shown={[coinById(value)?.symbol, coinById(value)?.network].filter(Boolean).join(' · ')}
          value={value}
          onValue={onChange}
        >
          {(offeredAssets ?? coins).map(({ id, name, symbol }) => (
            <option key={id} value={id}>
              {symbol} {name}
            </option>
          ))}
        </UnitSelect>
      )}
    />
  );
}
