import { useState } from 'react';
import { firstSeq } from './chat.thread.ts';
import type { CustomerRoom } from './useCustomerRoom.ts';

/** The support chat: the bot answers until an agent joins, then a person. Both are in the room's history. */
export function useBot({ lines, agentName, isBotTyping, post, escalate }: CustomerRoom) {
  const [isAsking, setIsAsking] = useState(false);
  return {
    lines: lines.filter(({ only }) => only !== 'assistant'),
    typing: isBotTyping,
    hasEarlier: firstSeq(lines) > 1,
    /** Whether the form for an address stands open, as the customer has just asked for a person. */
    escalating: isAsking && agentName === null,
    send: (text: string) => post(text, 'chat'),
    /** The message that was stored asks for a person. */
    askForAddress: () => setIsAsking(true),
    leaveEmail: async (email: string) => {
      if (await escalate(email, 'chat')) setIsAsking(false);
    },
  };
}
