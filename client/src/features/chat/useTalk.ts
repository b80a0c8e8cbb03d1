import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatWindow } from '#shared/chat/chat.socket.ts';
import { firstSeq, type Line } from './chat.thread.ts';
import type { CustomerRoom } from './useCustomerRoom.ts';

/** The lines of one window of the dock, and its functions to write in it: each has a bot, until an agent joins. */
export function useTalk({ lines, isBotTyping, post, escalate }: CustomerRoom, window: ChatWindow) {
  const otherWindow = window === 'chat' ? 'assistant' : 'chat';
  return {
    lines: lines.filter(({ only }) => only !== otherWindow),
    typing: isBotTyping,
    hasEarlier: firstSeq(lines) > 1,
    send: (text: string, order?: Line['order']) => post(text, { window, order }),
    leaveEmail: async (email: string) => escalate(email, window),
  };
}

/** The support chat, which asks for an address where the customer has just asked for an agent. */
export function useBot(room: CustomerRoom) {
  const [isAsking, setIsAsking] = useState(false);
  const talk = useTalk(room, 'chat');
  return {
    ...talk,
    escalating: isAsking && room.agentName === null,
    /** The stored message asks for an agent. */
    askForAddress: () => setIsAsking(true),
    leaveEmail: async (email: string) => {
      if (await talk.leaveEmail(email)) setIsAsking(false);
    },
  };
}

const greetingMs = 500;

/** The assistant, which greets half a second after its first opening: no message exists yet, so that is not stored. */
export function useAssistant(room: CustomerRoom, isOpened: boolean) {
  const { t } = useTranslation('chat');
  const [greetedAt, setGreetedAt] = useState<string>();
  useEffect(() => {
    if (!isOpened) return undefined;
    const timer = setTimeout(() => setGreetedAt(new Date().toISOString()), greetingMs);
    return () => clearTimeout(timer);
  }, [isOpened]);
  const talk = useTalk(room, 'assistant');
  if (greetedAt === undefined) return talk;
  const greeting: Line = {
    key: 'greeting',
    text: t('assistant.greeting'),
    from: 'bot',
    at: greetedAt,
    state: 'sent',
  };
  return { ...talk, lines: [greeting, ...talk.lines] };
}
