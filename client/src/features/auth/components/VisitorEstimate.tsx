import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { sellEstimateQuery } from '#client/features/sell/sell.estimate.queries.ts';
import { formatCrypto, formatMoneyText, formatPercent, formatRate, formatTime } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, PerforatedEdge, Slip, SlipNote, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { coins } from '#shared/reference/coins.ts';
import { sellTermsOf, useReturnTo } from './auth.return-to.ts';

/**
 * Shows the sale that a visitor began in the calculator, beside sign-up; null without one, or if it cannot be quoted.
 */
export function VisitorEstimate({ brief = false }: { brief?: boolean }) {
  return <EstimateAt path={useReturnTo().path} brief={brief} />;
}

/** The estimate on the screen that asks the visitor to sign in. */
export function EstimateHere() {
  const { pathname, search } = useLocation();
  return <EstimateAt path={pathname + search} />;
}

function EstimateAt({ path, brief = false }: { path: string | undefined; brief?: boolean }) {
  const terms = sellTermsOf(path);
  return terms ? <Estimate terms={terms} brief={brief} /> : null;
}

interface EstimateProps {
  terms: { cryptoId: string; cryptoAmount: string; targetCurrency: string };
  /** True to leave out rate and fee, above a form. */
  brief: boolean;
}

function Estimate({ terms, brief }: EstimateProps) {
  const { t } = useTranslation('auth');
  const { data: estimate, isFetching } = useQuery(sellEstimateQuery(terms));
  if (!estimate || estimate.buyingRate === 0) return null;
  const symbol = coins.find(({ id }) => id === terms.cryptoId)?.symbol ?? '';

  return (
    <Slip
      seed={`${terms.cryptoId}${terms.cryptoAmount}`}
      title={t('quote.title')}
      aside={t(estimate.source === 'sample' ? 'quote.sample' : 'quote.live', {
        time: formatTime(estimate.rateUpdatedAt),
      })}
    >
      <SlipTotal
        label={t('quote.youGet')}
        amount={estimate.netAmount}
        currency={estimate.currency}
        refreshing={isFetching}
      />
      <DottedRows>
        <DottedRow label={t('quote.youSell')}>{formatCrypto(terms.cryptoAmount, symbol)}</DottedRow>
        {!brief && (
          <>
            <DottedRow label={t('quote.rate')}>{formatRate(symbol, estimate.currency, estimate.buyingRate)}</DottedRow>
            <DottedRow label={t('quote.fee', { percent: formatPercent(estimate.feePercent) })}>
              {formatMoneyText(`-${estimate.marginAmount}`, estimate.currency)}
            </DottedRow>
          </>
        )}
      </DottedRows>
      {!brief && <PerforatedEdge />}
      {!brief && <SlipNote>{t('quote.note')}</SlipNote>}
    </Slip>
  );
}
