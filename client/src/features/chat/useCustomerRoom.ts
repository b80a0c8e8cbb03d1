import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseJson, readStored, removeStored, writeStored } from '#client/lib/storage/local-storage.ts';
import type { AgentStatus, ChatMessage, ChatSocketEvent, ChatWindow } from '#shared/chat/chat.socket.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { requestAgent } from './chat.queries.ts';
import { lastSeq } from './chat.thread.ts';
import { useTabVisible } from './useTabVisible.ts';
import { useThread } from './useThread.ts';

interface CustomerRoomOptions {
  customer: { id: string } | null;
  settings: PublicSettings;
  /** The window being read; without one the connection only serves the badge. */
  open: ChatWindow | undefined;
  /** True if the assistant was opened: it connects as soon as there is something to show. */
  isOpened: boolean;
  onEvent: (event: ChatSocketEvent) => void;
}

export type CustomerRoom = ReturnType<typeof useCustomerRoom>;

/** The customer's one room with the team, which both windows of the dock show. */
export function useCustomerRoom({ customer, settings, open, isOpened, onEvent }: CustomerRoomOptions) {
  const { t } = useTranslation('chat');
  const customerId = customer?.id ?? null;
  const [unsentKey] = useState(() => roomKeyOf(customerId).roomId);
  const [isMade, setIsMade] = useState(() => roomKeyOf(customerId).isMade === true);
  const isVisible = useTabVisible() && open !== undefined;
  const [team, setTeam] = useState<TeamState>({ status: 'offline', agentName: null, wantsAgent: false, email: null });
  const { status, agentName, wantsAgent, email } = team;
  const thread = useThread({
    from: 'user',
    window: open,
    isActive: open === 'chat' || (isOpened && isMade),
    unsentKey,
    join: ({ after, create }) => {
      const { roomId, roomToken } = roomKeyOf(customerId);
      return {
        type: 'join_as_user',
        roomId,
        roomToken,
        ...(after > 0 && { after }),
        ...(!isVisible && { away: true }),
        create,
      };
    },
    onEvent: (event) => {
      setTeam((before) => teamAfter(before, event));
      if (event.type === 'room_status' && event.exists) {
        persistRoom(customerId, event);
        setIsMade(true);
      }
      if (event.type === 'room_closed') thread.show({ text: t('closedByTeam'), from: 'bot' });
      onEvent(event);
    },
  });
  const { state, join, lines, show, sendMessage, room } = thread;

  // Notifies the server of visibility, because an unseen answer is mailed.
  useEffect(() => {
    if (state === 'open') join();
    // A new line joins by itself; this is for the window's opening.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [isVisible]);

  const shownSeq = lastSeq(lines);
  const roomId = room?.roomId;
  useEffect(() => {
    if (isVisible && state === 'open' && shownSeq > 0) sendMessage({ type: 'room_seen', roomId, seq: shownSeq });
  }, [isVisible, state, shownSeq, roomId, sendMessage]);

  const escalate = useCallback(
    async (address: string, chatWindow: ChatWindow): Promise<boolean> => {
      const questionLine = lines.findLast(({ from, text }) => from === 'user' && text.trim() !== '');
      const { roomId, roomToken } = roomKeyOf(customerId);
      const message = questionLine?.text ?? t('quick.agent');
      try {
        await requestAgent({ email: address, message, timestamp: new Date().toISOString(), roomId, roomToken });
      } catch {
        show({ text: t('escalate.failed', { email: settings.brand.supportEmail }), from: 'bot', only: chatWindow });
        return false;
      }
      setTeam((before) => ({ ...before, email: before.email ?? address }));
      show({ text: t('escalate.thanks', { email: address }), from: 'bot', only: chatWindow });
      return true;
    },
    [lines, customerId, settings, show, t],
  );

  /** Shows a file that was stored, whose room may have begun with it. */
  const addStored = (message: ChatMessage) => {
    thread.add(message);
    join();
  };

  /** True if the conversation is with the team, online or not; a bot-only chat needs no address. */
  const isWithTeam = wantsAgent || agentName !== null;
  const presence = presenceOf(thread, status, agentName, isWithTeam ? { email } : undefined);
  // The team does not see that somebody types to the bot alone.
  const sendTyping = () => agentName !== null && presence.status !== 'offline' && thread.sendTyping();
  return { ...thread, ...presence, agentName, isWithTeam, unsentKey, sendTyping, escalate, addStored };
}

interface TeamState {
  status: AgentStatus;
  agentName: string | null;
  wantsAgent: boolean;
  /** The address that an answer would be mailed to. */
  email: string | null;
}

function teamAfter(state: TeamState, event: ChatSocketEvent): TeamState {
  if (event.type === 'room_status') {
    const { agentStatus: status, agentName, wantsAgent, email } = event;
    return { status, agentName, wantsAgent, email };
  }
  if (event.type === 'agent_joined') return { ...state, agentName: event.agentName };
  if (event.type === 'agent_status_update') return { ...state, status: event.status };
  if (event.type === 'room_closed') return { ...state, agentName: null, wantsAgent: false };
  const asksForAgent = event.type === 'message_stored' && event.asksForAgent;
  return asksForAgent ? { ...state, wantsAgent: true } : state;
}

function persistRoom(customerId: string | null, { roomId, roomToken }: { roomId: string; roomToken: string | null }) {
  const storedRoomKey = roomKeyOf(customerId);
  const token = roomToken ?? (storedRoomKey.roomId === roomId ? storedRoomKey.roomToken : null);
  storeRoom(customerId, { roomId, roomToken: token, isMade: true });
}

/** The presence that a customer sees, and the address of the answer when no agent is online. */
function presenceOf(
  { state, room, lines }: ReturnType<typeof useThread>,
  reportedStatus: AgentStatus,
  agentName: string | null,
  withTeam: { email: string | null } | undefined,
) {
  const status: AgentStatus = state === 'open' ? reportedStatus : 'offline';
  // Outside support hours no agent is promised; one who joined anyway counts as online.
  const isOutside = room !== undefined && !room.withinHours && (agentName === null || status === 'offline');
  const isNoAgentOnline = state === 'open' && room !== undefined && (status === 'offline' || isOutside);
  const lastLine = lines.findLast(
    ({ from, seq, state: lineState }) => from !== 'bot' && (seq !== undefined || lineState === 'sending'),
  );
  const waits = isNoAgentOnline && lastLine?.from === 'user' ? withTeam : undefined;
  return {
    status,
    isOutside,
    /** A message waits, no agent is online, and no address is known for the answer. */
    wantsEmail: waits?.email === null,
    /** The address that the answer will be mailed to, as no agent is online. */
    mailedTo: waits?.email ?? null,
  };
}

interface RoomKey {
  roomId: string;
  roomToken: string | null;
  /** True once something was written in it: there is a history to show. */
  isMade?: boolean;
}

const prefix = 'landfall-chat:';
const keyOf = (userId: string | null) => `${prefix}${userId ?? 'visitor'}`;

// With storage blocked, the room lasts until the tab closes.
const inMemory = new Map<string, RoomKey>();

/** This user's room in this browser; gets a new id if missing. A visitor's room moves along at sign-in. */
function roomKeyOf(userId: string | null): RoomKey {
  const ownRoom = readRoomKey(userId);
  if (ownRoom) return ownRoom;
  const asVisitor = userId === null ? undefined : readRoomKey(null);
  if (asVisitor) {
    removeStored(keyOf(null));
    inMemory.delete(keyOf(null));
  }
  const room = asVisitor ?? { roomId: `room_${Date.now()}${crypto.randomUUID().slice(0, 13)}`, roomToken: null };
  storeRoom(userId, room);
  return room;
}

function storeRoom(userId: string | null, room: RoomKey): void {
  inMemory.set(keyOf(userId), room);
  writeStored(keyOf(userId), JSON.stringify(room));
}

function readRoomKey(userId: string | null): RoomKey | undefined {
  const value = parseJson(readStored(keyOf(userId)));
  if (typeof value !== 'object' || value === null || !('roomId' in value)) return inMemory.get(keyOf(userId));
  const { roomId } = value;
  if (typeof roomId !== 'string') return undefined;
  const roomToken = 'roomToken' in value && typeof value.roomToken === 'string' ? value.roomToken : null;
  return { roomId, roomToken, isMade: 'isMade' in value && value.isMade === true };
}
