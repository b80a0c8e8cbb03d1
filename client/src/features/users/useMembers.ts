import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { teamQuery } from '#client/features/team/admin/team.admin.queries.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { useSession } from '#client/lib/session/session.ts';

/** The members of the team now; who asks comes first and is called so. */
export function useMembers(): { id: string; name: string; role: string; isMe: boolean }[] {
  const { t } = useTranslation('users.handling');
  const session = useSession();
  const mayWrite = useMay()('notes.write');
  const { data = [] } = useQuery({ ...teamQuery, enabled: mayWrite });
  const me = session.status === 'signedIn' ? session.user.id : undefined;
  return data
    .filter(({ status }) => status === 'active')
    .map(({ id, name, email, role }) => ({ id, name: name ?? email, role, isMe: id === me }))
    .toSorted((a, b) => Number(b.isMe) - Number(a.isMe))
    .map((member) => (member.isMe ? { ...member, name: t('me', { name: member.name }) } : member));
}
