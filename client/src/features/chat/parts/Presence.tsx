import { CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { useTranslation } from '#client/lib/texts.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { useMessages } from '#client/lib/messages.ts';
import type { CustomerRoom } from '../useCustomerRoom.ts';

const looks = {
  online: { Icon: CircleCheck, tone: 'text-completed' },
  busy: { Icon: Clock, tone: 'text-pending' },
  offline: { Icon: CircleDashed, tone: 'text-muted' },
} as const;

/** Whether somebody of the desk is there, in words. */
export function Presence({ room, settings }: { room: CustomerRoom; settings: PublicSettings }) {
  const { t } = useTranslation('chat');
  const messageOf = useMessages();
  const { state, isOutside, room: joined } = room;
  const agentName = room.agentName && messageOf(room.agentName);
  if (state === 'waiting') return <output className="block text-sm text-pending">{t('reconnecting')}</output>;
  const status = isOutside ? 'offline' : room.status;
  const { Icon, tone } = looks[status];
  const words = {
    online: agentName === null ? t('agentOnline') : t('withAgent', { name: agentName }),
    busy: agentName === null ? t('agentBusy') : t('withAgent', { name: agentName }),
    offline: isOutside
      ? t('outside', { hours: joined?.hours })
      : t('agentOffline', { time: settings.support.agentReply }),
  }[status];
  return (
    <output className={`flex items-start gap-1.5 text-sm ${tone}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      {words}
    </output>
  );
}
