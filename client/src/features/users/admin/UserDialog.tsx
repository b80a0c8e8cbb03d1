import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#client/lib/api/query.ts';
import { countryName, formatDateTime, formatMoneyText } from '#client/lib/format/format.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, ButtonLink, TextLink } from '#client/ui/form/Button.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { languages } from '#shared/reference/languages.ts';
import { HandlingCard } from '../components/HandlingCard.tsx';
import { CustomerCare } from './CustomerCare.tsx';
import { UserOrders } from './UserOrders.tsx';
import { searchOf, UserReach } from './UserReach.tsx';
import { chatPathOf, userQuery, useTakeBackErasure, type AdminUserDetails } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';
import { UserStatus } from './UserStatus.tsx';

/** Everything about one user, and the admin's actions. */
export function UserDialog(props: { id: string; onAsk: (asked: PendingAction) => void; onClose: () => void }) {
  const { id, onAsk, onClose } = props;
  const { t } = useTranslation(['users.admin', 'common']);
  const { data: user, error, refetch } = useQuery(userQuery(id));
  return (
    <Dialog
      open
      full
      widthPx={720}
      title={<span className="wrap-anywhere">{user?.name ?? t('one')}</span>}
      subtitle={
        user && (
          <span className="text-sm text-muted">
            <UserReach user={user} />
          </span>
        )
      }
      footer={user && <UserActions user={user} onAsk={onAsk} />}
      onClose={onClose}
    >
      {user && <UserDetails user={user} />}
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {!user && !error && <Skeleton className="flex flex-col gap-4" line={['h-40', 'h-40']} />}
    </Dialog>
  );
}

function UserDetails({ user }: { user: AdminUserDetails }) {
  const { t } = useTranslation(['users.admin', 'common']);
  const { blockedReason, registeredDate, mobileNumber, country, kycStatus, language } = user;
  return (
    <div className="flex flex-col gap-6 text-sm">
      <ApprovalSlot kinds={['unblock', 'erase']} subjectId={user.id} />
      {blockedReason && (
        <Note tone="danger">
          <span className="wrap-anywhere">{t('blockedBecause', { reason: blockedReason })}</span>
        </Note>
      )}
      {user.eraseAt && <ScheduledErasure id={user.id} eraseAt={user.eraseAt} />}
      <DottedRows>
        <DottedRow label={t('column.status')} prose>
          <UserStatus user={user} />
        </DottedRow>
        <DottedRow label={t('column.kyc')} prose>
          <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
            <Status status={kycStatus} size="small" bare />
            {kycStatus !== 'none' && <TextLink to={`/admin/kyc?q=${searchOf(user)}`}>{t('toKyc')}</TextLink>}
          </span>
        </DottedRow>
        <DottedRow label={t('column.registered')} prose>
          <Time at={registeredDate} />
        </DottedRow>
        {user.origin === 'brought' && (
          <DottedRow label={t('column.origin')} prose>
            <BroughtState user={user} />
          </DottedRow>
        )}
        <DottedRow label={t('edit.mobileNumber')}>{mobileNumber ?? '–'}</DottedRow>
        {user.sameNumber.length > 0 && (
          <DottedRow label={t('sameNumber')} prose>
            <span className="flex flex-wrap justify-end gap-x-3">
              {user.sameNumber.map(({ id, name }) => (
                <TextLink key={id} to={`/admin/users?user=${id}`}>
                  {name}
                </TextLink>
              ))}
            </span>
          </DottedRow>
        )}
        <DottedRow label={t('country')} prose>
          {country ? countryName(country) : '–'}
        </DottedRow>
        <DottedRow label={t('common:language.choose')} prose>
          {languages.find(({ code }) => code === language)?.name ?? language}
        </DottedRow>
      </DottedRows>
      {user.role === 'customer' && <CustomerMoney id={user.id} />}
      <UserOrders user={user} />
      <HandlingCard subject={{ kind: 'user', id: user.id }} assignee={user.assignee} tags={user.tags} />
      <UserSessions sessions={user.sessions} />
      {user.role === 'customer' && <CustomerCare user={user} />}
    </div>
  );
}

/** The state of a customer whom the team entered, and the name that the team gave them. */
function BroughtState({ user: { customerState, invitedAt, broughtName } }: { user: AdminUserDetails }) {
  const { t } = useTranslation('users.admin');
  const name = broughtName && `${broughtName.firstName} ${broughtName.lastName}`;
  return (
    <span className="flex flex-col items-end">
      {t(`state.${customerState}`)}
      {invitedAt && (
        <span className="text-xs text-muted">{t('invitedUntil', { time: formatDateTime(invitedAt) })}</span>
      )}
      {name && <span className="text-xs text-muted">{t('broughtName', { name })}</span>}
    </span>
  );
}

