import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstSeq, type Line } from './chat.thread.ts';
import type { CustomerRoom } from './useCustomerRoom.ts';

const greetingMs = 500;

/** The assistant: the bot with a greeting; the team gets what it cannot answer. `isOpened`: it was opened once. */
export function useAssistant({ lines, isBotTyping, post, escalate }: CustomerRoom, isOpened: boolean) {
  const greeting = useGreeting(isOpened);
  const own = lines.filter(({ only }) => only !== 'chat');
  return {
    lines: greeting ? [greeting, ...own] : own,
    typing: isBotTyping,
    hasEarlier: firstSeq(lines) > 1,
    send: (text: string) => post(text, { window: 'assistant' }),
    leaveEmail: async (email: string) => void (await escalate(email, 'assistant')),
  };
}

/** Half a second after the first opening. No message exists yet, so it is not stored. */
function useGreeting(isOpened: boolean): Line | undefined {
  const { t } = useTranslation('chat');
  const [greetedAt, setGreetedAt] = useState<string>();
  useEffect(() => {
    if (!isOpened) return undefined;
    const timer = setTimeout(() => setGreetedAt(new Date().toISOString()), greetingMs);
    return () => clearTimeout(timer);
  }, [isOpened]);
  if (greetedAt === undefined) return undefined;
  return { key: 'greeting', text: t('assistant.greeting'), from: 'bot', at: greetedAt, state: 'sent' };
}
