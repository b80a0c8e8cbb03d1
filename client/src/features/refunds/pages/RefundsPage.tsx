import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RefundLine } from '#client/features/orders/line/RefundLine.tsx';
import { useLine } from '#client/features/orders/line/useLine.ts';
import { orderQuery } from '#client/features/orders/orders.queries.ts';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { isRefundStage } from '#shared/orders/orders.stages.ts';
import { RefundAddress } from '../components/RefundAddress.tsx';
import { refundsQuery, type Refund } from '../refunds.queries.ts';

/** The user's own refunds: the address and the progress of each. */
export function RefundsPage() {
  const { t } = useTranslation('refunds');
  const refunds = useQuery(refundsQuery());
  return (
    <Page title={t('title')} lede={t('lede')} width="form">
      <LoadedQuery query={refunds} title={t('fetchFailed')} skeleton={['h-160 rounded-card']}>
        {(rows) =>
          rows.length === 0 ? <EmptyState title={t('none')} text={t('noneText')} /> : <RefundList refunds={rows} />
        }
      </LoadedQuery>
    </Page>
  );
}

/**
 * All refunds at once: a row that became taller while it loaded would move those below it. A refund that comes later
 * loads in its place, as an address may be half typed in another one.
 */
function RefundList({ refunds }: { refunds: readonly Refund[] }) {
  const orderIds = new Set(refunds.filter(isOfOrder).map(({ orderId }) => orderId));
  const orders = useQueries({ queries: [...orderIds].map((orderId) => orderQuery(orderId)) });
  const [isShown, setShown] = useState(false);
  const isLoaded = orders.every(({ isPending }) => !isPending);
  if (isLoaded && !isShown) setShown(true);
  if (!isLoaded && !isShown) return <Skeleton line="h-160 rounded-card" />;
  return refunds.map((refund) =>
    isOfOrder(refund) ? (
      <OfOrder key={refund.id} refund={refund} orderId={refund.orderId} />
    ) : (
      <RefundAddress key={refund.id} refund={refund} heading="h2" />
    ),
  );
}

/** A refund on its way is shown as the line of its order; one without an order, or a finished one, in short. */
function isOfOrder(refund: Refund): refund is Refund & { orderId: NonNullable<Refund['orderId']> } {
  return refund.orderId !== null && refund.state !== 'confirmed' && refund.state !== 'cancelled';
}

function OfOrder({ refund, orderId }: { refund: Refund; orderId: string }) {
  const { data, isError } = useQuery(orderQuery(orderId));
  const followedLine = useLine(data);
  // The line of an order with surplus coins is about its payout.
  if (isError || (data && !isRefundStage(data.stage))) return <RefundAddress refund={refund} heading="h2" />;
  if (!data || !followedLine) return <Skeleton line="h-160 rounded-card" />;
  return <RefundLine details={data} followed={followedLine} refund={refund} heading="h2" />;
}
