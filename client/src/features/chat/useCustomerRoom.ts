import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgentStatus, ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { requestAgent } from './chat.queries.ts';
import { storeRoom, roomKeyOf } from './chat.room.ts';
import { lastSeq, type Line } from './chat.thread.ts';
import { useTabVisible } from './useTabVisible.ts';
import { useThread } from './useThread.ts';

interface CustomerRoomOptions {
  customer: { id: string } | null;
  settings: PublicSettings;
  /** Whether somebody reads along; without it the line stays for the badge alone. */
  isVisible: boolean;
  /** Whether the line is wanted at all. */
  isActive: boolean;
  onEvent: (event: ChatSocketEvent) => void;
}

export type CustomerRoom = ReturnType<typeof useCustomerRoom>;

/** The customer's one room with the desk, which both windows of the dock look into. */
export function useCustomerRoom({ customer, settings, isVisible: isOpen, isActive, onEvent }: CustomerRoomOptions) {
  const { t } = useTranslation('chat');
  const customerId = customer?.id ?? null;
  const [unsentKey] = useState(() => roomKeyOf(customerId).roomId);
  const isVisible = useTabVisible() && isOpen;
  const [status, setStatus] = useState<AgentStatus>('offline');
  const [agentName, setAgentName] = useState<string | null>(null);
  const [email, setEmail] = useState<string | null>(null);
  const thread = useThread({
    from: 'user',
    isActive,
    unsentKey,
    join: (after) => {
      const { roomId, roomToken } = roomKeyOf(customerId);
      return {
        type: 'join_as_user',
        roomId,
        roomToken,
        ...(after > 0 && { after }),
        ...(!isVisible && { away: true }),
      };
    },
    onEvent: (event) => {
      if (event.type === 'room_status') {
        const stored = roomKeyOf(customerId);
        const roomToken = event.roomToken ?? (stored.roomId === event.roomId ? stored.roomToken : null);
        storeRoom(customerId, { ...stored, roomId: event.roomId, roomToken });
        setStatus(event.agentStatus);
        setAgentName(event.agentName);
        setEmail(event.email);
      } else if (event.type === 'agent_joined') setAgentName(event.agentName);
      else if (event.type === 'agent_status_update') setStatus(event.status);
      else if (event.type === 'room_closed') {
        setAgentName(null);
        thread.show({ text: t('closedByTeam'), from: 'bot' });
      }
      onEvent(event);
    },
  });
  const { state, join, lines, show, sendMessage, room } = thread;

  // The server is told who looks, because an answer nobody looks at is mailed.
  useEffect(() => {
    if (state === 'open') join();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new line joins by itself; this is for the window's opening
  }, [isVisible]);

  const shownSeq = lastSeq(lines);
  const roomId = room?.roomId;
  useEffect(() => {
    if (isVisible && state === 'open' && shownSeq > 0) sendMessage({ type: 'room_seen', roomId, seq: shownSeq });
  }, [isVisible, state, shownSeq, roomId, sendMessage]);

  const escalate = useCallback(
    async (address: string, only: NonNullable<Line['only']>): Promise<boolean> => {
      const asked = lines.findLast(({ from, text }) => from === 'user' && text.trim() !== '');
      const { roomId, roomToken } = roomKeyOf(customerId);
      const message = asked?.text ?? t('quick.agent');
      try {
        await requestAgent({ email: address, message, timestamp: new Date().toISOString(), roomId, roomToken });
      } catch {
        show({ text: t('escalate.failed', { email: settings.brand.supportEmail }), from: 'bot', only });
        return false;
      }
      setEmail((known) => known ?? address);
      show({ text: t('escalate.thanks', { email: address }), from: 'bot', only });
      return true;
    },
    [lines, customerId, settings, show, t],
  );

  const presence = presenceOf(thread, status, agentName, email);
  // Whoever writes to the bot alone need not be announced to the desk.
  const sendTyping = () => agentName !== null && presence.status !== 'offline' && thread.sendTyping();
  return { ...thread, ...presence, agentName, unsentKey, sendTyping, escalate };
}

/** What a customer is told of the desk, and where the answer goes when nobody is there. */
function presenceOf(
  { state, room, lines }: ReturnType<typeof useThread>,
  reportedStatus: AgentStatus,
  agentName: string | null,
  email: string | null,
) {
  const status: AgentStatus = state === 'open' ? reportedStatus : 'offline';
  // Outside its hours the desk promises nobody; an agent who has come all the same is there.
  const isOutside = room !== undefined && !room.withinHours && (agentName === null || status === 'offline');
  const isNoAgentOnline = state === 'open' && room !== undefined && (status === 'offline' || isOutside);
  const lastStored = lines.findLast(({ seq, state: sent }) => seq !== undefined || sent === 'sending');
  const waits = isNoAgentOnline && lastStored?.from === 'user';
  return {
    status,
    isOutside,
    /** A message waits for the team, nobody is there, and no address is known for the answer. */
    wantsEmail: waits && email === null,
    /** Where the answer will be mailed to, as nobody is there. */
    mailedTo: waits ? email : null,
  };
}
