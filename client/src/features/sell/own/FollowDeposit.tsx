import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { formatCrypto, formatDate, formatNumber } from '#client/lib/format/format.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { clearSellDraft } from '../components/sell.draft.ts';
import { quoteDepositQuery, type FollowedDeposit } from '../sell.queries.ts';

interface FollowDepositProps {
  quoteId: string;
  symbol: string;
  userId: string;
  /** What is open over the page must not be taken away: the order is then a link. */
  stays?: boolean;
}

/**
 * The transfer to the address of a sale, live: nothing is uploaded, and closing the page loses nothing. Once it is an order,
 * the order takes the place of the page.
 */
export function FollowDeposit({ quoteId, symbol, userId, stays = false }: FollowDepositProps) {
  const { t } = useTranslation('sell');
  const navigate = useNavigate();
  const { data: deposit } = useQuery(quoteDepositQuery(quoteId));
  useRefreshOn('deposit_changed', 'GET /api/sell-quotes/:id/deposit');
  useRefreshOn('chain_advanced', 'GET /api/sell-quotes/:id/deposit');
  const orderId = deposit?.orderId ?? null;
  useEffect(() => {
    if (orderId === null) return;
    const cleared = clearSellDraft(userId);
    if (!stays) void cleared.then(() => navigate(orderPath(orderId), { replace: true }));
  }, [orderId, userId, stays, navigate]);
  if (!deposit) return null;
  return (
    <section aria-label={t('follow.label')} className="flex flex-col gap-3">
      {deposit.isSimulated && <Note tone="warning">{t('follow.simulated')}</Note>}
      <Note announce tone={deposit.state === 'stopped' ? 'danger' : undefined}>
        <StateText deposit={deposit} symbol={symbol} />
      </Note>
      {orderId !== null && (
        <Link to={orderPath(orderId)} className="inline-flex min-h-11 items-center self-start text-link font-medium">
          {t('follow.toOrder')}
        </Link>
      )}
    </section>
  );
}

const orderPath = (id: string) => `/transactions?tx=${id}`;

/** Where the coins are, in one sentence. */
function StateText({ deposit, symbol }: { deposit: FollowedDeposit; symbol: string }) {
  const { t } = useTranslation('sell');
  const { state, agreed, received, missing, seen, watchedUntil } = deposit;
  const inCoins = (amount: number) => formatCrypto(amount, symbol);
  if (state === 'waiting') return t('follow.waiting', { amount: inCoins(agreed) });
  if (state === 'expired') return t('follow.expired', { date: watchedUntil ? formatDate(watchedUntil) : '' });
  if (state === 'confirming') {
    const { confirmations = 0, required = 0 } = seen ?? {};
    return t('follow.confirming', { confirmations: formatNumber(confirmations), required: formatNumber(required) });
  }
  if (state === 'choice') {
    return missing > 0
      ? t('follow.short', { received: inCoins(received), missing: inCoins(missing) })
      : t('follow.late');
  }
  if (state === 'refunding' || state === 'refunded') return t(`follow.${state}`, { amount: inCoins(received) });
  return t(`follow.${state}`);
}
