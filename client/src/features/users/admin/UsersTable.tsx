import { Ban, LockOpen, MessageSquare, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber } from '#client/lib/format/format.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { Avatar } from '#client/ui/data/Avatar.tsx';
import { FlagChip } from '#client/ui/data/FlagChip.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { reachText } from '../components/reach.ts';
import { UserReach } from './UserReach.tsx';
import { chatPathOf, type AdminUser } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';
import { UserStatus } from './UserStatus.tsx';
import type { UsersState } from './useUsersState.ts';

interface UsersTableProps {
  users: readonly AdminUser[];
  state: UsersState;
  onAsk: (asked: PendingAction) => void;
}

/** Users as rows; a row opens the user, its menu has the actions. */
export function UsersTable({ users, state, onAsk }: UsersTableProps) {
  const { t } = useTranslation('users.admin');
  const { sort } = state.filters;
  const sortBy = (ascending: typeof sort, descending?: typeof sort) => ({
    sort: sort === ascending ? ('ascending' as const) : sort === descending ? ('descending' as const) : undefined,
    onSort: () => state.change({ sort: descending && sort !== descending ? descending : ascending }),
  });
  const mayWrite = useMay()('users.write');
  const actions = (user: AdminUser) => mayWrite && <RowActions user={user} onAsk={onAsk} />;
  const columns: Column<AdminUser>[] = [
    {
      id: 'name',
      width: '30%',
      header: t('column.name'),
      cell: (user) => <Name user={user} below={<Notes user={user} />} />,
      ...sortBy('name'),
    },
    {
      id: 'email',
      width: '31%',
      header: t('column.reachedAt'),
      cell: (user) => <ReachLine user={user} />,
      ...sortBy('email'),
    },
    { id: 'kyc', width: '13%', header: t('column.kyc'), cell: (user) => <Identity user={user} /> },
    {
      id: 'orders',
      width: '10%',
      header: t('column.orders'),
      end: true,
      cell: (user) => formatNumber(user.transactions),
    },
    {
      id: 'registered',
      width: '11%',
      header: t('column.registered'),
      cell: ({ registeredDate }) => <Time at={registeredDate} shape="date" className="whitespace-nowrap" />,
      ...sortBy('oldest', 'newest'),
    },
    {
      id: 'actions',
      // The menu of a touch screen fills the cell to its edges: beyond them it would cover the link of the row.
      width: '2.75rem',
      header: <span className="sr-only">{t('actions')}</span>,
      end: true,
      cell: (user) => <span className="-mx-3 inline-flex">{actions(user)}</span>,
    },
  ];
  return (
    <Table
      dense
      fixed
      wide
      caption={t('title')}
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      bareCards
      hrefOf={({ id }) => state.hrefOf(id)}
      rowLabel={({ name }) => t('open', { name })}
      card={(user) => <Card user={user}>{actions(user)}</Card>}
    />
  );
}

/** The row on a narrow screen: name, contact, and the marks that differ from the normal case. */
function Card({ user, children }: { user: AdminUser; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Name user={user} below={<ReachLine user={user} />} />
        {/* In line with the name. */}
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 ps-9.5 text-xs text-muted empty:hidden">
          {user.kycStatus !== 'none' && <Identity user={user} />}
          <Notes user={user} />
        </span>
      </div>
      <span className="-me-2 empty:hidden">{children}</span>
    </div>
  );
}

/** The address, which wraps before its @ alone, or the number; the whole of it is in the title and in the opened user. */
function ReachLine({ user }: { user: AdminUser }) {
  const text = reachText(user);
  const signIndex = text.indexOf('@');
  if (signIndex === -1) return <UserReach user={user} />;
  return (
    <bdi dir="ltr" title={text}>
      {/* Boxes are read with a space between them. */}
      <span className="sr-only select-none">{text}</span>
      <span aria-hidden="true">
        {[text.slice(0, signIndex), text.slice(signIndex)].map((part) => (
          <span key={part} className="inline-block max-w-full align-bottom wrap-anywhere md:truncate">
            {part}
          </span>
        ))}
      </span>
    </bdi>
  );
}

/** The state of the identity check; empty for a member of the team. */
function Identity({ user: { role, kycStatus } }: { user: AdminUser }) {
  return role === 'customer' && <Status status={kycStatus} size="small" bare />;
}

/** The tags of a user, which may be instructions, each on its own; then the assignee and the origin. */
function Notes({ user: { role, customerState, assignee, tags } }: { user: AdminUser }) {
  const { t } = useTranslation(['users.admin', 'users.handling']);
  const mark =
    role === 'customer'
      ? customerState !== 'active' && t(`state.${customerState}`)
      : t(role === 'admin' ? 'admin' : 'staff');
  const texts = [assignee && `${t('users.handling:assignee')}: ${assignee.name}`, mark].filter(Boolean);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
      {tags.map((tag) => (
        <FlagChip key={tag} hue="plain" title={tag}>
          <bdi>{tag}</bdi>
        </FlagChip>
      ))}
      {texts.length > 0 && <bdi className="wrap-anywhere">{texts.join(' · ')}</bdi>}
    </span>
  );
}

/** The name and a mark on a user who may not sign in, and what stands below; a name beyond two lines is whole in its title. */
function Name({ user, below }: { user: AdminUser; below: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={user.name} className="size-7 text-xs" />
      <span className="flex min-w-0 flex-col">
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          <bdi title={user.name} className="line-clamp-2 wrap-anywhere">
            {user.name}
          </bdi>
          {user.status !== 'active' && (
            <span className="shrink-0">
              <UserStatus user={user} />
            </span>
          )}
        </span>
        <span className="text-xs wrap-anywhere text-muted empty:hidden">{below}</span>
      </span>
    </span>
  );
}

function RowActions({ user, onAsk }: { user: AdminUser; onAsk: (asked: PendingAction) => void }) {
  const { t } = useTranslation('users.admin');
  const { name, status, role } = user;
  const mayAnswer = useMay()('chat.answer');
  const isMe = useIsMe();
  const menuItem = (action: PendingAction['action'], Icon: typeof Ban) => (
    <button type="button" className={menuItemClasses()} onClick={() => onAsk({ action, user })}>
      <Icon className="size-4 text-muted" />
      {t(`action.${action}`)}
    </button>
  );
  return (
    <RowMenu label={t('actionsFor', { name })}>
      {role !== 'admin' && mayAnswer && (
        <Link to={chatPathOf(user)} className={menuItemClasses()}>
          <MessageSquare className="size-4 text-muted" />
          {t('toChat')}
        </Link>
      )}
      {!isMe(user.id) && menuItem('edit', Pencil)}
      {role === 'customer' && (status === 'blocked' ? menuItem('unblock', LockOpen) : menuItem('block', Ban))}
      {role === 'customer' && menuItem('delete', Trash2)}
    </RowMenu>
  );
}
