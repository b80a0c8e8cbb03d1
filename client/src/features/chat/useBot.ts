import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { answerTo, topicOf, type Topic } from './chat.knowledge.ts';
import { firstSeq } from './chat.thread.ts';
import type { CustomerRoom } from './useCustomerRoom.ts';

const typingMs = 1_500;

/** Waits that end with their component. */
export function usePause(): (ms: number) => Promise<void> {
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);
  return useCallback((ms) => new Promise((resolve) => timers.current.add(setTimeout(resolve, ms))), []);
}

interface Asking {
  settings: PublicSettings;
  signedIn: boolean;
}

/** The support chat: a bot until an agent joins, then a person over the socket. */
export function useBot(
  { lines, agentName, state, show, post, escalate }: CustomerRoom,
  { settings, signedIn }: Asking,
) {
  const { t } = useTranslation(['chat', 'common']);
  const pause = usePause();
  const [typing, setTyping] = useState(0);
  const [asksForAgent, setAsksForAgent] = useState(false);

  const answer = async (topic: Topic) => {
    setTyping((count) => count + 1);
    const found = answerTo(topic, { t, settings, signedIn }).catch(() => t('unanswered'));
    const [text] = await Promise.all([found, pause(typingMs)]);
    setTyping((count) => count - 1);
    show({ text, from: 'bot', only: 'chat' });
  };
  const send = (text: string, known?: Topic) => {
    const isForAgent = agentName !== null && state === 'open';
    const topic = known ?? topicOf(text, t);
    const wantsAgent = topic === 'agent';
    // Who asks for a person is heard by the desk at once, whoever answers here meanwhile.
    if (isForAgent || wantsAgent) post(text);
    else show({ text, from: 'user', only: 'chat' });
    if (isForAgent) return;
    if (wantsAgent) setAsksForAgent(true);
    void answer(topic);
  };
  const leaveEmail = async (email: string) => {
    if (await escalate(email, 'chat')) setAsksForAgent(false);
  };
  return {
    lines: lines.filter(({ only }) => only !== 'assistant'),
    typing: typing > 0,
    hasEarlier: firstSeq(lines) > 1,
    escalating: asksForAgent && agentName === null,
    send,
    leaveEmail,
  };
}
