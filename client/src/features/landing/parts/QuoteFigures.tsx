import { useTranslation } from 'react-i18next';
import type { Api } from '#shared/api.ts';
import { formatPercent, formatRate } from '#client/lib/format.ts';
import { Button } from '#client/ui/Button.tsx';
import { Money } from '#client/ui/Money.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { Leader, Leaders, SlipTotal, Tear } from '#client/ui/Slip.tsx';

interface QuoteFiguresProps {
  quote: {
    data: Api['POST /api/calculate-sell-amount']['output'] | undefined;
    error: Error | null;
    refreshing: boolean;
    retry: () => void;
  };
  symbol: string | undefined;
  currency: string | undefined;
  /** How long the money takes, in the operator's words. */
  arrives: string | undefined;
}

// A line of text and not a box, so that it has the height and the baseline of the figure it stands for.
const figureToCome = (
  <span aria-hidden="true" className="animate-shimmer rounded-control bg-other-soft text-transparent select-none">
    00,000,000.00
  </span>
);

/** Rate, fee and payout together, before anybody commits to anything. */
export function QuoteFigures({ quote, symbol, currency, arrives }: QuoteFiguresProps) {
  const { t } = useTranslation(['landing', 'common']);
  const { data: figures, error, refreshing, retry } = quote;
  if (error) {
    return (
      <div className="py-4">
        <Problem
          error={error}
          action={
            <Button size="small" onClick={retry}>
              {t('common:action.tryAgain')}
            </Button>
          }
        />
      </div>
    );
  }
  const available = !figures || figures.buyingRate > 0;
  return (
    <>
      <Leaders className="mt-3 mb-2">
        <Leader label={t('calc.rate')} words={!available}>
          {available
            ? figures
              ? formatRate(symbol ?? '', figures.currency, figures.buyingRate)
              : figureToCome
            : t('calc.noRate')}
        </Leader>
        <Leader label={t('calc.subtotal')}>
          {figures ? <Money amount={figures.grossAmount} currency={figures.currency} /> : figureToCome}
        </Leader>
        <Leader label={figures ? t('calc.fee', { percent: formatPercent(figures.feePercent) }) : t('calc.feePlain')}>
          {figures ? <Money amount={-figures.marginAmount} currency={figures.currency} /> : figureToCome}
        </Leader>
        <Leader label={t('calc.arrives')} words>
          {arrives ?? figureToCome}
        </Leader>
      </Leaders>
      <Tear />
      <SlipTotal
        label={t('calc.get')}
        amount={figures?.netAmount ?? 0}
        currency={figures?.currency ?? currency ?? ''}
        refreshing={refreshing}
      />
    </>
  );
}
