import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#client/lib/api/query.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';

export const teamQuery = apiQuery('GET /api/admin/team', {}, { refetchInterval: 30_000 });

/** The current members of the team; the signed-in one is first and named as such. */
export function useMembers(): { id: string; name: string; role: string; isMe: boolean }[] {
  const { t } = useTranslation('users.handling');
  const isMe = useIsMe();
  const mayWrite = useMay()('notes.write');
  const { data = [] } = useQuery({ ...teamQuery, enabled: mayWrite });
  return data
    .filter(({ status }) => status === 'active')
    .map(({ id, name, email, role }) => ({ id, name: name ?? email, role, isMe: isMe(id) }))
    .toSorted((a, b) => Number(b.isMe) - Number(a.isMe))
    .map((member) => (member.isMe ? { ...member, name: t('me', { name: member.name }) } : member));
}

/** Finds the name of a member by id, former members included; undefined for an unknown id. */
export function useMemberName(): (id: string | null | undefined) => string | undefined {
  const mayWrite = useMay()('notes.write');
  const { data = [] } = useQuery({ ...teamQuery, enabled: mayWrite });
  return (id) => data.find((member) => member.id === id)?.name ?? undefined;
}
