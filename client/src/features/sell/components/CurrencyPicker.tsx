import { useQuery } from '@tanstack/react-query';
import { CircleDot } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { payoutCurrenciesQuery } from '#client/features/rates/rates.queries.ts';
import { currencyName, formatMagnitude, formatMoney, formatMoneyText, formatTime } from '#client/lib/format/format.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { AmountInput } from '#client/ui/form/AmountInput.tsx';
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx';
import type { SellEstimate } from '../sell.queries.ts';

interface CurrencyPickerProps {
  currency: string;
  error: string | undefined;
  onCurrency: (currency: string) => void;
}

/** The payout currency, found by code or name. */
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

interface PayoutAmountProps {
  estimate: SellEstimate | undefined;
  refreshing: boolean;
  currency: string;
  /** The problem of the currency. */
  error: string | undefined;
  onCurrency: (currency: string) => void;
  /** The typed payout, if it determines the amount of coins. */
  wantedPayout: { typed: string | undefined; setTyped: (typed: string) => void; error: string | undefined };
}

/** The payout in the chosen currency: the amount, its magnitude as text, and the time of the rate. */
export function PayoutAmount({ estimate, refreshing, currency, error, onCurrency, wantedPayout }: PayoutAmountProps) {
  const { t } = useTranslation('sell');
  const quotedEstimate = estimate && estimate.buyingRate > 0 ? estimate : undefined;
  return (
    <div className="flex flex-col gap-4">
      <CurrencyPicker currency={currency} error={error} onCurrency={onCurrency} />
      <AmountInput
        label={t('amount.youGetAbout')}
        value={
          wantedPayout.typed ?? (quotedEstimate ? formatMoney(quotedEstimate.netAmount, quotedEstimate.currency) : '')
        }
        onValue={wantedPayout.setTyped}
        error={wantedPayout.error}
        aria-busy={refreshing || undefined}
        placeholder="0.00"
        unit={<span className="px-4 font-medium">{currency}</span>}
        hint={quotedEstimate && <PayoutHint estimate={quotedEstimate} typed={wantedPayout.typed !== undefined} />}
      />
      {estimate && !quotedEstimate && <p className="font-medium">{t('rateUnavailable')}</p>}
    </div>
  );
}

/** The magnitude as text, and the time of the rate; the exact payout if another one was typed. */
function PayoutHint({ estimate, typed }: { estimate: SellEstimate; typed: boolean }) {
  const { t } = useTranslation('sell');
  const isSample = estimate.source === 'sample';
  return (
    <span className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
      <span>{typed ? formatMoneyText(estimate.netAmount, estimate.currency) : amountText(t, estimate)}</span>
      <span className="inline-flex items-center gap-1.5 figures">
        {!isSample && <CircleDot className="size-4 text-completed" />}
        {t(isSample ? 'amount.sampleAt' : 'amount.liveAt', {
          time: formatTime(estimate.rateUpdatedAt, { seconds: true }),
        })}
      </span>
    </span>
  );
}

function amountText(t: ReturnType<typeof useTranslation<'sell'>>['t'], { netAmount, currency }: SellEstimate): string {
  const magnitude = formatMagnitude(netAmount);
  return magnitude ? t('amount.magnitude', { magnitude, currency: currencyName(currency) }) : currencyName(currency);
}
