import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onThisDevice } from '#client/lib/browser/useNow.ts';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { formatCrypto, formatDateTime, formatMoneyText, formatTime } from '#client/lib/format/format.ts';
import { isolateValues } from '#client/lib/i18n/isolated.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button, ButtonLink, type ButtonVariant } from '#client/ui/form/Button.tsx';
import type { StripProps } from '#client/ui/layout/Strips.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { quoteOpenHours } from '#shared/sell/sell.rules.ts';
import { openQuotesQuery, type SellQuote } from '../sell.queries.ts';
import { clearSellDraft, readUnfinishedSale } from './sell.draft.ts';
import type { SellWizard } from './useSellWizard.ts';

/** Returns the variant of a strip's button: only the first strip that needs the customer has a filled one. */
export const stripVariant = (isFirst: boolean): ButtonVariant => (isFirst ? 'filled' : 'outline');

/**
 * Returns the strip of a sale that was left before its rate was locked: its missing input, and until when it is
 * stored.
 */
export function useUnfinishedSaleStrip(user: SessionUser, isFirst: boolean): StripProps[] {
  const { t, i18n } = useTranslation('sell');
  const [sale, setSale] = useState(() => readUnfinishedSale(user));
  const amount = sale && normaliseAmount(sale.draft.amount, i18n.language);
  const coin = sale && coinById(sale.draft.cryptoId);
  if (!amount || !coin) return [];
  const { currency, waitsForId } = sale.draft;
  const startOver = () => {
    setSale(undefined);
    void clearSellDraft(user.id);
  };
  return [
    {
      id: 'draft',
      icon: <CoinIcon symbol={coin.symbol} />,
      title: t('open.title'),
      text: t(
        waitsForId ? 'open.draftForId' : 'open.draft',
        isolateValues(
          { amount: formatCrypto(amount, coin.symbol), currency, time: formatDateTime(sale.storedUntil) },
          i18n.dir(),
        ),
      ),
      action: (
        <>
          <Button text={t('open.startOver')} variant="ghost" onClick={startOver} />
          <ButtonLink text={t('open.resume')} variant={stripVariant(isFirst)} to="/sell" />
        </>
      ),
    },
  ];
}

/** Says that an unfinished sale was restored, with a button that starts again; null otherwise. */
export function ResumedNote({ resumed, startOver }: SellWizard) {
  const { t } = useTranslation('sell');
  if (!resumed) return null;
  return (
    <Note
      action={
        <button type="button" className="-my-3 min-h-11 text-link font-medium" onClick={startOver}>
          {t('open.startOver')}
        </button>
      }
    >
      {t('open.resumed')}
    </Note>
  );
}

/** The time until which the rate is locked, or the sale can be finished once that has expired. */
function timeOf({ createdAt, expiresAt, expired, serverTime }: SellQuote): string {
  if (!expired) return formatTime(onThisDevice(expiresAt, serverTime));
  const openUntil = new Date(Date.parse(createdAt) + quoteOpenHours * hourMs).toISOString();
  return formatDateTime(onThisDevice(openUntil, serverTime));
}

/** Returns a strip for each sale that was started and not finished, so that a closed tab loses none of them. */
export function useOpenQuoteStrips(isFirst: boolean): StripProps[] {
  const { t, i18n } = useTranslation('sell');
  const { data: open = [] } = useQuery(openQuotesQuery);
  return open.map((quote, index) => ({
    id: quote.quoteId,
    icon: <CoinIcon symbol={quote.cryptoSymbol} />,
    title: t('open.title'),
    text: t(
      quote.expired ? 'open.expired' : 'open.held',
      isolateValues(
        {
          amount: formatCrypto(quote.amount, quote.cryptoSymbol),
          payout: formatMoneyText(quote.netAmount, quote.currency),
          time: timeOf(quote),
        },
        i18n.dir(),
      ),
    ),
    reference: quote.reference,
    action: (
      <ButtonLink
        text={t('open.resume')}
        variant={stripVariant(isFirst && index === 0)}
        to={`/sell?quote=${quote.quoteId}`}
      />
    ),
  }));
}
