import { useQuery } from '@tanstack/react-query';
import type { OrderPayoutProps } from '#client/ui/layout/OrderPayoutSlot.tsx';
import { payoutsQuery, usePayoutsChanged } from '../payouts.queries.ts';
import { AskedAt } from './CameBack.tsx';
import { PayoutActions } from './PayoutActions.tsx';

/** When the customer was asked about the money of an order that came back, and its actions; nothing where it did not. */
export function OrderPayout({ orderId, reference }: OrderPayoutProps) {
  usePayoutsChanged();
  const { data } = useQuery(payoutsQuery(['returned'], 1, { q: reference }));
  const payout = data?.items.find(({ order, kind }) => order.id === orderId && kind === 'order');
  if (!payout) return null;
  const askedAt = payout.order.stage === 'details_needed' ? payout.returned?.askedAt : null;
  return (
    <>
      {askedAt && (
        <p className="text-xs text-muted">
          <AskedAt at={askedAt} />
        </p>
      )}
      <PayoutActions payout={payout} />
    </>
  );
}
