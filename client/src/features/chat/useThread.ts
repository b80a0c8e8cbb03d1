import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import { openChannel, type Channel, type ChannelState } from '#client/lib/channel.ts';
import { lastSeq, withFailure, withMessages, withReceipt, type Line } from './thread.ts';

type Event = ChatSocketEvent | { type: 'error'; ref?: string };
export type RoomStatus = Extract<ChatSocketEvent, { type: 'room_status' }>;

interface Sides {
  from: 'user' | 'support';
  /** What to say at each (re)connection; `after` is the number of the last message known. */
  join: (after: number) => { type: string } & Record<string, unknown>;
  onEvent: (event: ChatSocketEvent) => void;
}

/**
 * One room on the screen: every stored message once and in order, own ones shown at once and sent again under the same
 * name after the line broke, so that none is lost or doubled.
 */
export function useThread(sides: Sides) {
  const [lines, setLines] = useState<Line[]>([]);
  const [state, setState] = useState<ChannelState>('connecting');
  const [room, setRoom] = useState<RoomStatus>();
  const channel = useRef<Channel>(undefined);
  const latest = useRef({ sides, lines, roomId: '' });
  useEffect(() => {
    latest.current = { sides, lines, roomId: room?.roomId ?? '' };
  });

  const transmit = useCallback((roomId: string, { key, text }: Pick<Line, 'key' | 'text'>) => {
    channel.current?.send({ type: 'send_message', roomId, text, clientMessageId: key, ref: key });
  }, []);

  useEffect(() => {
    const onMessage = (event: Event) => {
      if (event.type === 'error') {
        const { ref } = event;
        if (ref) setLines((shown) => withFailure(shown, ref));
        return;
      }
      if (event.type === 'room_status') {
        setRoom(event);
        for (const line of latest.current.lines) if (line.state === 'sending') transmit(event.roomId, line);
        setLines((shown) => withMessages(shown, event.messages));
      } else if (event.type === 'new_message') {
        const isHere = event.roomId === latest.current.roomId;
        if (isHere) setLines((shown) => withMessages(shown, [event.message]));
      } else if (event.type === 'message_stored') setLines((shown) => withReceipt(shown, event));
      latest.current.sides.onEvent(event);
    };
    const opened = openChannel({
      onState: setState,
      onReady: () => opened.send(latest.current.sides.join(lastSeq(latest.current.lines))),
      onMessage: (message) => onMessage(message as unknown as Event),
    });
    channel.current = opened;
    return () => opened.close();
  }, [transmit]);

  const post = (text: string) => {
    const line: Line = {
      key: crypto.randomUUID(),
      text,
      from: sides.from,
      at: new Date().toISOString(),
      state: 'sending',
    };
    setLines((shown) => [...shown, line]);
    if (room) transmit(room.roomId, line);
  };
  const retry = (line: Line) => {
    setLines((shown) => shown.map((one) => (one.key === line.key ? { ...one, state: 'sending' } : one)));
    if (room) transmit(room.roomId, line);
  };
  /** Shows a line that is kept nowhere, such as the bot's. */
  const show = useCallback((line: Pick<Line, 'text' | 'from'>) => {
    const facts = { key: crypto.randomUUID(), at: new Date().toISOString(), state: 'sent' } as const;
    setLines((shown) => [...shown, { ...facts, ...line }]);
  }, []);
  const say = (message: { type: string } & Record<string, unknown>) => channel.current?.send(message) ?? false;
  return { lines, state, room, post, retry, show, say };
}
