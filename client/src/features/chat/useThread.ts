import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatMessage, ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import { openChannel, type Channel, type ChannelState } from '#client/lib/channel.ts';
import { lastSeq, withFailure, withMessages, withReceipt, type Line } from './thread.ts';

type Event = ChatSocketEvent | { type: 'error'; ref?: string };
type Said = { type: string } & Record<string, unknown>;
export type RoomStatus = Extract<ChatSocketEvent, { type: 'room_status' }>;

interface Sides {
  from: 'user' | 'support';
  /** While false nobody is on the line. */
  isActive?: boolean;
  /** An agent's room; a customer's is whatever the server answers. */
  roomId?: string;
  /** What to say at each (re)connection; `after` is the number of the last message known. */
  join: (after: number) => Said;
  onEvent: (event: ChatSocketEvent) => void;
}

/** A message that is not acknowledged by then went down a line that is dead without knowing it. */
const receiptMs = 15_000;
const joinRef = 'join';

/**
 * One room on the screen: every stored message once and in order, own ones shown at once and sent again under the same
 * name after the line broke, so that none is lost or doubled.
 */
export function useThread(sides: Sides) {
  const { isActive = true, from } = sides;
  const [lines, setLines] = useState<Line[]>([]);
  const [state, setState] = useState<ChannelState>('connecting');
  const [room, setRoom] = useState<RoomStatus>();
  const channel = useRef<Channel>(undefined);
  const latest = useRef({ sides, lines, room });
  useEffect(() => {
    latest.current = { sides, lines, room };
  });

  const transmit = useCallback((roomId: string, { key, text }: Pick<Line, 'key' | 'text'>) => {
    channel.current?.send({ type: 'send_message', roomId, text, clientMessageId: key, ref: key });
  }, []);
  const hear = useCallback(
    (event: Event) => {
      const { sides: now, room: joined, lines: shown } = latest.current;
      if (event.type === 'error') {
        if (event.ref === joinRef) setTimeout(() => channel.current?.renew(), receiptMs);
        return setLines((before) => withFailure(before, event.ref ?? ''));
      }
      // An agent's line brings the news of every room: they are counted, not shown here.
      const here = now.roomId ?? (event.type === 'room_status' ? event.roomId : joined?.roomId);
      if ('roomId' in event && event.roomId === here) {
        if (event.type === 'room_status') {
          setRoom(event);
          for (const line of shown) if (isUnsent(line)) transmit(event.roomId, line);
          setLines((before) => withMessages(before, event.messages));
        } else if (event.type === 'new_message') setLines((before) => withMessages(before, [event.message]));
        else if (event.type === 'message_stored') setLines((before) => withReceipt(before, event));
      }
      now.onEvent(event);
    },
    [transmit],
  );
  const join = useCallback(() => {
    const after = lastSeq(latest.current.lines);
    channel.current?.send({ ...latest.current.sides.join(after), ref: joinRef });
  }, []);

  useEffect(() => {
    if (!isActive) return undefined;
    const opened = openChannel({
      onState: setState,
      onReady: join,
      onMessage: (said) => hear(said as unknown as Event),
    });
    channel.current = opened;
    return () => {
      channel.current = undefined;
      opened.close();
    };
  }, [isActive, join, hear]);
  useReceipts(lines, state, channel);

  const post = (text: string, only?: Line['only']) => {
    const line: Line = { ...newLine(), text, from, state: 'sending', only };
    setLines((shown) => [...shown, line]);
    if (room) transmit(room.roomId, line);
    return line.key;
  };
  const retry = (line: Line) => {
    setLines((shown) => shown.map((one) => (one.key === line.key ? { ...one, state: 'sending' } : one)));
    if (room) transmit(room.roomId, line);
  };
  /** Shows a line that is kept nowhere, such as the bot's. */
  const show = useCallback((line: Pick<Line, 'text' | 'from' | 'only'>) => {
    setLines((shown) => [...shown, { ...newLine(), state: 'sent', ...line }]);
  }, []);
  /** Adds what was said before the first line known. */
  const addEarlier = (messages: readonly ChatMessage[]) => setLines((shown) => withMessages(shown, messages));
  const say = useCallback((message: Said) => channel.current?.send(message) ?? false, []);
  return { lines, state, room, post, retry, show, say, join, addEarlier };
}

/** Dials anew when a message stays without its receipt. */
function useReceipts(lines: readonly Line[], state: ChannelState, channel: { current: Channel | undefined }): void {
  const waiting = lines.find(isUnsent)?.key;
  useEffect(() => {
    if (waiting === undefined || state !== 'open') return undefined;
    const timer = setTimeout(() => channel.current?.renew(), receiptMs);
    return () => clearTimeout(timer);
  }, [waiting, state, channel]);
}

const isUnsent = ({ state }: Line) => state === 'sending';
const newLine = () => ({ key: crypto.randomUUID(), at: new Date().toISOString() });
