import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import { moveRoom, refreshRooms, roomQuery, type AgentRoom } from '../chat.admin.queries.ts';
import { firstSeq, lastSeq } from '../chat.thread.ts';
import { useTabVisible } from '../useTabVisible.ts';
import { useThread } from '../useThread.ts';

/** One conversation for the agent: its thread, its unread messages and its actions. */
export function useAgentRoom(roomId: string, cachedRoom: AgentRoom | undefined) {
  const queries = useQueryClient();
  const { data } = useQuery(roomQuery(roomId, cachedRoom));
  const room = data ?? cachedRoom;
  const [unreadAtFirst] = useState(cachedRoom?.unread ?? 0);
  const [newFromSeq, setNewFromSeq] = useState<number>();
  const isTabVisible = useTabVisible();
  const thread = useThread({
    from: 'support',
    roomId,
    unsentKey: roomId,
    join: ({ after }) => ({
      type: 'join_as_agent',
      agentId: 'admin-agent',
      roomId,
      ...(after > 0 && { after }),
      ...(!isTabVisible && { away: true }),
    }),
    onEvent: (event) => setNewFromSeq((seq) => nextNewFrom(seq, event, { roomId, unreadAtFirst, isTabVisible })),
  });
  const { lines, state, sendMessage } = thread;
  const shownSeq = lastSeq(lines);
  useEffect(() => {
    if (!isTabVisible || state !== 'open' || shownSeq === 0) return;
    sendMessage({ type: 'room_seen', roomId, seq: shownSeq });
  }, [isTabVisible, state, shownSeq, sendMessage, roomId]);

  const move = useMutation({
    mutationFn: () => moveRoom(roomId, room?.isActive ? 'close' : 'reopen'),
    onSuccess: () => refreshRooms(queries),
  });
  return { ...thread, room, newFrom: newFromSeq, move, hasEarlier: firstSeq(lines) > 1 };
}

interface AgentRoomOptions {
  roomId: string;
  /** Number of the customer's messages that were unread when the room was opened. */
  unreadAtFirst: number;
  isTabVisible: boolean;
}

/** The first new message: the one after the agent had stopped reading, until the agent answers. */
function nextNewFrom(
  previousSeq: number | undefined,
  event: ChatSocketEvent,
  options: AgentRoomOptions,
): number | undefined {
  const { roomId, unreadAtFirst, isTabVisible } = options;
  if (!('roomId' in event) || event.roomId !== roomId) return previousSeq;
  if (event.type === 'message_stored') return undefined;
  if (event.type === 'new_message' && !isTabVisible && event.message.sender === 'user')
    return previousSeq ?? event.message.seq;
  if (event.type !== 'room_status' || previousSeq !== undefined || unreadAtFirst === 0) return previousSeq;
  return event.messages.filter(({ sender }) => sender === 'user').at(-unreadAtFirst)?.seq;
}
