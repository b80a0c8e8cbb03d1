import { Ban, EllipsisVertical, LockOpen, MessageSquare, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber } from '#client/lib/format/format.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { Avatar } from '#client/ui/data/Avatar.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { HandlingLine } from '../components/HandlingLine.tsx';
import { reachText, UserReach } from './UserReach.tsx';
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
    { id: 'name', width: '24%', header: t('column.name'), cell: (user) => <Name user={user} />, ...sortBy('name') },
    {
      id: 'email',
      width: '25%',
      header: t('column.reachedAt'),
      // One line: rows of equal height are read faster, and the title has the full address.
      cell: (user) => (
        <span className="block truncate" title={reachText(user)}>
          {user.email === null ? <UserReach user={user} /> : <bdi dir="ltr">{reachText(user)}</bdi>}
        </span>
      ),
      ...sortBy('email'),
    },
    { id: 'status', width: '10%', header: t('column.status'), cell: (user) => <UserStatus user={user} /> },
    { id: 'kyc', width: '12%', header: t('column.kyc'), cell: (user) => <Identity user={user} /> },
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
    { id: 'actions', width: '5%', header: <span className="sr-only">{t('actions')}</span>, end: true, cell: actions },
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
      hrefOf={({ id }) => state.hrefOf(id)}
      rowLabel={({ name }) => t('open', { name })}
      card={(user) => (
        <div className="flex items-center gap-3">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <Name user={user} />
            <span className="text-sm text-muted">
              <UserReach user={user} />
            </span>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
              <UserStatus user={user} />
              <Identity user={user} />
              <span>{t('orders', { count: user.transactions })}</span>
            </span>
          </div>
          {actions(user)}
        </div>
      )}
    />
  );
}

/** The state of the identity check; empty for a member of the team. */
function Identity({ user: { role, kycStatus } }: { user: AdminUser }) {
  return role === 'customer' && <Status status={kycStatus} size="small" bare />;
}

function Name({ user: { name, role, customerState, assignee, tags } }: { user: AdminUser }) {
  const { t } = useTranslation('users.admin');
  const mark =
    role === 'customer'
      ? customerState !== 'active' && t(`state.${customerState}`)
      : t(role === 'admin' ? 'admin' : 'staff');
  return (
    <span className="flex items-center gap-2.5">
      <Avatar name={name} className="size-7 text-xs" />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <span title={name} className="max-w-full font-medium wrap-anywhere lg:truncate">
          {name}
        </span>
        <HandlingLine assignee={assignee} tags={tags} />
        {mark && (
          <span className="rounded-control border border-line-strong px-1.5 py-px font-mono text-xs break-keep text-muted">
            {mark}
          </span>
        )}
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
    // Placed above the link that covers the row.
    <span className="relative z-1 inline-flex">
      <Menu
        trigger={<EllipsisVertical className="size-4" />}
        label={t('actionsFor', { name })}
        triggerClassName="grid size-8 place-items-center rounded-control text-muted hover:bg-tide-soft hover:text-ink pointer-coarse:size-11"
      >
        {role !== 'admin' && mayAnswer && (
          <Link to={chatPathOf(user)} className={menuItemClasses()}>
            <MessageSquare className="size-4 text-muted" />
            {t('toChat')}
          </Link>
        )}
        {!isMe(user.id) && menuItem('edit', Pencil)}
        {role === 'customer' && (status === 'blocked' ? menuItem('unblock', LockOpen) : menuItem('block', Ban))}
        {role === 'customer' && menuItem('delete', Trash2)}
      </Menu>
    </span>
  );
}
