import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { useSession } from '#client/lib/session.ts';
import { Spinner } from '#client/ui/Spinner.tsx';
import { ErrorState } from '#client/ui/States.tsx';
import { keepRoom, roomOf } from '../room.ts';
import { useAssistant, type HandOver } from '../useAssistant.ts';
import { useBot } from '../useBot.ts';
import { useCustomerRoom } from '../useCustomerRoom.ts';
import { AssistantPanel } from './AssistantPanel.tsx';
import { ChatFrame } from './ChatFrame.tsx';
import { SupportPanel } from './SupportPanel.tsx';

interface Props {
  open: 'chat' | 'assistant' | undefined;
  onClose: () => void;
  onMinimise: () => void;
  /** Something was said to a person who does not look. */
  onUnread: () => void;
}

/** Both conversations of the dock. They stay while the page does, so that a closed window still gets its answer. */
export function HelpPanels(props: Props) {
  const { t } = useTranslation('chat');
  const { data: settings, error, refetch, isFetching } = useQuery(settingsQuery);
  const session = useSession();
  const person = session.status === 'signedIn' ? session.user : null;
  if (settings && session.status !== 'loading')
    return <Conversations key={person?.id ?? ''} {...{ person, settings, ...props }} />;
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
  person: { id: string; email: string } | null;
  settings: PublicSettings;
}

function Conversations({ person, settings, open, onClose, onMinimise, onUnread }: ConversationsProps) {
  const personId = person?.id ?? null;
  const signedIn = person !== null;
  const [isOpened, setIsOpened] = useState(false);
  if (open === 'assistant' && !isOpened) setIsOpened(true);
  const { handOver, onHandOver, onRoom } = useHandOver(personId);
  const hear = useRef<(event: ChatSocketEvent) => void>(undefined);

  const room = useCustomerRoom({
    person,
    settings,
    isVisible: open !== undefined,
    isActive: open === 'chat' || (isOpened && handOver !== undefined),
    onEvent: (event) => hear.current?.(event),
  });
  const bot = useBot(room, { settings, signedIn });
  const assistant = useAssistant(room, {
    settings,
    signedIn,
    isOpened,
    handOver,
    onHandOver,
    onSpeak: () => open !== 'assistant' && onUnread(),
  });
  useEffect(() => {
    hear.current = (event) => {
      if (event.type === 'room_status') onRoom(event.lastSeq);
      if (event.type === 'new_message' && !open) onUnread();
      assistant.hear(event);
    };
  });

  if (open === 'chat') return <SupportPanel {...{ room, bot, settings, onClose }} email={person?.email ?? ''} />;
  if (open !== 'assistant') return null;
  return (
    <AssistantPanel
      {...{ room, assistant, settings, signedIn, onClose, onMinimise }}
      isConnected={handOver !== undefined}
    />
  );
}

/** When the assistant gave the conversation to the team; kept, so that it goes on after the page was loaded again. */
function useHandOver(personId: string | null) {
  const [handOver, setHandOver] = useState<HandOver | undefined>(() => {
    const { handedOverAt } = roomOf(personId);
    return handedOverAt === undefined ? undefined : { after: handedOverAt };
  });
  return {
    handOver,
    onHandOver: () => setHandOver({ after: null }),
    onRoom: (lastSeq: number) => {
      if (handOver?.after !== null) return;
      keepRoom(personId, { ...roomOf(personId), handedOverAt: lastSeq });
      setHandOver({ after: lastSeq });
    },
  };
}
