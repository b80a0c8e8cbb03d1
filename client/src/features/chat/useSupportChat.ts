import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgentStatus } from '#shared/chat/chat.socket.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { requestAgent } from './chat.api.ts';
import { answerTo, topicOf } from './knowledge.ts';
import { keepRoom, roomOf } from './room.ts';
import { useThread } from './useThread.ts';

const typingMs = 1_500;

/** The customer's side: a bot until an agent joins, then a person over the socket. */
export function useSupportChat(person: { id: string } | null, settings: PublicSettings) {
  const { t } = useTranslation(['chat', 'common']);
  const personId = person?.id ?? null;
  const [status, setStatus] = useState<AgentStatus>('offline');
  const [agentName, setAgentName] = useState<string | null>(null);
  const [typing, setTyping] = useState(0);
  const [escalating, setEscalating] = useState(false);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);

  const thread = useThread({
    from: 'user',
    join: (after) => ({ type: 'join_as_user', ...roomOf(personId), ...(after > 0 && { after }) }),
    onEvent: (event) => {
      if (event.type === 'room_status') {
        keepRoom(personId, { roomId: event.roomId, roomToken: event.roomToken ?? keptToken(personId, event.roomId) });
        setStatus(event.agentStatus);
        setAgentName(event.agentName);
      } else if (event.type === 'agent_joined') {
        setAgentName(event.agentName);
        setEscalating(false);
      } else if (event.type === 'agent_status_update') setStatus(event.status);
    },
  });
  const { show } = thread;

  const answer = async (text: string) => {
    setTyping((count) => count + 1);
    const waited = new Promise((resolve) => timers.current.add(setTimeout(resolve, typingMs)));
    const found = answerTo(text, { t, settings, signedIn: personId !== null }).catch(() => t('unanswered'));
    const [words] = await Promise.all([found, waited]);
    setTyping((count) => count - 1);
    show({ text: words, from: 'bot' });
  };
  const send = (text: string) => {
    const isForPerson = agentName !== null && thread.state === 'open';
    const wantsPerson = topicOf(text) === 'agent';
    // Who asks for a person is heard by the desk at once, whoever answers here meanwhile.
    if (isForPerson || wantsPerson) thread.post(text);
    else show({ text, from: 'user' });
    if (isForPerson) return;
    if (wantsPerson) setEscalating(true);
    void answer(text);
  };
  const escalate = async (email: string) => {
    const asked = thread.lines.findLast(({ from, text }) => from === 'user' && text.trim() !== '');
    const message = asked?.text ?? t('quick.agent');
    try {
      await requestAgent({ email, message, timestamp: new Date().toISOString(), ...roomOf(personId) });
    } catch {
      show({ text: t('escalate.failed', { email: settings.brand.supportEmail }), from: 'bot' });
      return false;
    }
    setEscalating(false);
    show({ text: t('escalate.thanks', { email }), from: 'bot' });
    return true;
  };
  const online: AgentStatus = thread.state === 'open' ? status : 'offline';
  return { ...thread, status: online, agentName, typing: typing > 0, escalating, send, escalate };
}

/** The server gives a token once; it stays with its room. */
function keptToken(person: string | null, roomId: string): string | null {
  const kept = roomOf(person);
  return kept.roomId === roomId ? kept.roomToken : null;
}
