import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { answerTo, needsTeam, topicOf } from './chat.knowledge.ts';
import { firstSeq } from './chat.thread.ts';
import { usePause } from './useBot.ts';
import type { CustomerRoom } from './useCustomerRoom.ts';

const greetingMs = 500;
const handOverMs = 2_000;
const thinkingTime = { minMs: 1_000, maxMs: 3_000 };

/** Number of the last message before the team was brought in; null until the room says it. */
export type Handover = { after: number | null };

interface Asking {
  settings: PublicSettings;
  signedIn: boolean;
  /** Whether its window was ever opened. */
  isOpened: boolean;
  handOver: Handover | undefined;
  onHandOver: () => void;
  /** Something was said that may go unread. */
  onSpeak: () => void;
}

/** The assistant: answers by itself, and hands what it does not know to the team, for real. */
export function useAssistant(room: CustomerRoom, asking: Asking) {
  const { settings, signedIn, isOpened, handOver, onHandOver, onSpeak } = asking;
  const { t } = useTranslation(['chat', 'common']);
  const pause = usePause();
  const [typing, setTyping] = useState(0);
  /** What was sent to the team and is not confirmed yet. */
  const sent = useRef(new Set<string>());
  const { lines, show, post, escalate, agentName, status } = room;
  useGreeting(isOpened, () => show({ text: t('chat:assistant.greeting'), from: 'bot', only: 'assistant' }));

  const speak = (text: string) => {
    show({ text, from: 'bot', only: 'assistant' });
    onSpeak();
  };
  const bringTeam = async (question: string) => {
    onHandOver();
    // The team reads the question; in this window it stands already.
    post(question, 'chat');
    await pause(handOverMs);
    speak(t('chat:assistant.connected'));
  };
  const answer = async (text: string) => {
    const topic = topicOf(text, t);
    const isForTeam = needsTeam(topic, text);
    setTyping((count) => count + 1);
    const found = isForTeam
      ? t(topic === 'default' ? 'chat:assistant.unknown' : 'chat:assistant.support')
      : answerTo(topic, { t, settings, signedIn }).catch(() => t('chat:unanswered'));
    const thinkMs = thinkingTime.minMs + Math.random() * (thinkingTime.maxMs - thinkingTime.minMs);
    const [answerText] = await Promise.all([found, pause(thinkMs)]);
    setTyping((count) => count - 1);
    speak(answerText);
    if (isForTeam) await bringTeam(text);
  };
  const send = (text: string) => {
    if (handOver) sent.current.add(post(text));
    else {
      show({ text, from: 'user', only: 'assistant' });
      void answer(text);
    }
  };
  const hear = (event: ChatSocketEvent) => {
    if (event.type !== 'message_stored' || !sent.current.delete(event.clientMessageId ?? '')) return;
    // A person who is there answers for themselves; whom nobody hears is told that it was kept.
    if (agentName === null || status === 'offline') speak(t('chat:assistant.sent'));
  };
  const from = handOver?.after ?? Infinity;
  return {
    lines: lines.filter(({ only, seq = Infinity, state }) => {
      if (only) return only === 'assistant';
      return handOver !== undefined && (seq > from || (seq === Infinity && state !== 'sent'));
    }),
    typing: typing > 0,
    /** Whether the team's part of the conversation begins before what is shown. */
    hasEarlier: handOver !== undefined && firstSeq(lines) > from + 1,
    send,
    hear,
    leaveEmail: async (email: string) => void (await escalate(email, 'assistant')),
  };
}

/** Half a second after the first opening, once. */
function useGreeting(isOpened: boolean, greet: () => void): void {
  const latest = useRef(greet);
  useEffect(() => {
    latest.current = greet;
  });
  useEffect(() => {
    if (!isOpened) return undefined;
    const timer = setTimeout(() => latest.current(), greetingMs);
    return () => clearTimeout(timer);
  }, [isOpened]);
}
