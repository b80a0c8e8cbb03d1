import { useQuery } from '@tanstack/react-query';
import type { OrderPayoutProps } from '#client/ui/layout/OrderPayoutSlot.tsx';
import { payoutsQuery, usePayoutsChanged } from '../payouts.queries.ts';
import { PayoutActions } from './PayoutActions.tsx';

/** The actions on the money of an order that came back; nothing where it did not. */
export function OrderPayout({ orderId, reference }: OrderPayoutProps) {
  usePayoutsChanged();
  const { data } = useQuery(payoutsQuery(['returned'], 1, { q: reference }));
  const payout = data?.items.find(({ order, kind }) => order.id === orderId && kind === 'order');
  return payout && <PayoutActions payout={payout} />;
}
