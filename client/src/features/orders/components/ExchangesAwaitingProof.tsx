import { useQuery } from '@tanstack/react-query';
import { Clock, TriangleAlert, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatMoneyText } from '#client/lib/format/format.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import type { StripProps } from '#client/ui/layout/Strips.tsx';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { awaitingProofQuery, ordersQuery, pageSize, returnedQuery, type Order } from '../orders.queries.ts';
import { givenOf, netToPay, proofDeadlineOf, statusOf, useArrival } from './orders.text.ts';

/** Exchanges that are canceled automatically unless their proof of payment arrives: which, and until when. */
export function useAwaitingProofStrips(): StripProps[] {
  const { t } = useTranslation('orders');
  const { data: waiting = [] } = useQuery(awaitingProofQuery);
  return waiting.map((order) => ({
    id: order.id,
    urgent: true,
    icon: <Upload className="size-6 shrink-0 text-pending" />,
    title: t('waiting.title'),
    text: `${givenOf(order)} · ${t('waiting.until', { time: formatClock(proofDeadlineOf(order)) })}`,
    reference: order.reference,
    action: <ButtonLink text={t('waiting.upload')} variant="tonal" to={`/fiat-exchange?order=${order.id}`} />,
  }));
}

/** Payouts that the bank sent back: the customer checks the account where that is asked. */
export function useReturnedStrips(): StripProps[] {
  const { t } = useTranslation('orders');
  const { data: returned = [] } = useQuery(returnedQuery);
  return returned.map((order) => ({
    id: order.id,
    urgent: true,
    icon: <TriangleAlert className="size-6 shrink-0 text-pending" />,
    title: t('payout.returned.word'),
    text: formatMoneyText(netToPay(order), order.payoutCurrency),
    reference: order.reference,
    action: (
      <ButtonLink
        text={order.payout?.mayChangeDetails ? t('checkAccount') : t('submitted.trackOrder')}
        variant="tonal"
        to={order.payout?.mayChangeDetails ? `/transactions/${order.id}/account` : `/transactions?tx=${order.id}`}
      />
    ),
  }));
}

/** Stages before it is known what is paid: the customer or the team still has to decide. */
const undecidedStages: readonly Order['stage'][] = ['short', 'question'];

/**
 * The open order that the customer should look at: one that waits for their choice, else the latest that is being checked or
 * paid. It names the sum that will be paid, and when, once both are known.
 */
export function useOpenOrderStrip(): StripProps[] {
  const { t } = useTranslation(['orders', 'common']);
  const { data: page } = useQuery(ordersQuery({ page: 1, pageSize }));
  const open = page?.items.filter((item) => isOpen(item) && statusOf(item) !== 'awaiting_proof') ?? [];
  const order = open.find(({ stage }) => stage === 'short') ?? open[0];
  const isUndecided = order !== undefined && undecidedStages.includes(order.stage);
  const arrival = useArrival(isUndecided ? undefined : order);
  if (!order) return [];
  const { id, reference, payoutCurrency, stage } = order;
  const sum = isUndecided ? '' : ` → ${formatMoneyText(netToPay(order), payoutCurrency)}`;
  return [
    {
      id,
      urgent: stage === 'short' || (arrival?.isLate ?? false),
      icon: <Clock className="size-6 shrink-0 text-pending" />,
      title: `${t(`common:status.${stage === 'short' ? stage : order.status}`)}: ${givenOf(order)}${sum}`,
      text: arrival?.text,
      reference,
      action: <ButtonLink text={t('submitted.trackOrder')} variant="tonal" to={`/transactions?tx=${id}`} />,
    },
  ];
}
