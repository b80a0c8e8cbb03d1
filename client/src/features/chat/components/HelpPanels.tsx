import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useSession } from '#client/lib/session/session.ts';
import { Spinner } from '#client/ui/feedback/Spinner.tsx';
import { ErrorState } from '#client/ui/feedback/States.tsx';
import { storeRoom, roomKeyOf } from '../chat.room.ts';
import { useAssistant, type Handover } from '../useAssistant.ts';
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

function Conversations({ customer, settings, open, onClose, onMinimise, onUnread }: ConversationsProps) {
  const customerId = customer?.id ?? null;
  const signedIn = customer !== null;
  const [isOpened, setIsOpened] = useState(false);
  if (open === 'assistant' && !isOpened) setIsOpened(true);
  const { handOver, onHandOver, onRoom } = useHandOver(customerId);
  const hear = useRef<(event: ChatSocketEvent) => void>(undefined);

  const room = useCustomerRoom({
    customer,
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

  if (open === 'chat') return <SupportPanel {...{ room, bot, settings, onClose }} email={customer?.email ?? ''} />;
  if (open !== 'assistant') return null;
  return (
    <AssistantPanel
      {...{ room, assistant, settings, signedIn, onClose, onMinimise }}
      isConnected={handOver !== undefined}
    />
  );
}

/** When the assistant gave the conversation to the team; kept, so that it goes on after the page was loaded again. */
function useHandOver(customerId: string | null) {
  const [handOver, setHandOver] = useState<Handover | undefined>(() => {
    const { handedOverAt } = roomKeyOf(customerId);
    return handedOverAt === undefined ? undefined : { after: handedOverAt };
  });
  return {
    handOver,
    onHandOver: () => setHandOver({ after: null }),
    onRoom: (lastSeq: number) => {
      if (handOver?.after !== null) return;
      storeRoom(customerId, { ...roomKeyOf(customerId), handedOverAt: lastSeq });
      setHandOver({ after: lastSeq });
    },
  };
}
