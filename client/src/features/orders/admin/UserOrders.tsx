import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AdminUserDetails } from '#client/features/users/admin/users.admin.queries.ts';
import { searchOf } from '#client/features/users/components/reach.ts';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { Crypto, Money, Time, TradeAmounts } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { OrderStatusSlot } from '#client/ui/layout/OrderStatusSlot.tsx';
import { newestOrdersQuery, type AdminOrder } from './orders.admin.queries.ts';

const shownOrders = 5;

/** Orders of a user that wait for this member, then the newest, each linking to its review. */
export function UserOrders({ user }: { user: AdminUserDetails }) {
  const { t } = useTranslation(['users.admin', 'admin.common']);
  const newest = useQuery(newestOrdersQuery(user.id, shownOrders));
  const waiting = useQuery(newestOrdersQuery(user.id, shownOrders, 'todo'));
  // A decision comes before what waits for somebody else too.
  const decisions = waiting.data?.filter(({ stage }) => stage === 'question') ?? [];
  const orders = newest.data && waiting.data && firstOf([...decisions, ...waiting.data, ...newest.data]);
  const error = newest.error ?? waiting.error;
  const readAgain = () => void Promise.all([newest.refetch(), waiting.refetch()]);
  const all = `/admin/transactions?show=all&sort=newest&q=${searchOf(user)}`;
  return (
    <section aria-labelledby="person-orders">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-3">
        <h3 id="person-orders" className="text-base">
          {t('ordersTitle')}
        </h3>
        {orders && orders.length < user.transactions && (
          <TextLink to={all}>
            {t('allOrders', { count: user.transactions, total: formatNumber(user.transactions) })}
          </TextLink>
        )}
      </div>
      {error && <AdminProblem error={error} title={t('admin.common:failed.orders')} onRetry={readAgain} />}
      {orders?.length === 0 && <p className="text-muted">{t('noOrders')}</p>}
      {orders && (
        <ul className="flex flex-col">
          {orders.map((order) => (
            <Row key={order.id} order={order} />
          ))}
        </ul>
      )}
      {!orders && !error && <Skeleton line="h-24" />}
    </section>
  );
}

/** The first orders, each once. */
const firstOf = (orders: readonly AdminOrder[]): AdminOrder[] =>
  [...new Map(orders.map((order) => [order.id, order])).values()].slice(0, shownOrders);

/** Two lines: a wide window has the amounts at its end, a phone below the reference, as wide as they are. */
function Row({ order }: { order: AdminOrder }) {
  const { id, reference, createdAt } = order;
  const isWide = useMediaQuery('(min-width: 40rem)');
  const status = <OrderStatusSlot order={order} bare />;
  const amounts = isPaid(order) ? <TradeAmounts order={order} /> : <GivenAmount order={order} />;
  const date = <Time at={createdAt} shape={isWide ? 'dateTime' : 'date'} className="text-xs text-muted" />;
  return (
    <li className="flex flex-col border-t border-line py-2 first:border-t-0">
      <span className={line}>
        <span className="flex flex-wrap items-baseline gap-x-1.5">
          <TextLink to={`/admin/transactions?show=all&tx=${id}`}>
            <bdi dir="ltr">{reference}</bdi>
          </TextLink>
          {!isWide && date}
        </span>
        {isWide ? amounts : status}
      </span>
      <span className={line}>
        {isWide ? date : amounts}
        {isWide && status}
      </span>
    </li>
  );
}

/** The given amount alone. */
function GivenAmount({ order: { amount, cryptoSymbol, fromCurrency } }: { order: AdminOrder }) {
  return cryptoSymbol ? (
    <Crypto amount={amount} symbol={cryptoSymbol} />
  ) : (
    <Money amount={amount} currency={fromCurrency ?? ''} />
  );
}

/** False of a refused order, and of one whose customer or team still chooses: its sum may never be paid. */
const isPaid = ({ status, stage }: AdminOrder): boolean =>
  status !== 'rejected' && status !== 'failed' && stage !== 'short' && stage !== 'question';

const line = 'flex flex-wrap items-baseline justify-between gap-x-2';
