import { useTranslation } from 'react-i18next';
import { formatList } from '#client/lib/format/list.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import { rightsOf, teamRoles } from '#shared/team/team.roles.ts';
import { Note } from './Banner.tsx';

type DenialReason = 'action' | 'approve' | 'page' | 'documents' | 'ownOrder' | 'ownSale' | 'ownCase';

/**
 * Says why a member of the team does not see a screen or an action: it is not in their role, or concerns themselves.
 * `needs` is the missing permission: the roles that have it are named.
 */
export function NotPermitted({ why = 'action', needs }: { why?: DenialReason; needs?: Permission }) {
  const { t } = useTranslation(['admin.common', 'team']);
  if (!needs || why === 'ownOrder' || why === 'ownCase')
    return <Note tone="info">{t(`notPermitted.${why === 'approve' ? 'action' : why}`)}</Note>;
  const roles = formatList(
    teamRoles.filter((role) => rightsOf(role).may.includes(needs)).map((role) => t(`team:role.${role}`)),
  );
  if (why === 'documents' || why === 'approve') return <Note tone="info">{t(`notPermitted.${why}`, { roles })}</Note>;
  return (
    <Note tone="info">
      {t(`notPermitted.${why}`)} {t('notPermitted.for', { roles })}
    </Note>
  );
}
