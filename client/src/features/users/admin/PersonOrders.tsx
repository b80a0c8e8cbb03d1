import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber } from '#client/lib/format.ts';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Time, Traded } from '#client/ui/Money.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { Status } from '#client/ui/Status.tsx';
import { ordersOfQuery, type DeskPersonDetails, type PersonOrder } from './people.api.ts';

/** The newest orders of a person, each leading to its review. */
export function PersonOrders({ person }: { person: DeskPersonDetails }) {
  const { t } = useTranslation('people');
  const { data: orders, error, refetch } = useQuery(ordersOfQuery(person.id));
  const all = `/admin/transactions?show=all&sort=newest&q=${encodeURIComponent(person.email)}`;
  return (
    <section aria-labelledby="person-orders">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-3">
        <h3 id="person-orders" className="text-base">
          {t('ordersTitle')}
        </h3>
        {orders && orders.length < person.transactions && (
          <Link to={all} className="inline-flex min-h-6 items-center text-link">
            {t('allOrders', { count: person.transactions, total: formatNumber(person.transactions) })}
          </Link>
        )}
      </div>
      {error && <DeskProblem error={error} title={t('failed.orders')} onRetry={() => void refetch()} />}
      {orders?.length === 0 && <p className="text-muted">{t('noOrders')}</p>}
      {orders && (
        <ul className="flex flex-col">
          {orders.map((order) => (
            <Row key={order.id} order={order} />
          ))}
        </ul>
      )}
      {!orders && !error && (
        <Skeleton>
          <Bone className="h-24" />
        </Skeleton>
      )}
    </section>
  );
}

function Row({ order }: { order: PersonOrder }) {
  const { id, reference, createdAt, status } = order;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <span className="flex min-w-0 flex-col">
        <Link to={`/admin/transactions?show=all&tx=${id}`} className="inline-flex min-h-6 items-center text-link">
          <bdi dir="ltr">{reference}</bdi>
        </Link>
        <Time at={createdAt} className="text-xs text-muted" />
      </span>
      <span className="flex flex-col items-start sm:items-end">
        <Traded order={order} className="sm:justify-end" />
        <Status status={status} size="small" bare />
      </span>
    </li>
  );
}
