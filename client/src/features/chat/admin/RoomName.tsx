import { useTranslation } from 'react-i18next';
import type { Room } from '../chat.desk.api.ts';

/** Who a room belongs to, as far as that is known. */
export function RoomName({ room }: { room: Room }) {
  const { t } = useTranslation('agentChat');
  return <>{room.userName ?? room.userEmail ?? t('visitor', { room: room.roomId.slice(-4) })}</>;
}
