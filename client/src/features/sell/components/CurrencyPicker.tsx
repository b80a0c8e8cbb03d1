import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { payoutCurrenciesQuery } from '#client/features/rates/rates.queries.ts';
import { currencyName } from '#client/lib/format/format.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx';

interface CurrencyPickerProps {
  currency: string;
  error: string | undefined;
  onCurrency: (currency: string) => void;
}

/** What the payout is made in, found by code or name. */
export function CurrencyPicker({ currency, error: problem, onCurrency }: CurrencyPickerProps) {
  const { t } = useTranslation('sell');
  const { data: currencies, error } = useQuery(payoutCurrenciesQuery);
  const options = useMemo(
    () =>
      (currencies ?? [])
        .filter(({ unitsPerUsd, isPaused }) => unitsPerUsd !== null && !isPaused)
        .map(({ code, name, symbol, group }) => ({
          value: code,
          text: `${code} · ${currencyName(code)}`,
          keywords: name,
          aside: symbol,
          group: t(`currencyGroup.${group}`),
        })),
    [currencies, t],
  );
  return (
    <>
      <Combobox
        label={t('amount.payoutCurrency')}
        options={options}
        value={currency}
        onChange={onCurrency}
        placeholder={t('amount.findCurrency')}
        error={problem}
      />
      <Problem error={error} />
    </>
  );
}
