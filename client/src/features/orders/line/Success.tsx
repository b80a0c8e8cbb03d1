import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Loaded } from '#client/ui/feedback/States.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { orderQuery, type OrderDetails } from '../orders.queries.ts';
import { MoneyLine } from './MoneyLine.tsx';
import { useLine } from './useLine.ts';

/** The moment of success: the order was placed, what it pays and by when, and the way on. */
export function Success({ id }: { id: string }) {
  const { t } = useTranslation('orders');
  const order = useQuery(orderQuery(id));
  return (
    <Page
      title={t('submitted.title')}
      lede={order.data?.type === 'fiat' ? undefined : t('submitted.text')}
      width="form"
    >
      <Loaded query={order} title={t('detailsFailed')} skeleton={['h-96 rounded-card']}>
        {(details) => <Placed details={details} />}
      </Loaded>
    </Page>
  );
}

function Placed({ details }: { details: OrderDetails }) {
  const { t } = useTranslation('orders');
  const followed = useLine(details);
  // A phone that can, says so to the hand, once.
  useEffect(() => {
    navigator.vibrate?.(30);
  }, []);
  if (!followed) return <Skeleton line="h-96 rounded-card" />;
  return (
    <>
      <p className="flex items-center gap-3 text-muted">
        <CircleCheck className="size-6 shrink-0 text-completed" />
        {t('submitted.mail')}
      </p>
      <div className="line-slot">
        <MoneyLine line={followed.line} source={followed.source} heading="h2" />
      </div>
      <div className="line-next no-print">
        {/* In its place, so that Back does not open the moment again. */}
        <ButtonLink text={t('submitted.track')} variant="filled" to={`/transactions?tx=${details.id}`} replace />
        <ButtonLink text={t('sellMore')} to="/sell" replace />
      </div>
    </>
  );
}
