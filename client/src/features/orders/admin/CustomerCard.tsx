import { useTranslation } from 'react-i18next';
import { formatDate, formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import type { OpenOrder } from './orders.admin.queries.ts';

/** Warnings about the customer, shown before money leaves. */
export function CustomerWarnings({ order }: { order: OpenOrder }) {
  const { userStatus, userEmail, customer } = order;
  const { t } = useTranslation(['orders.admin', 'admin.common']);
  const nameAtCheck = customer?.nameAtCheck;
  const names = customer?.samePayee.map(({ name, email }) => shownEmail(email ?? name)) ?? [];
  return (
    <>
      {userStatus !== 'active' && (
        <Note tone="danger">
          {customer?.blockedReason && userStatus === 'blocked'
            ? t('customer.blockedFor', { reason: customer.blockedReason })
            : t(`customer.${userStatus}`)}
        </Note>
      )}
      {userEmail === null && userStatus === 'active' && (
        <Note tone="info">{t(isOpen(order) ? 'customer.noEmail' : 'customer.untold')}</Note>
      )}
      {nameAtCheck && (
        <Note tone="warning">
          {t('admin.common:nameChanged', { date: formatDate(nameAtCheck.checkedAt), name: nameAtCheck.name })}
        </Note>
      )}
      {names.length > 0 && <Note tone="warning">{t('customer.samePayee', { names: formatList(names) })}</Note>}
    </>
  );
}

function Chip({ text }: { text: string }) {
  return (
    <span className="rounded-control border border-line-strong px-1.5 text-xs font-medium text-muted">{text}</span>
  );
}

/** The customer who is paid: their history, their limit, and links to everything else. */
export function CustomerCard({ order }: { order: OpenOrder }) {
  const { t } = useTranslation('orders.admin');
  const { userId, userName, userEmail, kycStatus, customer, openedBy } = order;
  const may = useMay();
  return (
    <section aria-labelledby="order-customer" className="flex flex-col gap-2 text-sm">
      <h3 id="order-customer" className="flex items-baseline gap-2 text-sm">
        {t('customer.title')}
        {customer?.isMember && <Chip text={t('customer.member')} />}
        {customer?.isFirst && <Chip text={t('customer.first')} />}
      </h3>
      <p className="flex flex-col wrap-anywhere">
        {userName && <span>{userName}</span>}
        {userEmail && <EmailAddress email={userEmail} />}
      </p>
      {openedBy && <p className="wrap-anywhere text-muted">{t('openedBy', { name: openedBy.name })}</p>}
      {customer && <CustomerRows customer={customer} kycStatus={kycStatus} />}
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {userId && may('users.read') && (
          <TextLink to={`/admin/users?user=${userId}`}>{t('customer.openUser')}</TextLink>
        )}
        {customer?.kycRequestId && may('kyc.read') && (
          <TextLink to={`/admin/kyc?request=${customer.kycRequestId}`}>{t('customer.openKyc')}</TextLink>
        )}
        {userId && may('chat.answer') && (
          <TextLink to={`/admin/agent-chat?user=${userId}`}>{t('customer.openChat')}</TextLink>
        )}
      </p>
    </section>
  );
}

type CustomerRowsProps = { customer: NonNullable<OpenOrder['customer']> } & Pick<OpenOrder, 'kycStatus'>;

function CustomerRows({ customer, kycStatus }: CustomerRowsProps) {
  const { t } = useTranslation(['orders.admin', 'admin.common']);
  const { registeredAt, orders, completed, volumeUsd, limitUsedUsd, limitUsd, limitDays } = customer;
  const limit = t('customer.limitOf', {
    used: formatMoneyText(limitUsedUsd, 'USD'),
    limit: formatMoneyText(limitUsd, 'USD'),
    days: limitDays,
  });
  const lines = [
    [t('check.kyc'), t(`check.kycIs.${kycStatus}`)],
    [t('customer.since'), formatDate(registeredAt)],
    [
      t('customer.orders'),
      t('customer.ordersPaid', { orders: formatNumber(orders), completed: formatNumber(completed) }),
    ],
    [t('customer.volume'), formatMoneyText(volumeUsd, 'USD')],
    [t('customer.limit'), kycStatus === 'approved' ? t('admin.common:noLimit') : limit],
  ] as const;
  return (
    <dl className="flex flex-col">
      {lines.map(([term, text]) => (
        <div key={term} className="flex min-h-7 items-center justify-between gap-4">
          <dt className="shrink-0 text-muted">{term}</dt>
          <dd className="text-end figures">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
