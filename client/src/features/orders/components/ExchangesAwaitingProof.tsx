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

const isWaitingForChoice = ({ stage }: Order) => stage === 'short';

/** Sales of which too little or too late arrived: nothing is paid before the customer has chosen, so no sum is promised. */
export function useChoiceStrips(): StripProps[] {
  const { t } = useTranslation(['orders', 'common']);
  const { data: page } = useQuery(ordersQuery({ page: 1, pageSize }));
  return (page?.items ?? []).filter(isWaitingForChoice).map((order) => ({
    id: order.id,
    urgent: true,
    icon: <TriangleAlert className="size-6 shrink-0 text-pending" />,
    title: t('common:status.short'),
    text: givenOf(order),
    reference: order.reference,
    action: <TrackLink order={order} />,
  }));
}

function TrackLink({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  return <ButtonLink text={t('submitted.trackOrder')} variant="tonal" to={`/transactions?tx=${order.id}`} />;
}

/**
 * The latest order that is being checked or paid: where it is, the sum that will be paid, and until when the money arrives.
 * Both wait until the team has decided about what arrived.
 */
export function useOpenOrderStrip(): StripProps[] {
  const { t } = useTranslation(['orders', 'common']);
  const { data: page } = useQuery(ordersQuery({ page: 1, pageSize }));
  const isShown = (item: Order) => isOpen(item) && statusOf(item) !== 'awaiting_proof' && !isWaitingForChoice(item);
  const order = page?.items.find(isShown);
  const isUndecided = order?.stage === 'question';
  const arrival = useArrival(isUndecided ? undefined : order);
  if (!order) return [];
  const { id, reference, payoutCurrency, status } = order;
  const sum = isUndecided ? '' : ` → ${formatMoneyText(netToPay(order), payoutCurrency)}`;
  return [
    {
      id,
      urgent: arrival?.isLate ?? false,
      icon: <Clock className="size-6 shrink-0 text-pending" />,
      title: `${t(`common:status.${status}`)}: ${givenOf(order)}${sum}`,
      text: arrival?.text,
      reference,
      action: <TrackLink order={order} />,
    },
  ];
}
