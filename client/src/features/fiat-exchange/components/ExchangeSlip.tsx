import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SaleTimes, TimesCard } from '#client/features/sell/components/SellOrderSlip.tsx';
import { formatMoney, formatRate, formatRelative } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, PerforatedEdge, Slip, SlipNote, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { WizardLayout, type WizardLayoutProps } from '#client/ui/layout/WizardLayout.tsx';
import type { ExchangeEstimate } from '../fiat-exchange.queries.ts';
import type { Step } from './useExchange.ts';

interface ExchangeSlipProps {
  estimate: ExchangeEstimate;
  /** The order's reference, once there is one. */
  reference?: string | undefined;
  refreshing?: boolean;
  /** True if the slip consists of the accounts to pay into. */
  plain?: boolean;
  /** Further rows, such as the account it is paid to. */
  rows?: ReactNode;
}

/** The exchange as a slip: the amount sent, the rate, and the amount paid out. */
export function ExchangeSlip({ estimate, reference, refreshing, plain, rows }: ExchangeSlipProps) {
  const { t } = useTranslation(['fiat-exchange', 'orders']);
  const { fromCurrency, toCurrency, inputAmount, outputAmount, exchangeRate, rateUpdatedAt, source } = estimate;
  const age = t(source === 'sample' ? 'currency.sampleRateSet' : 'currency.rateSet', {
    age: formatRelative(rateUpdatedAt),
  });
  return (
    <Slip
      plain={plain}
      seed={reference ?? `${fromCurrency}-${toCurrency}`}
      title={reference ? t('slip.title') : t('slip.soFar')}
      aside={reference && <span className="font-mono">{reference}</span>}
    >
      <SlipTotal label={t('slip.receive')} amount={outputAmount} currency={toCurrency} refreshing={refreshing} />
      <DottedRows className="mt-4">
        <DottedRow label={t('slip.send')}>
          {formatMoney(inputAmount, fromCurrency)} {fromCurrency}
        </DottedRow>
        <DottedRow label={t('slip.rate')}>{formatRate(fromCurrency, toCurrency, exchangeRate)}</DottedRow>
        <DottedRow label={t('slip.fee')} prose>
          {t('orders:slip.noFee')}
        </DottedRow>
        {rows}
      </DottedRows>
      <PerforatedEdge />
      <SaleTimes afterTransfer currency={toCurrency} />
      {!reference && <SlipNote>{age}</SlipNote>}
    </Slip>
  );
}

/** The folded slip in short: the net amount, the rate and the fee. */
export function SummaryLine({ estimate }: { estimate: ExchangeEstimate }) {
  const { t } = useTranslation(['fiat-exchange', 'orders']);
  const { outputAmount, fromCurrency, toCurrency, exchangeRate } = estimate;
  return (
    <>
      <span className="text-muted">{t('slip.receive')}</span>
      <bdi dir="ltr" className="font-semibold figures">
        {formatMoney(outputAmount, toCurrency)} {toCurrency}
      </bdi>
      <span className="flex basis-full flex-wrap justify-between gap-x-3 text-xs text-muted">
        <bdi dir="ltr" className="figures">
          {formatRate(fromCurrency, toCurrency, exchangeRate)}
        </bdi>
        {t('slip.fee')}: {t('orders:slip.noFee')}
      </span>
    </>
  );
}

/** The wizard's frame with the names of its four steps. An opened exchange exits to the list of orders. */
export function ExchangeFrame(props: Omit<WizardLayoutProps, 'title' | 'steps' | 'exitTo'> & { step: Step }) {
  const { t } = useTranslation('fiat-exchange');
  const steps = [t('steps.details'), t('steps.bank'), t('steps.instructions'), t('steps.proof')];
  const exitTo = props.step === 4 ? '/transactions' : '/dashboard';
  return (
    <WizardLayout {...props} title={t('title')} steps={steps} exitTo={exitTo} beside={<TimesCard afterTransfer />} />
  );
}
