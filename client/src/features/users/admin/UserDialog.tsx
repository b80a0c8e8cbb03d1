import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { HandlingCard } from '../components/HandlingCard.tsx';
import { UserFoot } from './UserFoot.tsx';
import { CustomerMoney, UserIdentity, UserProfile } from './UserProfile.tsx';
import { UserReach } from './UserReach.tsx';
import { userQuery, useTakeBackErasure, type AdminUserDetails } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';
import { UserStatus } from './UserStatus.tsx';

/** Parts of the dialog that are of features below: the user's orders, and the help for one who cannot sign in. */
export interface UserParts {
  Orders: ComponentType<{ user: AdminUserDetails }>;
  Care: ComponentType<{ user: AdminUserDetails }>;
}

interface UserDialogProps {
  id: string;
  parts: UserParts;
  onAsk: (asked: PendingAction) => void;
  onClose: () => void;
}

/** Everything about one user, and the admin's actions. */
export function UserDialog({ id, parts, onAsk, onClose }: UserDialogProps) {
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
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <UserReach user={user} />
            {user.role === 'customer' && <UserIdentity user={user} />}
            {user.status !== 'active' && <UserStatus user={user} />}
          </span>
        )
      }
      footer={user && <UserFoot user={user} onAsk={onAsk} />}
      // The last button of its foot is an entry of the menu.
      submitKey={false}
      onClose={onClose}
    >
      {user && <UserDetails user={user} parts={parts} />}
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {!user && !error && <Skeleton className="flex flex-col gap-4" line={['h-40', 'h-40']} />}
    </Dialog>
  );
}

function UserDetails({ user, parts: { Orders, Care } }: { user: AdminUserDetails; parts: UserParts }) {
  const { t } = useTranslation('users.admin');
  const { blockedReason } = user;
  return (
    <div className="flex flex-col gap-6 text-sm">
      <ApprovalSlot kinds={['unblock', 'erase']} subjectId={user.id} />
      {blockedReason && (
        <Note tone="danger">
          <span className="wrap-anywhere">{t('blockedBecause', { reason: blockedReason })}</span>
        </Note>
      )}
      {user.eraseAt && <ScheduledErasure id={user.id} eraseAt={user.eraseAt} />}
      <Orders user={user} />
      {user.role === 'customer' && <CustomerMoney id={user.id} />}
      <section aria-labelledby="person-profile" className="flex flex-col gap-2">
        <h3 id="person-profile" className="text-base">
          {t('profile')}
        </h3>
        <UserProfile user={user} />
      </section>
      <HandlingCard subject={{ kind: 'user', id: user.id }} assignee={user.assignee} tags={user.tags} />
      <UserSessions sessions={user.sessions} />
      {user.role === 'customer' && <Care user={user} />}
    </div>
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
