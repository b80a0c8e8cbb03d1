import { CircleDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currencyName, formatMagnitude, formatTime } from '#client/lib/format.ts';
import { SlipTotal } from '#client/ui/Slip.tsx';
import type { SellFigures } from '../sell.api.ts';
import { CurrencyPicker } from './CurrencyPicker.tsx';

interface PayoutFigureProps {
  figures: SellFigures | undefined;
  refreshing: boolean;
  currency: string;
  onCurrency: (currency: string) => void;
}

/** What comes out, in the chosen currency: the figure, its size in words, and when the rate is from. */
export function PayoutFigure({ figures, refreshing, currency, onCurrency }: PayoutFigureProps) {
  const { t } = useTranslation('sell');
  const quoted = figures && figures.buyingRate > 0 ? figures : undefined;
  return (
    <div className="flex flex-col gap-4">
      <CurrencyPicker currency={currency} onCurrency={onCurrency} />
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
              <span>{words(t, quoted)}</span>
              <span className="inline-flex items-center gap-1.5 figures">
                <CircleDot aria-hidden="true" className="size-4 text-completed" strokeWidth={1.75} />
                {t('amount.liveAt', { time: formatTime(quoted.rateUpdatedAt, { seconds: true }) })}
              </span>
            </div>
          </>
        ) : figures ? (
          <p className="font-medium">{t('rateUnavailable')}</p>
        ) : (
          <p className="text-sm text-muted">{t('amount.typeFirst')}</p>
        )}
      </div>
    </div>
  );
}

function words(t: ReturnType<typeof useTranslation<'sell'>>['t'], { netAmount, currency }: SellFigures): string {
  const magnitude = formatMagnitude(netAmount);
  return magnitude ? t('amount.magnitude', { magnitude, currency: currencyName(currency) }) : currencyName(currency);
}
