import { useTranslation } from 'react-i18next';
import type { Room } from '../chat.api.ts';

/** Who a room belongs to, as far as that is known. */
export function RoomName({ room }: { room: Room }) {
  const { t } = useTranslation('chat');
  return <>{room.userName ?? room.userEmail ?? t('agent.visitor', { room: room.roomId.slice(-4) })}</>;
}
