import { useTranslation } from 'react-i18next';
import { Status } from '#client/ui/data/Status.tsx';
import type { AdminUser } from './users.admin.queries.ts';

/** Shows whether a user may sign in; a member who has left the team is not shown as a blocked customer. */
export function UserStatus({ user: { role, status } }: { user: Pick<AdminUser, 'role' | 'status'> }) {
  const { t } = useTranslation('users.admin');
  const hasLeft = role === 'staff' && status === 'blocked';
  return <Status status={hasLeft ? 'none' : status} label={hasLeft ? t('left') : undefined} size="small" />;
}
