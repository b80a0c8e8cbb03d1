import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import type { useAssistant } from '../useAssistant.ts';
import type { CustomerRoom } from '../useCustomerRoom.ts';
import { ChatFrame } from './ChatFrame.tsx';
import { Composer } from './Composer.tsx';
import { NoAgentOnline } from './NoAgentOnline.tsx';
import { Presence } from './Presence.tsx';
import { Thread } from './Thread.tsx';

interface AssistantPanelProps {
  room: CustomerRoom;
  assistant: ReturnType<typeof useAssistant>;
  settings: PublicSettings;
  signedIn: boolean;
  onClose: () => void;
  onMinimise: () => void;
}

/** The assistant's window: instant answers, and from the hand-over on a conversation with the team. */
export function AssistantPanel({ room, assistant, settings, signedIn, ...window }: AssistantPanelProps) {
  const { t } = useTranslation('chat');
  const { isWithTeam } = room;
  return (
    <ChatFrame
      title={t('assistant.name')}
      {...window}
      subtitle={
        isWithTeam || room.state === 'waiting' ? (
          <Presence room={room} settings={settings} />
        ) : (
          <p className="text-sm text-muted">{t('assistant.instant')}</p>
        )
      }
      footer={
        <div className="flex w-full flex-col gap-2">
          <Composer draftKey={`assistant:${room.unsentKey}`} onSend={assistant.send} onType={room.sendTyping} />
          <p className="text-xs text-muted">{t('never')}</p>
        </div>
      }
    >
      {!signedIn && (
        <p className="pb-4 text-sm text-muted">
          <Link to="/login" className="text-link underline" onClick={window.onClose}>
            {t('assistant.login')}
          </Link>{' '}
          {t('assistant.loginFor')}
        </p>
      )}
      <Thread
        lines={assistant.lines}
        side="user"
        typing={assistant.typing ? t('typing') : room.isOtherTyping && t('agentTyping')}
        readSeq={room.readSeq}
        earlier={assistant.hasEarlier && { busy: room.isReadingEarlier, onRead: room.readEarlier }}
        isConnected={room.state !== 'waiting'}
        onRetry={room.retry}
        className="min-h-0 flex-1"
      >
        <NoAgentOnline room={room} onSubmit={assistant.leaveEmail} />
      </Thread>
    </ChatFrame>
  );
}
