import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#client/lib/api/query.ts';
import { countryName, formatDateTime, formatMoneyText } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { languages } from '#shared/reference/languages.ts';
import { searchOf } from '../components/reach.ts';
import type { AdminUserDetails } from './users.admin.queries.ts';

/** Values below their names, as many beside one another as fit; four of them in pairs, so that none stands alone. */
function Details({ isPaired = false, children }: { isPaired?: boolean; children: ReactNode }) {
  return (
    <dl
      className={clsx(
        'grid gap-x-4 gap-y-3 sm:gap-x-6',
        isPaired ? 'grid-cols-2 md:grid-cols-4' : 'grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))]',
      )}
    >
      {children}
    </dl>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The state of the identity check, and its requests. */
export function UserIdentity({ user }: { user: AdminUserDetails }) {
  const { t } = useTranslation('users.admin');
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {t('column.kyc')}
      <Status status={user.kycStatus} size="small" bare />
      {user.kycStatus !== 'none' && <TextLink to={`/admin/kyc?q=${searchOf(user)}`}>{t('toKyc')}</TextLink>}
    </span>
  );
}

/** The contact details of a user, and how they came. */
export function UserProfile({ user }: { user: AdminUserDetails }) {
  const { t } = useTranslation(['users.admin', 'common']);
  const { registeredDate, mobileNumber, country, language } = user;
  return (
    <Details isPaired>
      <Detail label={t('edit.mobileNumber')}>{mobileNumber ? <Ltr>{mobileNumber}</Ltr> : '–'}</Detail>
      {user.sameNumber.length > 0 && (
        <Detail label={t('sameNumber')}>
          <span className="flex flex-wrap gap-x-3">
            {user.sameNumber.map(({ id, name }) => (
              <TextLink key={id} to={`/admin/users?user=${id}`}>
                {name}
              </TextLink>
            ))}
          </span>
        </Detail>
      )}
      <Detail label={t('country')}>{country ? countryName(country) : '–'}</Detail>
      <Detail label={t('common:language.choose')}>
        {languages.find(({ code }) => code === language)?.name ?? language}
      </Detail>
      <Detail label={t('column.registered')}>
        <Time at={registeredDate} />
      </Detail>
      {user.origin === 'brought' && (
        <Detail label={t('column.origin')}>
          <BroughtState user={user} />
        </Detail>
      )}
    </Details>
  );
}

/** The state of a customer whom the team entered, and the name that the team gave them. */
function BroughtState({ user: { customerState, invitedAt, broughtName } }: { user: AdminUserDetails }) {
  const { t } = useTranslation('users.admin');
  const name = broughtName && `${broughtName.firstName} ${broughtName.lastName}`;
  return (
    <span className="flex flex-col">
      {t(`state.${customerState}`)}
      {invitedAt && (
        <span className="text-xs text-muted">{t('invitedUntil', { time: formatDateTime(invitedAt) })}</span>
      )}
      {name && <span className="text-xs text-muted">{t('broughtName', { name })}</span>}
    </span>
  );
}

const moneyQuery = (id: string) => apiQuery('GET /api/admin/users/:id/money', { params: { id } });

/** The payouts of a customer, their fees, the limit, and the payout accounts. */
export function CustomerMoney({ id }: { id: string }) {
  const { t } = useTranslation(['users.admin', 'admin.common']);
  const titleId = useId();
  const mayRead = useMay()('orders.read');
  const { data: money, error } = useQuery({ ...moneyQuery(id), enabled: mayRead });
  if (error) return <AdminProblem error={error} title={t('failed.fetch')} />;
  if (!money) return null;
  const { volumeUsd, feesUsd, fees, limitUsedUsd, limitUsd, limitDays, accounts } = money;
  const usedLimit = formatMoneyText(limitUsedUsd, 'USD');
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h3 id={titleId} className="text-base">
        {t('money.title')}
      </h3>
      <Details>
        <Detail label={t('money.volume')}>
          <Money amount={volumeUsd} currency="USD" />
        </Detail>
        {limitUsd === null ? (
          <Detail label={t('money.sold', { days: limitDays })}>
            {usedLimit}
            <span className="block text-xs text-muted">{t('admin.common:noLimit')}</span>
          </Detail>
        ) : (
          <Detail label={t('money.limit', { days: limitDays })}>
            {t('money.ofLimit', { used: usedLimit, limit: formatMoneyText(limitUsd, 'USD') })}
          </Detail>
        )}
        <Detail label={t('money.fees')}>
          <Money amount={feesUsd} currency="USD" />
          {/* Taken off the payouts, in their currencies. */}
          {fees.some(({ currency }) => currency !== 'USD') && (
            <span className="block text-xs text-muted">
              {fees.map(({ currency, fee }) => formatMoneyText(fee, currency)).join(', ')}
            </span>
          )}
        </Detail>
      </Details>
      <div className="pt-1">
        <h4 className="text-xs font-normal text-muted">{t('money.accounts')}</h4>
        {accounts.length === 0 && <p>–</p>}
        <ul>
          {accounts.map(({ id: account, currency, bankName, accountNumber }) => (
            <li key={account} className="flex flex-wrap gap-x-2 wrap-anywhere">
              <span>
                {currency} · {bankName}
              </span>
              <bdi dir="ltr">{accountNumber}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
