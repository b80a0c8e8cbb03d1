import { useQuery } from '@tanstack/react-query';
import { Landmark, Timer, UserRoundCheck, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CryptoAsset } from '#client/features/rates/rates.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { formatCrypto, formatMoneyText, formatPercent, formatRate, type Decimal } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, PerforatedEdge, Slip, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { promisedBy } from '#shared/orders/orders.times.ts';
import { railKindOf, railNameOf } from '#shared/reference/rails.ts';
import type { SellEstimate } from '../sell.queries.ts';
import { useArrivalIfNow } from './useArrivalIfNow.ts';

interface SellOrderSlipProps {
  estimate: SellEstimate;
  amount: Decimal;
  symbol: string;
  network: string;
  /** The rail, once one is chosen. */
  method?: string | undefined;
  seed: string;
  title: string;
  aside?: ReactNode;
  refreshing?: boolean;
}

/** The sale as a slip: the amount sold, the rate, the fee, and the payout. */
export function SellOrderSlip(props: SellOrderSlipProps) {
  const { estimate, amount, symbol, network, method, refreshing, ...slip } = props;
  const { t } = useTranslation('sell');
  const { currency } = estimate;
  return (
    <Slip {...slip}>
      <SlipTotal label={t('slip.youGet')} amount={estimate.netAmount} currency={currency} refreshing={refreshing} />
      <SaleRows className="mt-4" estimate={estimate} amount={amount} symbol={symbol} network={network} />
      <PerforatedEdge />
      <SaleTimes method={method} currency={currency} />
    </Slip>
  );
}

type SaleRowsProps = Pick<SellOrderSlipProps, 'estimate' | 'amount' | 'symbol' | 'network'> & { className?: string };

/** The coins that are sold, with network, rate and fee. */
export function SaleRows({ estimate, amount, symbol, network, className }: SaleRowsProps) {
  const { t } = useTranslation('sell');
  const { currency } = estimate;
  return (
    <DottedRows className={className}>
      <DottedRow label={t('slip.youSell')}>{formatCrypto(amount, symbol)}</DottedRow>
      <DottedRow label={t('slip.network')} prose>
        {network}
      </DottedRow>
      <DottedRow label={t('slip.rate')}>{formatRate(symbol, currency, estimate.buyingRate)}</DottedRow>
      <DottedRow label={t('slip.subtotal')}>{formatMoneyText(estimate.grossAmount, currency)}</DottedRow>
      <DottedRow label={t('slip.fee', { percent: formatPercent(estimate.feePercent) })}>
        {formatMoneyText(`-${estimate.marginAmount}`, currency)}
      </DottedRow>
    </DottedRows>
  );
}

interface LiveSlipProps {
  estimate: SellEstimate;
  terms: { cryptoAmount: string | number } | undefined;
  asset: CryptoAsset;
  /** The rail, once one is chosen. */
  method?: string | undefined;
  isFetching: boolean;
}

/** A sale that is not locked yet; nothing while it cannot be quoted. */
export function LiveSlip({ estimate, terms, asset, method, isFetching }: LiveSlipProps) {
  const { t } = useTranslation('sell');
  if (estimate.buyingRate === 0) return null;
  return (
    <SellOrderSlip
      estimate={estimate}
      amount={terms?.cryptoAmount ?? '0'}
      symbol={asset.symbol}
      network={asset.networkHint}
      method={method}
      seed={`${asset.id}-live`}
      title={t('slip.soFar')}
      aside={t(estimate.source === 'sample' ? 'slip.sampleRate' : 'slip.liveRate')}
      refreshing={isFetching}
    />
  );
}

interface SummaryLineProps {
  estimate: SellEstimate;
  symbol: string;
}

/** The folded slip in short: the net amount, the rate and the fee. */
export function SummaryLine({ estimate, symbol }: SummaryLineProps) {
  const { t } = useTranslation('sell');
  const { netAmount, currency, buyingRate, feePercent } = estimate;
  return (
    <>
      <span className="text-muted">{t('slip.youGet')}</span>
      <Ltr className="font-semibold whitespace-nowrap figures">{formatMoneyText(netAmount, currency)}</Ltr>
      <span className="flex basis-full flex-wrap justify-between gap-x-3 text-xs text-muted">
        <Ltr className="figures">{formatRate(symbol, currency, buyingRate)}</Ltr>
        {t('slip.fee', { percent: formatPercent(feePercent) })}
      </span>
    </>
  );
}

/** The times of a sale before it has a slip. */
export function TimesCard(props: { afterTransfer?: boolean }) {
  return (
    <div className="card p-6">
      <SaleTimes {...props} />
    </div>
  );
}

interface TimesProps {
  afterTransfer?: boolean;
  method?: string | undefined;
  /** The payout currency, once there is a slip. */
  currency?: string | undefined;
}

/**
 * The time by which the money arrives, in the words of the order. If the operator promises no hours: the durations,
 * split by who is responsible, the coin transfer first if there is one.
 */
export function SaleTimes({ afterTransfer = false, method, currency }: TimesProps) {
  const { t } = useTranslation(['sell', 'orders.line']);
  const { data: settings } = useQuery(settingsQuery);
  const arrival = useArrivalIfNow({ currency, method });
  if (!settings) return null;
  const { transfer, check, payout } = settings.times;
  const isBank = railKindOf(method) === 'bank';
  const payoutText = isBank
    ? t('times.payout', { time: payout })
    : t('times.payoutByRail', { rail: railNameOf(method), time: payout });
  const arrives = arrival && t(afterTransfer ? 'times.arrivesPaid' : 'times.arrives', { time: arrival.time });
  // Before a currency is chosen no arrival is known, and a duration would be a second promise.
  const isPromised = promisedBy(settings) !== undefined;
  const steps = [
    { Icon: Timer, text: afterTransfer || !transfer ? '' : t('times.transfer', { time: transfer }) },
    { Icon: UserRoundCheck, text: arrives || !check ? '' : t('times.check', { time: check }) },
    { Icon: isBank ? Landmark : Wallet, text: arrives ?? (isPromised || !payout ? '' : payoutText) },
  ].filter(({ text }) => text !== '');
  return (
    <ul className="flex flex-col gap-2 text-sm text-muted">
      {steps.map(({ Icon, text }) => (
        <li key={text} className="flex gap-2">
          <Icon className="mt-0.5 size-4 shrink-0" />
          <span>
            {text}
            {text === arrives && arrival?.overWeekend && (
              <span className="block">{t('orders.line:under.weekend')}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