/** The time of the erasure, and the button by which an owner takes it back. */
function ScheduledErasure({ id, eraseAt }: { id: string; eraseAt: string }) {
  const { t } = useTranslation('users.admin');
  const mayTakeBack = useMay()('team.write');
  const takeBack = useTakeBackErasure(id);
  const onSuccess = () => toast({ title: t('done.takenBack') });
  return (
    <Note
      tone="danger"
      action={
        mayTakeBack && (
          <Button size="small" busy={takeBack.isPending} onClick={() => takeBack.mutate(undefined, { onSuccess })}>
            {t('takeBack')}
          </Button>
        )
      }
    >
      {t('eraseAt', { time: formatDateTime(eraseAt) })}
      <AdminProblem error={takeBack.error} title={t('failed.update')} />
    </Note>
  );
}

/** A phone shows as many of them in one line as fit. */
const buttonClasses = 'max-sm:flex-auto max-sm:px-3 max-sm:text-sm';

function UserActions({ user, onAsk }: { user: AdminUserDetails; onAsk: (asked: PendingAction) => void }) {
  const { t } = useTranslation('users.admin');
  const may = useMay();
  const isMe = useIsMe();
  const chat = user.role === 'customer' && may('chat.answer') && (
    <ButtonLink className={buttonClasses} to={chatPathOf(user)}>
      {t('toChat')}
    </ButtonLink>
  );
  if (!may('users.write'))
    return (
      <>
        {chat}
        <NotPermitted needs="users.write" />
      </>
    );
  if (isMe(user.id)) return <NotPermitted why="ownCase" />;
  if (user.role !== 'customer') {
    return (
      <>
        <p className="me-auto text-sm text-muted">{t(user.role === 'admin' ? 'adminStays' : 'staffStays')}</p>
        <Button onClick={() => onAsk({ action: 'edit', user })}>{t('action.edit')}</Button>
      </>
    );
  }
  const block = user.status === 'blocked' ? 'unblock' : 'block';
  if (user.eraseAt) return chat;
  return (
    <>
      <Button
        text={t('action.delete')}
        className={clsx('me-auto max-sm:me-0', buttonClasses)}
        onClick={() => onAsk({ action: 'delete', user })}
      />
      {chat}
      {may('offers.write') && (
        <ButtonLink className={buttonClasses} to={`/admin/offers?new=1&user=${user.id}`}>
          {t('toOffer')}
        </ButtonLink>
      )}
      <Button className={buttonClasses} onClick={() => onAsk({ action: 'edit', user })}>
        {t('action.edit')}
      </Button>
      <Button className={buttonClasses} onClick={() => onAsk({ action: block, user })}>
        {t(`action.${block}`)}
      </Button>
    </>
  );
}

function UserSessions({ sessions }: { sessions: AdminUserDetails['sessions'] }) {
  const { t } = useTranslation('users.admin');
  return (
    <section aria-labelledby="person-sessions">
      <h3 id="person-sessions" className="mb-1 text-base">
        {t('sessionsTitle')}
      </h3>
      {sessions.length === 0 && <p className="text-muted">{t('noSessions')}</p>}
      <ul className="flex flex-col">
        {sessions.map(({ id, userAgent, ip, lastSeenAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 first:border-t-0"
          >
            <span className="line-clamp-2 min-w-0 flex-1 basis-64 wrap-anywhere">{userAgent || t('noBrowser')}</span>
            <span className="flex flex-wrap gap-x-3 text-muted">
              {ip && <bdi dir="ltr">{ip}</bdi>}
              <Time at={lastSeenAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const moneyQuery = (id: string) => apiQuery('GET /api/admin/users/:id/money', { params: { id } });

/** The payouts of a customer, their fees, the limit, and the payout accounts. */
function CustomerMoney({ id }: { id: string }) {
  const { t } = useTranslation('users.admin');
  const mayRead = useMay()('orders.read');
  const { data: money, error } = useQuery({ ...moneyQuery(id), enabled: mayRead });
  if (error) return <AdminProblem error={error} title={t('failed.fetch')} />;
  if (!money) return null;
  const { volumeUsd, fees, limitUsedUsd, limitUsd, limitDays, accounts } = money;
  const usedLimit = formatMoneyText(limitUsedUsd, 'USD');
  return (
    <section aria-labelledby="person-money">
      <h3 id="person-money" className="mb-1 text-base">
        {t('money.title')}
      </h3>
      <DottedRows>
        <DottedRow label={t('money.volume')}>
          <Money amount={volumeUsd} currency="USD" />
        </DottedRow>
        <DottedRow label={t('money.limit', { days: limitDays })}>
          {limitUsd === null
            ? t('money.noLimit', { used: usedLimit })
            : t('money.ofLimit', { used: usedLimit, limit: formatMoneyText(limitUsd, 'USD') })}
        </DottedRow>
        <DottedRow label={t('money.fees')}>
          {fees.map(({ currency, fee }) => formatMoneyText(fee, currency)).join(', ') || '–'}
        </DottedRow>
        <DottedRow label={t('money.accounts')} prose>
          {accounts.length === 0 && '–'}
          <ul>
            {accounts.map(({ id: account, currency, bankName, accountNumber }) => (
              <li key={account} className="flex flex-wrap justify-end gap-x-1.5 wrap-anywhere">
                <span>
                  {currency} · {bankName}
                </span>
                <bdi dir="ltr">{accountNumber}</bdi>
              </li>
            ))}
          </ul>
        </DottedRow>
      </DottedRows>
    </section>
  );
}
