import { useTranslation } from 'react-i18next';
import { formatPercent, formatRate } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, PerforatedEdge, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { Api } from '#shared/api.ts';

interface EstimateDetailsProps {
  estimate: {
    data: Api['POST /api/calculate-sell-amount']['output'] | undefined;
    error: Error | null;
    refreshing: boolean;
    retry: () => void;
  };
  symbol: string | undefined;
  currency: string | undefined;
  /** How long the payout takes; the operator's text, empty where nothing was promised. */
  arrives: string | undefined;
}

// A line of text, not a box, so that it has the height and baseline of the amount it replaces.
const placeholder = (
  <span aria-hidden="true" className="animate-shimmer rounded-control bg-other-soft text-transparent select-none">
    00,000,000.00
  </span>
);

/** Rate, fee and payout together, before any commitment. */
export function EstimateDetails({ estimate, symbol, currency, arrives }: EstimateDetailsProps) {
  const { t } = useTranslation(['landing', 'common']);
  const { data: shownEstimate, error, refreshing, retry } = estimate;
  if (error) {
    return (
      <div className="py-4">
        <Problem error={error} action={<Button text={t('common:action.tryAgain')} size="small" onClick={retry} />} />
      </div>
    );
  }
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
            {arrives ? <span className="inline-block first-letter:uppercase">{arrives}</span> : placeholder}
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
