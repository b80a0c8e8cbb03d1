import { useState } from 'react';
import { firstSeq, type Line } from './chat.thread.ts';
import type { CustomerRoom } from './useCustomerRoom.ts';

/** The support chat: the bot answers until an agent joins. Both are in the room's history. */
export function useBot({ lines, agentName, isBotTyping, post, escalate }: CustomerRoom) {
  const [isAsking, setIsAsking] = useState(false);
  return {
    lines: lines.filter(({ only }) => only !== 'assistant'),
    typing: isBotTyping,
    hasEarlier: firstSeq(lines) > 1,
    /** Whether the address form is open, because the customer has just asked for an agent. */
    escalating: isAsking && agentName === null,
    send: (text: string, order?: Line['order']) => post(text, { window: 'chat', order }),
    /** The stored message asks for an agent. */
    askForAddress: () => setIsAsking(true),
    leaveEmail: async (email: string) => {
      if (await escalate(email, 'chat')) setIsAsking(false);
    },
  };
}
