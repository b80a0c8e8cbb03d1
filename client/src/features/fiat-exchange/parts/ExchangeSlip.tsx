import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Times } from '#client/features/sell/parts/SaleSlip.tsx';
import { formatMoney, formatRate, formatRelative } from '#client/lib/format.ts';
import { Leader, Leaders, Slip, SlipTotal, Tear } from '#client/ui/Slip.tsx';
import type { ExchangeFigures } from '../exchange.api.ts';

interface ExchangeSlipProps {
  figures: ExchangeFigures;
  /** The order's reference, once there is one. */
  reference?: string | undefined;
  refreshing?: boolean;
  /** Further rows, such as the account it is paid to. */
  rows?: ReactNode;
}

/** The exchange as a slip: what is sent, at which rate, and what comes out. */
export function ExchangeSlip({ figures, reference, refreshing, rows }: ExchangeSlipProps) {
  const { t } = useTranslation('exchange');
  const { fromCurrency, toCurrency, inputAmount, outputAmount, exchangeRate, rateUpdatedAt, source } = figures;
  const age = t(source === 'sample' ? 'currency.sampleRateSet' : 'currency.rateSet', {
    age: formatRelative(rateUpdatedAt),
  });
  return (
    <Slip
      seed={reference ?? `${fromCurrency}-${toCurrency}`}
      title={reference ? t('slip.title') : t('slip.soFar')}
      aside={reference ? <span className="font-mono">{reference}</span> : age}
    >
      <SlipTotal label={t('slip.receive')} amount={outputAmount} currency={toCurrency} refreshing={refreshing} />
      <Leaders className="mt-4">
        <Leader label={t('slip.send')}>
          {formatMoney(inputAmount, fromCurrency)} {fromCurrency}
        </Leader>
        <Leader label={t('slip.rate')}>{formatRate(fromCurrency, toCurrency, exchangeRate)}</Leader>
        <Leader label={t('slip.fee')} words>
          {t('slip.noFee')}
        </Leader>
        {rows}
      </Leaders>
      <Tear />
      <Times afterTransfer />
    </Slip>
  );
}

/** The folded slip's one line: what comes out. */
export function SummaryLine({ figures: { outputAmount, toCurrency } }: { figures: ExchangeFigures }) {
  const { t } = useTranslation('exchange');
  return (
    <>
      <span className="text-muted">{t('slip.receive')}</span>
      <bdi dir="ltr" className="font-semibold figures">
        {formatMoney(outputAmount, toCurrency)} {toCurrency}
      </bdi>
    </>
  );
}
