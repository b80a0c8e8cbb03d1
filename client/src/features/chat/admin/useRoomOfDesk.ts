import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import { moveRoom, refreshRooms, roomQuery, type Room } from '../chat.desk.api.ts';
import { firstSeq, lastSeq } from '../thread.ts';
import { useLooking } from '../useLooking.ts';
import { useThread } from '../useThread.ts';

/** One conversation as the desk has it: its thread, what is new in it, and what can be done with it. */
export function useRoomOfDesk(roomId: string, known: Room | undefined) {
  const queries = useQueryClient();
  const { data } = useQuery(roomQuery(roomId, known));
  const room = data ?? known;
  const [unreadAtFirst] = useState(known?.unread ?? 0);
  const [newFrom, setNewFrom] = useState<number>();
  const isLooking = useLooking();
  const thread = useThread({
    from: 'support',
    roomId,
    keptAs: roomId,
    join: (after) => ({
      type: 'join_as_agent',
      agentId: 'admin-agent',
      roomId,
      ...(after > 0 && { after }),
      ...(!isLooking && { away: true }),
    }),
    onEvent: (event) => setNewFrom((before) => nextNewFrom(before, event, { roomId, unreadAtFirst, isLooking })),
  });
  const { lines, state, say } = thread;
  const seen = lastSeq(lines);
  useEffect(() => {
    if (!isLooking || state !== 'open' || seen === 0) return;
    say({ type: 'room_seen', roomId, seq: seen });
  }, [isLooking, state, seen, say, roomId]);

  const move = useMutation({
    mutationFn: () => moveRoom(roomId, room?.isActive ? 'close' : 'reopen'),
    onSuccess: () => refreshRooms(queries),
  });
  return { ...thread, room, newFrom, move, hasEarlier: firstSeq(lines) > 1 };
}

interface Looking {
  roomId: string;
  /** How many of the customer's messages nobody had read when the room was opened. */
  unreadAtFirst: number;
  isLooking: boolean;
}

/** Where the new messages begin: where the agent had stopped reading, until the agent answers. */
function nextNewFrom(before: number | undefined, event: ChatSocketEvent, looking: Looking): number | undefined {
  const { roomId, unreadAtFirst, isLooking } = looking;
  if (!('roomId' in event) || event.roomId !== roomId) return before;
  if (event.type === 'message_stored') return undefined;
  if (event.type === 'new_message' && !isLooking && event.message.sender === 'user') return before ?? event.message.seq;
  if (event.type !== 'room_status' || before !== undefined || unreadAtFirst === 0) return before;
  return event.messages.filter(({ sender }) => sender === 'user').at(-unreadAtFirst)?.seq;
}
