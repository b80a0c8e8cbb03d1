import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { readTabItem, writeTabItem } from '#client/lib/storage/tab-storage.ts';
import { Logo } from '#client/ui/brand/Brand.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { isCopy } from '../orders.offline.ts';
import { orderQuery, type OrderDetails } from '../orders.queries.ts';
import { MoneyLine } from './MoneyLine.tsx';
import { useLine } from './useLine.ts';
import './moment.css';

/** Stores in this tab that a success was shown, so that Back and a reload show the order instead. */
const momentOf = (id: string) => `moment-${id}`;

/**
 * The moment of success, once and alone on the screen while the order is new; later its address shows the order itself.
 */
export function Success({ id }: { id: string }) {
  const { data, error, isFetching } = useQuery(orderQuery(id));
  const [isNew, setNew] = useState(() => (readTabItem(momentOf(id)) === null ? undefined : false));
  // Decided once: later work of the team does not take the page away.
  if (isNew === undefined && (data ? !isCopy(data) || !isFetching : error))
    setNew(data?.status === 'pending' && !isCopy(data));
  if (isNew === false) return <Navigate to={`/transactions?tx=${id}`} replace />;
  return <Moment details={isNew ? data : undefined} />;
}

function Moment({ details }: { details: OrderDetails | undefined }) {
  const { t } = useTranslation(['orders', 'common']);
  return (
    <div className="line-moment wrap flex flex-1 flex-col">
      <div className="mx-auto flex w-full max-w-[560px] flex-1 flex-col gap-4">
        <div className="flex min-h-14 items-center justify-between md:min-h-16">
          <Logo />
          <Link to="/dashboard" replace className="inline-flex min-h-11 items-center text-link">
            {t('common:nav.dashboard')}
          </Link>
        </div>
        {details ? (
          <>
            <header className="flex flex-col items-center gap-1 text-center">
              <CircleCheck className="size-10 shrink-0 text-completed" aria-hidden="true" />
              <PageTitle title={t('submitted.title')} className="text-2xl" />
              <p className="max-w-[48ch] text-sm text-muted">
                {details.type !== 'fiat' && <span>{t('submitted.text')}</span>} <span>{t('submitted.mail')}</span>
              </p>
            </header>
            <PlacedOrder details={details} />
          </>
        ) : (
          <Skeleton line="h-96 rounded-card" />
        )}
      </div>
    </div>
  );
}

function PlacedOrder({ details }: { details: OrderDetails }) {
  const { t } = useTranslation('orders');
  const followedLine = useLine(details);
  const { id } = details;
  // A phone that can vibrate does so once.
  useEffect(() => {
    writeTabItem(momentOf(id), 'shown');
    navigator.vibrate?.(30);
  }, [id]);
  if (!followedLine) return <Skeleton line="h-96 rounded-card" />;
  return (
    <>
      <div className="line-slot">
        <MoneyLine line={followedLine.line} source={followedLine.source} heading="h2" />
      </div>
      <div className="line-next no-print">
        {/* Replaces the address, so that Back does not open the moment again. */}
        <ButtonLink text={t('submitted.track')} variant="filled" to={`/transactions?tx=${details.id}`} replace />
        <ButtonLink text={t('sellMore')} to="/sell" replace />
      </div>
    </>
  );
}
