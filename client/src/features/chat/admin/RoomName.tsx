import { useTranslation } from 'react-i18next';
import { shownEmail } from '#shared/kernel/email-address.ts';
import type { AgentRoom } from '../chat.admin.queries.ts';

/** Names the owner of a room, if known. */
export function RoomName({ room }: { room: AgentRoom }) {
  const { t } = useTranslation('chat.admin');
  return <>{room.userName ?? (shownEmail(room.userEmail ?? '') || t('visitor', { room: room.roomId.slice(-4) }))}</>;
}
