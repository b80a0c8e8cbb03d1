import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { coins } from '#shared/reference/coins.ts';
import { formatCrypto, formatMoney, formatPercent, formatRate, formatTime } from '#client/lib/format.ts';
import { Leader, Leaders, Slip, SlipNote, SlipTotal, Tear } from '#client/ui/Slip.tsx';
import { keptQuoteQuery } from '../auth.api.ts';
import { saleTermsOf, useWayBack } from './way-back.ts';

/** The sale a visitor began in the calculator, shown beside sign-up; nothing where none was begun or none can be quoted. */
export function KeptQuote() {
  const { path } = useWayBack();
  const terms = saleTermsOf(path);
  return terms ? <Quote {...terms} /> : null;
}

function Quote(terms: { cryptoId: string; cryptoAmount: string; targetCurrency: string }) {
  const { t } = useTranslation('auth');
  const { data: quote, isFetching } = useQuery(keptQuoteQuery(terms));
  if (!quote || quote.buyingRate === 0) return null;
  const symbol = coins.find(({ id }) => id === terms.cryptoId)?.symbol ?? '';

  return (
    <Slip
      seed={`${terms.cryptoId}${terms.cryptoAmount}`}
      title={t('kept.title')}
      aside={t('kept.live', { time: formatTime(quote.rateUpdatedAt) })}
    >
      <SlipTotal label={t('kept.youGet')} amount={quote.netAmount} currency={quote.currency} refreshing={isFetching} />
      <Leaders>
        <Leader label={t('kept.youSell')}>{formatCrypto(terms.cryptoAmount, symbol)}</Leader>
        <Leader label={t('kept.rate')}>{formatRate(symbol, quote.currency, quote.buyingRate)}</Leader>
        <Leader label={t('kept.fee', { percent: formatPercent(quote.feePercent) })}>
          {formatMoney(`-${quote.marginAmount}`, quote.currency)}
        </Leader>
      </Leaders>
      <Tear />
      <SlipNote>{t('kept.note')}</SlipNote>
    </Slip>
  );
}
