import { CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { agentName as commonName } from '#shared/chat/chat.agent.ts';
import { omitUnstated, unstated } from '#shared/kernel/unstated.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import type { CustomerRoom } from '../useCustomerRoom.ts';

const statusStyles = {
  online: { Icon: CircleCheck, tone: 'text-completed' },
  busy: { Icon: Clock, tone: 'text-pending' },
  offline: { Icon: CircleDashed, tone: 'text-muted' },
} as const;

/** Says if an agent is online. */
export function Presence({ room, settings }: { room: CustomerRoom; settings: PublicSettings }) {
  const { t } = useTranslation('chat');
  const { state, status, isOutside, agentName } = room;
  if (state === 'waiting') return <output className="block text-sm text-pending">{t('reconnecting')}</output>;
  return (
    <output className="block">
      <PresenceLine
        status={status}
        outside={isOutside ? room.room?.hours : undefined}
        agentName={agentName === null ? undefined : agentName === commonName ? t('agent') : agentName}
        agentReply={settings.support.agentReply}
      />
    </output>
  );
}

interface PresenceLineProps {
  status: keyof typeof statusStyles;
  /** The support hours, when outside them. */
  outside?: string | undefined;
  agentName?: string | undefined;
  /** The operator's text about how soon an agent answers. */
  agentReply: string;
}

/** The line for a user without an open conversation. */
export function PresenceLine({ status, outside, agentName, agentReply }: PresenceLineProps) {
  const { t } = useTranslation('chat');
  const shownStatus = outside === undefined ? status : 'offline';
  const { Icon, tone } = statusStyles[shownStatus];
  const text = {
    online: agentName === undefined ? t('agentOnline') : t('withAgent', { name: agentName }),
    busy: agentName === undefined ? t('agentBusy') : t('withAgent', { name: agentName }),
    offline:
      outside === undefined
        ? omitUnstated(t('agentOffline', { time: agentReply || unstated }))
        : t('outside', { hours: outside }),
  }[shownStatus];
  return (
    <span className={`flex items-start gap-1.5 text-sm ${tone}`}>
      <Icon className="mt-0.5 size-4 shrink-0" />
      {text}
    </span>
  );
}
