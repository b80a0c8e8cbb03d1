import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LineQuote, LineSource } from '#client/features/orders/line/line.values.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { onThisDevice, useNow } from '#client/lib/browser/useNow.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import { lineOf, type Line, type LineLock } from '#shared/orders/line/line.ts';
import { promisedBy } from '#shared/orders/orders.times.ts';
import { clearSellDraft } from '../components/sell.draft.ts';
import { quoteDepositQuery, type FollowedDeposit, type SellQuote } from '../sell.queries.ts';

interface SaleLine {
  line: Line;
  source: LineSource;
}

/** The line of a sale before its order, by the clock of this device. */
export function useSaleLine(deposit: FollowedDeposit | null, quote: LineQuote | null, lock: LineLock | null): SaleLine {
  const { data: settings } = useQuery(settingsQuery);
  const promised = settings && promisedBy(settings);
  // Terms without an amount to pay out promise nothing.
  const sale = quote && quote.netAmount !== null ? { ...quote, payoutCurrency: quote.currency } : null;
  const source = { order: null, deposit, quote, lock, sale, promised, now: useNow(true) };
  return { line: lineOf(source), source };
}

/** The time until which the rate of a quote is locked, and whether its address still takes coins. */
export function lockOf({ isOwn, createdAt, expiresAt, serverTime, deposit }: SellQuote): LineLock {
  return {
    isOwn,
    createdAt: onThisDevice(createdAt, serverTime),
    lockedUntil: onThisDevice(expiresAt, serverTime),
    stoppedAt: deposit.stoppedAt,
  };
}

const newMs = 10_000;

/** The deposit, null if unknown; `isUnknown` during the first fetch. */
interface FollowedSale {
  deposit: FollowedDeposit | null;
  isUnknown: boolean;
}

/** The transfer to the own address of a sale, live: nothing is uploaded, and closing the page loses nothing. */
export function useFollowedSale({ quoteId, isOwn, createdAt, serverTime }: SellQuote): FollowedSale {
  const { data = null, isPending } = useQuery({ ...quoteDepositQuery(quoteId), enabled: isOwn });
  useRefreshOn('deposit_changed', 'GET /api/sell-quotes/:id/deposit');
  useRefreshOn('chain_advanced', 'GET /api/sell-quotes/:id/deposit');
  // No coins can have arrived at an address that was just given out.
  const isNew = Date.parse(serverTime) - Date.parse(createdAt) < newMs;
  return { deposit: data, isUnknown: isOwn && isPending && !isNew };
}

/**
 * Replaces the page by the moment of success once the transfer is an order, unless a dialog is open; a sale that is
 * opened later leads to its order.
 */
export function useBecomesOrder(orderId: string | null, userId: string, { stays = false, isLive = false } = {}): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (orderId === null) return;
    const cleared = clearSellDraft(userId);
    const path = `/transactions?tx=${orderId}${isLive ? '&new' : ''}`;
    if (!stays) void cleared.then(() => navigate(path, { replace: true }));
  }, [orderId, userId, stays, isLive, navigate]);
}
