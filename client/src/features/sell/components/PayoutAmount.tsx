import { CircleDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currencyName, formatMagnitude, formatTime } from '#client/lib/format/format.ts';
import { SlipTotal } from '#client/ui/brand/Slip.tsx';
import type { SellEstimate } from '../sell.queries.ts';
import { CurrencyPicker } from './CurrencyPicker.tsx';

interface PayoutAmountProps {
  estimate: SellEstimate | undefined;
  refreshing: boolean;
  currency: string;
  /** What is wrong with the currency. */
  error: string | undefined;
  onCurrency: (currency: string) => void;
}

/** The payout in the chosen currency: the amount, its magnitude as text, and the time of the rate. */
export function PayoutAmount({ estimate, refreshing, currency, error, onCurrency }: PayoutAmountProps) {
  const { t } = useTranslation('sell');
  const quoted = estimate && estimate.buyingRate > 0 ? estimate : undefined;
  const isSample = quoted?.source === 'sample';
  return (
    <div className="flex flex-col gap-4">
      <CurrencyPicker currency={currency} error={error} onCurrency={onCurrency} />
      <div className="@container flex min-h-28 flex-col justify-center gap-1 rounded-control border border-line bg-sunken px-4 py-3">
        {quoted ? (
          <>
            <SlipTotal
              label={t('amount.youGetAbout')}
              amount={quoted.netAmount}
              currency={quoted.currency}
              refreshing={refreshing}
              large
            />
            <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
              <span>{amountText(t, quoted)}</span>
              <span className="inline-flex items-center gap-1.5 figures">
                {!isSample && <CircleDot aria-hidden="true" className="size-4 text-completed" strokeWidth={1.75} />}
                {t(isSample ? 'amount.sampleAt' : 'amount.liveAt', {
                  time: formatTime(quoted.rateUpdatedAt, { seconds: true }),
                })}
              </span>
            </div>
          </>
        ) : estimate ? (
          <p className="font-medium">{t('rateUnavailable')}</p>
        ) : (
          <p className="text-sm text-muted">{t('amount.typeFirst')}</p>
        )}
      </div>
    </div>
  );
}

function amountText(t: ReturnType<typeof useTranslation<'sell'>>['t'], { netAmount, currency }: SellEstimate): string {
  const magnitude = formatMagnitude(netAmount);
  return magnitude ? t('amount.magnitude', { magnitude, currency: currencyName(currency) }) : currencyName(currency);
}
