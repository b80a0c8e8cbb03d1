import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import type { ChannelState } from '#client/lib/realtime/channel.ts';
import { firstSeq, lastSeq, withFailure, withMessages, withReceipt, type Line } from './chat.thread.ts';
import { storeUnsent, readUnsent } from './chat.unsent.ts';
import { useChannel } from './useChannel.ts';
import { useTyping } from './useTyping.ts';

type Event = ChatSocketEvent | { type: 'error'; ref?: string };
type RoomStatus = Extract<ChatSocketEvent, { type: 'room_status' }>;

interface ThreadOptions {
  from: 'user' | 'support';
  /** While false nobody is on the line. */
  isActive?: boolean;
  /** An agent's room; a customer's is whatever the server answers. */
  roomId?: string;
  /** Under which name what was not sent is kept over a reload. */
  unsentKey: string;
  /** What to say at each (re)connection; `after` is the number of the last message known. */
  join: (after: number) => { type: string } & Record<string, unknown>;
  onEvent: (event: ChatSocketEvent) => void;
}

/** A message that is not acknowledged by then went down a line that is dead without knowing it. */
const receiptMs = 15_000;
const joinRef = 'join';

/**
 * One room on the screen: every stored message once and in order, own ones shown at once and sent again under the same
 * name after the line broke, so that none is lost or doubled.
 */
export function useThread(options: ThreadOptions) {
  const { isActive = true, from, unsentKey } = options;
  const [lines, setLines] = useState<Line[]>(() => readUnsent(unsentKey));
  const [room, setRoom] = useState<RoomStatus>();
  const [readSeq, setReadSeq] = useState(0);
  const [isReadingEarlier, setReadingEarlier] = useState(false);
  /** Known before the screen is drawn: the next message may come first. */
  const currentRoomId = useRef(options.roomId);
  // In the moment it is shown: what a reload comes upon later would be offered again though it says "sent".
  useLayoutEffect(() => storeUnsent(unsentKey, lines), [unsentKey, lines]);

  const { state, sendMessage, reconnect } = useChannel({
    isActive,
    onReady: () => join(),
    onMessage: (message) => handleEvent(message as unknown as Event),
  });
  useReceipts(lines, state, reconnect);
  const typing = useTyping(() => sendMessage({ type: 'typing', roomId: currentRoomId.current }));
  const transmit = ({ key, text }: Pick<Line, 'key' | 'text'>) =>
    sendMessage({ type: 'send_message', roomId: currentRoomId.current, text, clientMessageId: key, ref: key });
  const join = () => sendMessage({ ...options.join(lastSeq(lines)), ref: joinRef });

  const handleEvent = (event: Event) => {
    if (event.type === 'error') {
      if (event.ref === joinRef) setTimeout(reconnect, receiptMs);
      setReadingEarlier(false);
      return setLines((before) => withFailure(before, event.ref ?? ''));
    }
    if (event.type === 'room_status') currentRoomId.current = options.roomId ?? event.roomId;
    // An agent's line brings the news of every room: they are counted, not shown here.
    if ('roomId' in event && event.roomId === currentRoomId.current) applyEvent(event);
    options.onEvent(event);
  };
  const applyEvent = (event: ChatSocketEvent) => {
    if (event.type === 'room_status') {
      setRoom(event);
      for (const line of lines) if (isUnsent(line)) transmit(line);
    } else if (event.type === 'typing') typing.receiveTyping(true);
    else if (event.type === 'new_message' && event.message.sender !== from) typing.receiveTyping(false);
    if (event.type === 'room_status' || event.type === 'earlier_messages') setReadingEarlier(false);
    setLines((before) => withEvent(before, event));
    setReadSeq((before) => Math.max(before, readBy(event, from)));
  };

  const post = (text: string, only?: Line['only']) => {
    const line: Line = { ...newLine(), text, from, state: 'sending', only };
    setLines((shown) => [...shown, line]);
    typing.endTyping();
    if (room) transmit(line);
    return line.key;
  };
  const retry = (line: Line) => {
    setLines((shown) => shown.map((one) => (one.key === line.key ? { ...one, state: 'sending' } : one)));
    if (room) transmit(line);
  };
  /** Shows a line that is kept nowhere, such as the bot's. */
  const show = useCallback((line: Pick<Line, 'text' | 'from' | 'only'>) => {
    setLines((shown) => [...shown, { ...newLine(), state: 'sent', ...line }]);
  }, []);
  const readEarlier = () =>
    setReadingEarlier(sendMessage({ type: 'read_earlier', roomId: currentRoomId.current, before: firstSeq(lines) }));
  const readState = { readSeq, isReadingEarlier, isOtherTyping: typing.isOtherTyping, sendTyping: typing.sendTyping };
  return { lines, state, room, ...readState, post, retry, show, sendMessage, join, readEarlier };
}

/** The lines after what the server told. */
function withEvent(lines: readonly Line[], event: ChatSocketEvent): Line[] {
  if (event.type === 'room_status' || event.type === 'earlier_messages') return withMessages(lines, event.messages);
  if (event.type === 'new_message') return withMessages(lines, [event.message]);
  return event.type === 'message_stored' ? withReceipt(lines, event) : [...lines];
}

/** Up to which number the other side has read, by what was told; whoever answers has read. */
function readBy(event: ChatSocketEvent, own: ThreadOptions['from']): number {
  if (event.type === 'room_status') return event.readSeq;
  if (event.type === 'room_read') return event.seq;
  return event.type === 'new_message' && event.message.sender !== own ? event.message.seq : 0;
}

/** Dials anew when a message stays without its receipt. */
function useReceipts(lines: readonly Line[], state: ChannelState, reconnect: () => void): void {
  const waiting = lines.find(isUnsent)?.key;
  useEffect(() => {
    if (waiting === undefined || state !== 'open') return undefined;
    const timer = setTimeout(reconnect, receiptMs);
    return () => clearTimeout(timer);
  }, [waiting, state, reconnect]);
}

const isUnsent = ({ state }: Line) => state === 'sending';
const newLine = () => ({ key: crypto.randomUUID(), at: new Date().toISOString() });
