import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { languages } from '#shared/reference/languages.ts';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Time, Traded } from '#client/ui/Money.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { Status } from '#client/ui/Status.tsx';
import { customerOrdersQuery, customerQuery, type CustomerOrder, type Room } from '../chat.desk.api.ts';
import { DeskNote } from './DeskNote.tsx';

/** Who an agent talks to: a guest of whom nothing is proven, or a customer with identity check and newest orders. */
export function CustomerFacts({ room }: { room: Room }) {
  return (
    <div className="flex flex-col gap-6">
      {room.userId === null ? <Guest room={room} /> : <Known userId={room.userId} />}
      <DeskNote key={room.roomId} roomId={room.roomId} />
    </div>
  );
}

function Guest({ room }: { room: Room }) {
  const { t } = useTranslation('agentChat');
  return (
    <section aria-labelledby="chat-guest" className="flex flex-col gap-3">
      <h3 id="chat-guest" className="text-base">
        {t('guest')}
      </h3>
      <p className="text-muted">{t('guestText')}</p>
      <dl>
        <Fact name={t('email')}>{room.userEmail ? `${room.userEmail} (${t('unverified')})` : t('noEmail')}</Fact>
      </dl>
    </section>
  );
}

function Known({ userId }: { userId: string }) {
  const { t } = useTranslation('agentChat');
  const { data: person, error, refetch } = useQuery(customerQuery(userId));
  if (error && !person) return <DeskProblem error={error} title={t('noFacts')} onRetry={() => void refetch()} />;
  if (!person)
    return (
      <Skeleton className="flex flex-col gap-3">
        <Bone className="h-40" />
        <Bone className="h-24" />
      </Skeleton>
    );
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="chat-customer">
        <h3 id="chat-customer" className="pb-2 text-base">
          {t('customer')}
        </h3>
        <dl className="flex flex-col gap-1">
          <Fact name={t('email')}>{person.email}</Fact>
          {person.country && <Fact name={t('country')}>{person.country}</Fact>}
          <Fact name={t('since')}>
            <Time at={person.registeredDate} shape="date" />
          </Fact>
          <Fact name={t('language')}>
            {languages.find(({ code }) => code === person.language)?.name ?? person.language}
          </Fact>
          <Fact name={t('kycName')}>
            <Status status={person.kycStatus} size="small" />
          </Fact>
          {person.status === 'blocked' && (
            <Fact name={t('account')}>
              <Status status="blocked" size="small" />
            </Fact>
          )}
        </dl>
        <Link to={`/admin/users?user=${userId}`} className="text-link inline-flex min-h-9 items-center">
          {t('profile')}
        </Link>
      </section>
      <Orders userId={userId} />
    </div>
  );
}

function Orders({ userId }: { userId: string }) {
  const { t } = useTranslation('agentChat');
  const { data: orders, error, refetch } = useQuery(customerOrdersQuery(userId));
  return (
    <section aria-labelledby="chat-orders">
      <h3 id="chat-orders" className="pb-2 text-base">
        {t('orders')}
      </h3>
      {error && !orders && <DeskProblem error={error} title={t('noFacts')} onRetry={() => void refetch()} />}
      {orders?.length === 0 && <p className="text-muted">{t('noOrders')}</p>}
      {orders && orders.length > 0 && (
        <ul className="flex flex-col">
          {orders.map((order) => (
            <Order key={order.id} order={order} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Order({ order }: { order: CustomerOrder }) {
  const { id, reference, status } = order;
  return (
    <li className="flex flex-col gap-1 border-t border-line py-2 first:border-t-0">
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <Link to={`/admin/transactions?show=all&tx=${id}`} className="text-link inline-flex min-h-6 items-center">
          <bdi dir="ltr">{reference}</bdi>
        </Link>
        <Status status={status} size="small" />
      </span>
      <Traded order={order} className="text-muted" />
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
