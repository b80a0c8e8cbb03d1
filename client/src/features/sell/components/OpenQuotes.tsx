import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { onThisDevice } from '#client/lib/browser/useNow.ts';
import { formatCrypto, formatDateTime, formatMoneyText, formatTime } from '#client/lib/format/format.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import type { StripProps } from '#client/ui/layout/Strips.tsx';
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
export function useOpenQuoteStrips(): StripProps[] {
  const { t } = useTranslation('sell');
  const { data: open = [] } = useQuery(openQuotesQuery);
  return open.map((quote) => ({
    id: quote.quoteId,
    icon: <CoinIcon symbol={quote.cryptoSymbol} />,
    title: t('open.title'),
    text: t(quote.expired ? 'open.expired' : 'open.held', {
      amount: formatCrypto(quote.amount, quote.cryptoSymbol),
      payout: formatMoneyText(quote.netAmount, quote.currency),
      time: timeOf(quote),
    }),
    reference: quote.reference,
    action: (
      <ButtonLink variant="tonal" to={`/sell?quote=${quote.quoteId}`}>
        {t('open.resume')}
      </ButtonLink>
    ),
  }));
}
