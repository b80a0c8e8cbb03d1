import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SendTo } from '#client/features/deposits/components/SendTo.tsx';
import { onThisDevice, useNow } from '#client/lib/browser/useNow.ts';
import { formatMoney, formatMoneyText, formatPercent, formatRate } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, SlipFigure } from '#client/ui/brand/Slip.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { sellEstimateQuery } from '../sell.estimate.queries.ts';
import type { SellQuote } from '../sell.queries.ts';

/**
 * The coins to send and their target: network first, then the exact amount, the tag if the chain has one, the address
 * and the QR code.
 */
export function DepositBlock({ quote, isCopiedBelow }: { quote: SellQuote; isCopiedBelow: boolean }) {
  const { t } = useTranslation('sell');
  const { cryptoSymbol: symbol, deposit } = quote;
  const coin = { id: quote.cryptoId, name: quote.cryptoName, symbol };
  return (
    <>
      <section aria-label={t('deposit.label')} className="card overflow-hidden">
        <div className="flex gap-3 bg-pending-soft px-4 py-3 text-sm md:px-6">
          <TriangleAlert className="mt-0.5 size-5 shrink-0 text-pending" />
          <p>
            <strong className="block font-semibold">
              {t('deposit.only', { symbol, network: deposit.networkHint })}
            </strong>
            {t('deposit.lost')}
          </p>
        </div>
        {deposit.isSample && (
          <p className="border-t border-line bg-rejected-soft px-4 py-3 text-sm font-medium md:px-6">
            {t('deposit.sample')}
          </p>
        )}
        <SendTo coin={coin} amount={quote.amount} deposit={deposit} isCopiedBelow={isCopiedBelow}>
          <OpenInWallet uri={deposit.uri} />
        </SendTo>
      </section>
      <p className="flex gap-3 text-sm text-muted">
        <ShieldCheck className="mt-0.5 size-5 shrink-0" />
        {t('deposit.onlyHere')}
      </p>
    </>
  );
}

/** Opens a wallet on this device with amount and address, if the chain has such a link. */
function OpenInWallet({ uri }: { uri: string }) {
  const { t } = useTranslation('orders.line');
  if (!/^[a-z]+:/.test(uri)) return null;
  return (
    <a href={uri} className="inline-flex min-h-11 items-center text-link font-medium">
      {t('action.wallet')}
    </a>
  );
}

/** The remaining time of a quote: the device's clock may be wrong, so only the time since the answer comes from it. */
function useQuoteTimer({ expiresAt, serverTime }: SellQuote) {
  const expiresAtHere = onThisDevice(expiresAt, serverTime);
  const leftMs = Math.max(0, Date.parse(expiresAtHere) - useNow(true));
  return { leftMs, expiresAtHere };
}

/**
 * The payout of a sale whose rate has ended at today's price, with its rate and fee, and the agreed payout below it:
 * struck through, or, within its grace period, with the time until which it holds. Undefined while none can be quoted.
 */
export function useTodaysSum(quote: SellQuote, isEnded: boolean, graceUntil = ''): ReactNode {
  const { t } = useTranslation(['sell', 'orders.line']);
  const { cryptoId, cryptoSymbol: symbol, amount, currency, netAmount } = quote;
  const terms = { cryptoId, cryptoAmount: amount, targetCurrency: currency };
  const { data: today } = useQuery({ ...sellEstimateQuery(terms), enabled: isEnded });
  if (!isEnded || !today || today.buyingRate === 0) return undefined;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <span className="text-sm text-muted">{t('changed.today')}</span>
      <SlipFigure text={formatMoney(today.netAmount, currency)} unit={currency} />
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        {graceUntil ? t('orders.line:sum.graceOnly', { graceUntil }) : t('orders.line:sum.expired')}
        <Ltr className="figures">
          {graceUntil ? formatMoneyText(netAmount, currency) : <s>{formatMoneyText(netAmount, currency)}</s>}
        </Ltr>
      </p>
      <DottedRows>
        <DottedRow label={t('slip.rate')}>{formatRate(symbol, currency, today.buyingRate)}</DottedRow>
        <DottedRow label={t('slip.fee', { percent: formatPercent(today.feePercent) })}>
          {formatMoneyText(`-${today.marginAmount}`, currency)}
        </DottedRow>
      </DottedRows>
    </div>
  );
}

/** Screen readers announce the lock at five minutes, at one and at the end, not every second. */
export function LockAnnouncement({ quote }: { quote: SellQuote }) {
  const { t } = useTranslation(['sell', 'orders.line']);
  const seconds = Math.ceil(useQuoteTimer(quote).leftMs / 1000);
  return (
    <p aria-live="polite" className="sr-only">
      {announcement(seconds, t)}
    </p>
  );
}

function announcement(seconds: number, t: ReturnType<typeof useTranslation<['sell', 'orders.line']>>['t']): string {
  if (seconds === 0) return t('orders.line:sentence.expired');
  if (seconds <= 60) return t('hold.oneMinute');
  return seconds <= 300 ? t('hold.fiveMinutes') : '';
}
