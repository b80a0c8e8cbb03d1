import type { ChatWindow } from '#shared/chat/chat.socket.ts';
import { topicOf } from '#shared/chat/chat.topics.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import type { Answer } from './chat.bot.texts.ts';
import type { RoomRow } from './chat.rooms.queries.ts';

/** A customer's message as input of the bot. Without a window, no bot answer is expected. */
export type Question = { text: string; window: ChatWindow | undefined; language: LanguageCode };

export type Decision = {
  /** In order; none beside an agent. */
  answers: readonly Answer[];
  /** The customer asks for an agent, or writes about something only an agent can help with. */
  isCall: boolean;
  /** The conversation is with the team from here on: after a call, or because the assistant hands over. */
  asksForAgent: boolean;
};

/** Decides on the bot's answers, and whether to call an agent. `isDeskOnline`: whether an agent is online now. */
export function decide(
  question: Question,
  room: Pick<RoomRow, 'agentName' | 'wantsAgent'>,
  isDeskOnline: boolean,
): Decision {
  const { text, window, language } = question;
  const isAssistant = window === 'assistant';
  // With an agent in the room the bot would interrupt; the assistant acknowledges unread messages.
  if (room.agentName !== null)
    return { answers: isAssistant && !isDeskOnline ? ['received'] : [], isCall: false, asksForAgent: false };
  const topic = topicOf(text, language);
  const isCall = topic === 'agent' || topic === 'escalation';
  const isHandOver = isAssistant && (isCall || topic === 'default' || /\bsupport\b/i.test(text));
  const asksForAgent = isCall || isHandOver;
  if (window === undefined) return { answers: [], isCall, asksForAgent };
  if (isAssistant && room.wantsAgent) return { answers: ['received'], isCall, asksForAgent };
  if (isHandOver) return { answers: [topic === 'default' ? 'unknown' : 'team', 'connected'], isCall, asksForAgent };
  return { answers: [topic === 'escalation' ? 'agent' : topic], isCall, asksForAgent };
}
