import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import type { HelpTopic } from '#client/lib/browser/help-events.ts';
import { useSession } from '#client/lib/session/session.ts';
import { Spinner } from '#client/ui/feedback/Spinner.tsx';
import { ErrorState } from '#client/ui/feedback/States.tsx';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { useCustomerRoom, type CustomerRoom } from '../useCustomerRoom.ts';
import { useAssistant, useBot } from '../useTalk.ts';
import { ChatFrame } from './ChatFrame.tsx';
import { Composer } from './Composer.tsx';
import { NoAgentOnline } from './NoAgentOnline.tsx';
import { Presence } from './Presence.tsx';
import { SupportPanel } from './SupportPanel.tsx';
import { Thread } from './Thread.tsx';

interface Props {
  open: 'chat' | 'assistant' | undefined;
  /** The order that the next message of the chat is about. */
  order: HelpTopic | undefined;
  onOrderUsed: () => void;
  onClose: () => void;
  onMinimise: () => void;
  /** A message arrived that the user does not see. */
  onUnread: () => void;
}

/** Renders both conversations of the dock. They stay mounted, so that a closed window still receives its answer. */
export function HelpPanels(props: Props) {
  const { t } = useTranslation('chat');
  const { data: settings, error, refetch, isFetching } = useQuery(settingsQuery);
  const session = useSession();
  const customer = session.status === 'signedIn' ? session.user : null;
  if (settings && session.status !== 'loading')
    return <Conversations key={customer?.id ?? ''} {...{ customer, settings, ...props }} />;
  if (!props.open) return null;
  return (
    <ChatFrame title={t(props.open === 'chat' ? 'support' : 'assistant.name')} onClose={props.onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> {t('opening')}
        </p>
      )}
    </ChatFrame>
  );
}

interface ConversationsProps extends Props {
  customer: { id: string; email: string } | null;
  settings: PublicSettings;
}

function Conversations({ customer, settings, open, onClose, onMinimise, onUnread, ...helpTopic }: ConversationsProps) {
  const [isOpened, setIsOpened] = useState(false);
  if (open === 'assistant' && !isOpened) setIsOpened(true);
  const handleEvent = useRef<(event: ChatSocketEvent) => void>(undefined);

  const room = useCustomerRoom({
    customer,
    settings,
    open,
    isOpened,
    onEvent: (event) => handleEvent.current?.(event),
  });
  const bot = useBot(room);
  const assistant = useAssistant(room, isOpened);
  useEffect(() => {
    handleEvent.current = (event) => {
      if (event.type === 'new_message' && event.message.sender !== 'user' && !open) onUnread();
      if (event.type === 'message_stored' && event.asksForAgent && open === 'chat') bot.askForAddress();
    };
  });

  if (open === 'chat')
    return (
      <SupportPanel room={room} bot={bot} settings={settings} customer={customer} onClose={onClose} {...helpTopic} />
    );
  if (open !== 'assistant') return null;
  return (
    <AssistantPanel
      room={room}
      assistant={assistant}
      settings={settings}
      onClose={onClose}
      onMinimise={onMinimise}
      signedIn={customer !== null}
    />
  );
}

interface AssistantPanelProps {
  room: CustomerRoom;
  assistant: ReturnType<typeof useAssistant>;
  settings: PublicSettings;
  signedIn: boolean;
  onClose: () => void;
  onMinimise: () => void;
}

/** The assistant's window: instant answers, and from the hand-over on a conversation with the team. */
function AssistantPanel({ room, assistant, settings, signedIn, ...window }: AssistantPanelProps) {
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
