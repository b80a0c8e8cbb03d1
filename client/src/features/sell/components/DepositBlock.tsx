import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SendTo } from '#client/features/deposits/components/SendTo.tsx';
import { onThisDevice, useNow } from '#client/lib/browser/useNow.ts';
import { formatCountdown, formatMoneyText, formatTime } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { sellEstimateQuery } from '../sell.estimate.queries.ts';
import type { SellQuote } from '../sell.queries.ts';

/** What to send where: network first, then QR, the exact amount, the tag where the chain has one, the address, the timer. */
export function DepositBlock({ quote }: { quote: SellQuote }) {
  const { t } = useTranslation('sell');
  const { cryptoSymbol: symbol, deposit } = quote;
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
        <SendTo coin={{ id: quote.cryptoId, name: quote.cryptoName, symbol }} amount={quote.amount} deposit={deposit} />
        <div className="border-t border-line bg-raised px-4 py-4 md:px-6">
          <QuoteTimer quote={quote} />
        </div>
      </section>
      <p className="flex gap-3 text-sm text-muted">
        <ShieldCheck className="mt-0.5 size-5 shrink-0" />
        {t('deposit.onlyHere')}
      </p>
    </>
  );
}

/** How long a quote lasts: the device's clock may be wrong, so only the time since the answer is taken from it. */
export function useQuoteTimer({ createdAt, expiresAt, serverTime }: SellQuote) {
  const total = Date.parse(expiresAt) - Date.parse(createdAt);
  const expiresAtHere = onThisDevice(expiresAt, serverTime);
  const leftMs = Math.max(0, Date.parse(expiresAtHere) - useNow(true));
  return { leftMs, share: total > 0 ? leftMs / total : 0, expired: leftMs === 0, expiresAtHere };
}

const radius = 14;
const circumference = 2 * Math.PI * radius;

/** The quote's time as a calm line with a ring; minutes and seconds only in its last quarter. */
function QuoteTimer({ quote }: { quote: SellQuote }) {
  const { t } = useTranslation('sell');
  const { leftMs, share, expired, expiresAtHere } = useQuoteTimer(quote);
  const seconds = Math.ceil(leftMs / 1000);
  const clock = formatCountdown(seconds);
  return (
    <div className="flex items-center gap-4">
      <svg viewBox="0 0 34 34" className="size-9 shrink-0 -rotate-90" aria-hidden="true">
        <circle cx="17" cy="17" r={radius} className="fill-none stroke-line stroke-3" />
        <circle
          cx="17"
          cy="17"
          r={radius}
          className={expired ? 'fill-none stroke-pending stroke-3' : 'fill-none stroke-tide stroke-3'}
          strokeDasharray={`${share * circumference} ${circumference}`}
        />
      </svg>
      <div className="min-w-0">
        <p className="font-medium">
          {expired ? t('hold.expired') : t('hold.until', { time: formatTime(expiresAtHere) })}
          {!expired && share < 0.25 && <span className="ms-2 text-pending figures">{clock}</span>}
        </p>
        <p className="text-sm text-muted">{expired ? t('hold.expiredText') : t('hold.text')}</p>
        {expired && <TodaysAmount quote={quote} />}
      </div>
      <p aria-live="polite" className="sr-only">
        {announcement(seconds, t)}
      </p>
    </div>
  );
}

/** What the same sale pays now: known before it is accepted. */
function TodaysAmount({ quote: { cryptoId, amount, currency } }: { quote: SellQuote }) {
  const { t } = useTranslation('sell');
  const terms = { cryptoId, cryptoAmount: amount, targetCurrency: currency };
  const { data: estimate } = useQuery(sellEstimateQuery(terms));
  if (!estimate || estimate.buyingRate === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-2 pt-1">
      <span className="text-muted">{t('changed.today')}</span>
      <Ltr className="font-medium figures">{formatMoneyText(estimate.netAmount, currency)}</Ltr>
    </p>
  );
}

/** Read out at five minutes, at one and at the end, and never each second. */
function announcement(seconds: number, t: ReturnType<typeof useTranslation<'sell'>>['t']): string {
  if (seconds === 0) return t('hold.expired');
  if (seconds <= 60) return t('hold.oneMinute');
  return seconds <= 300 ? t('hold.fiveMinutes') : '';
}
