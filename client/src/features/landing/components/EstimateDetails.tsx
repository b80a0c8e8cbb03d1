import { useTranslation } from 'react-i18next';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { formatPercent, formatRate } from '#client/lib/format/format.ts';
import { formatWhen } from '#client/lib/format/when.ts';
import { DottedRow, DottedRows, PerforatedEdge, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { Api } from '#shared/api.ts';

type Estimate = Api['POST /api/calculate-sell-amount']['output'];

interface EstimateDetailsProps {
  estimate: {
    data: Estimate | undefined;
    error: Error | null;
    refreshing: boolean;
    retry: () => void;
  };
  symbol: string | undefined;
  currency: string | undefined;
  /**
   * The usual time of a payout if no time of arrival is known; the operator's text, empty if the operator promises
   * none.
   */
  arrives: string | undefined;
}

// A line of text, not a box, so that it has the height and baseline of the amount it replaces.
const placeholder = (
  <span aria-hidden="true" className="animate-shimmer rounded-control bg-other-soft text-transparent select-none">
    00,000,000.00
  </span>
);

const arrivalOf = ({ arrivesBy, rateUpdatedAt }: Estimate) =>
  formatWhen(new Date(arrivesBy ?? ''), Date.parse(rateUpdatedAt));

/** Rate, fee and payout together, before any commitment. */
export function EstimateDetails({ estimate, symbol, currency, arrives }: EstimateDetailsProps) {
  const { t } = useTranslation(['landing', 'common']);
  const isHydrated = useHydrated();
  const { data: shownEstimate, error, refreshing, retry } = estimate;
  if (error) {
    return (
      <div className="py-4">
        <Problem error={error} action={<Button text={t('common:action.tryAgain')} size="small" onClick={retry} />} />
      </div>
    );
  }
  // The server does not know the visitor's clock.
  const text = shownEstimate?.arrivesBy ? isHydrated && t('calc.by', { time: arrivalOf(shownEstimate) }) : arrives;
  const available = !shownEstimate || shownEstimate.buyingRate > 0;
  return (
    <>
      <DottedRows className="mt-3 mb-2">
        <DottedRow label={t('calc.rate')} prose={!available}>
          {available
            ? shownEstimate
              ? formatRate(symbol ?? '', shownEstimate.currency, shownEstimate.buyingRate)
              : placeholder
            : t('calc.noRate')}
        </DottedRow>
        <DottedRow label={t('calc.subtotal')}>
          {shownEstimate ? <Money amount={shownEstimate.grossAmount} currency={shownEstimate.currency} /> : placeholder}
        </DottedRow>
        <DottedRow
          label={
            shownEstimate ? t('calc.fee', { percent: formatPercent(shownEstimate.feePercent) }) : t('calc.feePlain')
          }
        >
          {shownEstimate ? (
            <Money amount={-shownEstimate.marginAmount} currency={shownEstimate.currency} />
          ) : (
            placeholder
          )}
        </DottedRow>
        {arrives !== '' && (
          <DottedRow label={t('calc.arrives')} prose>
            {text ? <span className="inline-block first-letter:uppercase">{text}</span> : placeholder}
          </DottedRow>
        )}
      </DottedRows>
      <PerforatedEdge />
      <SlipTotal
        label={t('calc.get')}
        amount={shownEstimate?.netAmount ?? 0}
        currency={shownEstimate?.currency ?? currency ?? ''}
        refreshing={refreshing}
      />
    </>
  );
}
