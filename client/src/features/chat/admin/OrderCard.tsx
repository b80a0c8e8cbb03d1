import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { TradeAmounts } from '#client/ui/data/Money.tsx';
import { OrderStatusSlot } from '#client/ui/layout/OrderStatusSlot.tsx';
import { attachedOrderQuery } from '../chat.admin.queries.ts';

/** The order of a message as the agent sees it: its current amounts and status, and the link to its review. */
export function OrderCard({ id, reference }: { id: string; reference: string }) {
  const { data: order } = useQuery(attachedOrderQuery(id));
  return (
    <div className="flex w-full min-w-[min(14rem,50vw)] flex-col gap-1 rounded-card border border-line bg-surface px-3 py-2 text-sm">
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <Link to={`/admin/transactions?show=all&tx=${id}`} className="inline-flex min-h-6 items-center text-link">
          <bdi dir="ltr">{reference}</bdi>
        </Link>
        {order && <OrderStatusSlot order={order} />}
      </span>
      {order && <TradeAmounts order={order} className="text-muted" />}
    </div>
  );
}
