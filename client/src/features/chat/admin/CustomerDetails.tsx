import { useQuery } from '@tanstack/react-query';
import { MessageSquareQuote } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { userQuery } from '#client/features/users/admin/users.admin.queries.ts';
import { countryName } from '#client/lib/format/format.ts';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Time, TradeAmounts } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { OrderStatusSlot } from '#client/ui/layout/OrderStatusSlot.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { languages } from '#shared/reference/languages.ts';
import { customerOrdersQuery, type AgentRoom, type CustomerOrder } from '../chat.admin.queries.ts';
import { RoomHandling, RoomNotes } from './RoomHandling.tsx';

interface CustomerDetailsProps {
  room: AgentRoom;
  /** Makes the next message be about this order. */
  onOrder: (id: string) => void;
}
type OrderProps = Pick<CustomerDetailsProps, 'onOrder'>;

/**
 * The other side of a chat: a guest whose identity is not proven, or a customer with identity check and newest orders.
 */
export function CustomerDetails({ room, onOrder }: CustomerDetailsProps) {
  return (
    <div className="flex flex-col gap-6">
      {room.userId === null ? (
        <VisitorDetails room={room} />
      ) : (
        <AccountDetails userId={room.userId} onOrder={onOrder} />
      )}
      <RoomHandling room={room} />
      <RoomNotes key={room.roomId} roomId={room.roomId} />
    </div>
  );
}

function VisitorDetails({ room }: { room: AgentRoom }) {
  const { t } = useTranslation('chat.admin');
  return (
    <section aria-labelledby="chat-guest" className="flex flex-col gap-3">
      <h3 id="chat-guest" className="text-base">
        {t('guest')}
      </h3>
      <p className="text-muted">{t('guestText')}</p>
      <dl>
        <DetailRow name={t('email')}>
          {room.userEmail ? `${shownEmail(room.userEmail)} (${t('unverified')})` : t('noEmail')}
        </DetailRow>
      </dl>
    </section>
  );
}

function AccountDetails({ userId, onOrder }: OrderProps & { userId: string }) {
  const { t } = useTranslation('chat.admin');
  const { data: customer, error, refetch } = useQuery(userQuery(userId));
  if (error && !customer) return <AdminProblem error={error} title={t('noDetails')} onRetry={() => void refetch()} />;
  if (!customer) return <Skeleton className="flex flex-col gap-3" line={['h-40', 'h-24']} />;
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="chat-customer">
        <h3 id="chat-customer" className="pb-2 text-base">
          {t('customer')}
        </h3>
        <dl className="flex flex-col gap-1">
          {customer.email !== null && (
            <DetailRow name={t('email')}>
              <EmailAddress email={customer.email} />
            </DetailRow>
          )}
          {customer.country && <DetailRow name={t('country')}>{countryName(customer.country)}</DetailRow>}
          <DetailRow name={t('since')}>
            <Time at={customer.registeredDate} shape="date" />
          </DetailRow>
          <DetailRow name={t('language')}>
            {languages.find(({ code }) => code === customer.language)?.name ?? customer.language}
          </DetailRow>
          <DetailRow name={t('kycName')}>
            <Status status={customer.kycStatus} size="small" />
          </DetailRow>
          {customer.status === 'blocked' && (
            <DetailRow name={t('account')}>
              <Status status="blocked" size="small" />
            </DetailRow>
          )}
        </dl>
        <Link to={`/admin/users?user=${userId}`} className="text-link inline-flex min-h-9 items-center">
          {t('profile')}
        </Link>
      </section>
      <Orders userId={userId} onOrder={onOrder} />
    </div>
  );
}

function Orders({ userId, onOrder }: OrderProps & { userId: string }) {
  const { t } = useTranslation('chat.admin');
  const { data: orders, error, refetch } = useQuery(customerOrdersQuery(userId));
  return (
    <section aria-labelledby="chat-orders">
      <h3 id="chat-orders" className="pb-2 text-base">
        {t('orders')}
      </h3>
      {error && !orders && <AdminProblem error={error} title={t('noDetails')} onRetry={() => void refetch()} />}
      {!orders && !error && <Skeleton line={['h-14', 'h-14', 'h-14']} />}
      {orders?.length === 0 && <p className="text-muted">{t('noOrders')}</p>}
      {orders && orders.length > 0 && (
        <ul className="flex flex-col">
          {orders.map((order) => (
            <Order key={order.id} order={order} onOrder={onOrder} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Order({ order, onOrder }: OrderProps & { order: CustomerOrder }) {
  const { t } = useTranslation('chat.admin');
  const { id, reference } = order;
  return (
    <li className="flex flex-col gap-1 border-t border-line py-2 first:border-t-0">
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <Link to={`/admin/transactions?show=all&tx=${id}`} className="text-link inline-flex min-h-6 items-center">
          <bdi dir="ltr">{reference}</bdi>
        </Link>
        <button
          type="button"
          aria-label={`${t('writeAbout')}: ${reference}`}
          className="inline-flex min-h-6 items-center gap-1 text-xs text-muted hover:text-ink"
          onClick={() => onOrder(id)}
        >
          <MessageSquareQuote aria-hidden="true" className="size-3.5" />
          {t('writeAbout')}
        </button>
      </span>
      <OrderStatusSlot order={order} bare />
      <TradeAmounts order={order} className="text-muted" />
    </li>
  );
}

function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
