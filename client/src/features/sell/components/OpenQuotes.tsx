import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { onThisDevice } from '#client/lib/browser/useNow.ts';
import { formatCrypto, formatDateTime, formatMoneyText, formatTime } from '#client/lib/format/format.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { quoteOpenHours } from '#shared/sell/sell.quote-lifetime.ts';
import { openQuotesQuery, type SellQuote } from '../sell.queries.ts';

const hourMs = 3_600_000;

/** Until when the rate is locked, or the sale can be finished once that has expired. */
function timeOf({ createdAt, expiresAt, expired, serverTime }: SellQuote): string {
  if (!expired) return formatTime(onThisDevice(expiresAt, serverTime));
  const openUntil = new Date(Date.parse(createdAt) + quoteOpenHours * hourMs).toISOString();
  return formatDateTime(onThisDevice(openUntil, serverTime));
}

/** Sales that were begun and not finished: a closed tab loses none of them. */
export function OpenQuotes() {
  const { t } = useTranslation('sell');
  const { data: open } = useQuery(openQuotesQuery);
  if (!open?.length) return null;
  return (
    <ul className="flex flex-col gap-2">
      {open.map((quote) => (
        <li key={quote.quoteId} className="card flex flex-wrap items-center gap-x-4 gap-y-3 bg-raised p-4">
          <CoinIcon symbol={quote.cryptoSymbol} />
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-semibold">{t('open.title')}</p>
            <p className="text-sm text-muted">
              {t(quote.expired ? 'open.expired' : 'open.held', {
                amount: formatCrypto(quote.amount, quote.cryptoSymbol),
                payout: formatMoneyText(quote.netAmount, quote.currency),
                time: timeOf(quote),
              })}
            </p>
          </div>
          <span className="font-mono text-xs text-muted">{quote.reference}</span>
          <ButtonLink variant="tonal" to={`/sell?quote=${quote.quoteId}`} className="max-sm:w-full">
            {t('open.resume')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
