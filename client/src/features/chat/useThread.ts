import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { currentLanguage } from '#client/lib/i18n/i18n.ts';
import type { ConnectionState } from '#client/lib/realtime/realtime.ts';
import { typingIntervalMs } from '#shared/chat/chat.limits.ts';
import type { ChatMessage, ChatSide, ChatSocketEvent, ChatWindow } from '#shared/chat/chat.socket.ts';
import * as thread from './chat.thread.ts';
import { useBotPause } from './useBotPause.ts';
import { useChannel } from './useChannel.ts';

type Event = ChatSocketEvent | { type: 'error'; ref?: string };
type RoomStatus = Extract<ChatSocketEvent, { type: 'room_status' }>;

interface ThreadOptions {
  from: ChatSide;
  /** The open window, whose bot has its own typing pause. */
  window?: ChatWindow | undefined;
  /** While false the channel is closed, unless a message waits to be sent. */
  isActive?: boolean;
  /** The room of an agent; the server names the room of a customer. */
  roomId?: string;
  /** Key under which unsent messages survive a reload. */
  unsentKey: string;
  /** Builds the frame sent at each (re)connection: `after` is the last message received, `create` whether one waits. */
  join: (known: { after: number; create: boolean }) => { type: string } & Record<string, unknown>;
  onEvent: (event: ChatSocketEvent) => void;
}

/** A message without an acknowledgement by then was sent on a dead connection. */
const receiptMs = 15_000;
const joinRef = 'join';

/** One room: each stored message once and in order, own ones at once and sent again after a broken connection. */
export function useThread(options: ThreadOptions) {
  const { isActive = true, from, unsentKey, window } = options;
  const { lines, setLines, show, add } = useLines(unsentKey);
  const [room, setRoom] = useState<RoomStatus>();
  const [readSeq, setReadSeq] = useState(0);
  const [isReadingEarlier, setReadingEarlier] = useState(false);
  /** A ref, because the next message may come before the screen is rendered. */
  const roomId = useRef(options.roomId);
  const { state, sendMessage, reconnect } = useChannel({
    // A window that is closed at once still sends its lines.
    isActive: isActive || lines.some(isUnsent),
    onReady: () => {
      joinAttempt.end();
      join();
    },
    // The server sends events of the contract; the socket types them by their name alone.
    onMessage: (message) => handleEvent(message as unknown as Event),
  });
  useReceipts(lines, state, reconnect);
  const typing = useTyping(() => sendMessage({ type: 'typing', roomId: roomId.current }));
  const { isBotTyping, pause } = useBotPause(window);
  const transmit = (line: thread.Line) => sendMessage(messageOf(line, roomId.current));
  const joinAttempt = useJoining((create) =>
    sendMessage({ ...options.join({ after: thread.lastSeq(lines), create }), ref: joinRef }),
  );
  const join = () => joinAttempt.begin(lines.some(isUnsent));
  /** The first message creates the room, and is sent once that exists. */
  const deliver = (line: thread.Line) => {
    if (room?.exists) transmit(line);
    else if (room) joinAttempt.begin(true);
  };

  const handleEvent = (event: Event) => {
    const isAnswer = event.type === 'new_message' && event.message.sender === 'bot' && from === 'user';
    return isAnswer ? pause(event.message, () => receive(event)) : receive(event);
  };
  const receive = (event: Event) => {
    if (event.type === 'error') {
      if (event.ref === joinRef) setTimeout(reconnect, receiptMs);
      setReadingEarlier(false);
      return setLines((currentLines) => thread.withFailure(currentLines, event.ref ?? ''));
    }
    if (event.type === 'room_status') roomId.current = options.roomId ?? event.roomId;
    // An agent's connection brings the messages of every room: they are counted, not shown here.
    if ('roomId' in event && event.roomId === roomId.current) applyEvent(event);
    options.onEvent(event);
  };
  const applyEvent = (event: ChatSocketEvent) => {
    if (event.type === 'room_status') {
      joinAttempt.end();
      setRoom(event);
      if (event.exists) lines.filter(isUnsent).forEach(transmit);
      else if (lines.some(isUnsent)) joinAttempt.begin(true);
    } else if (event.type === 'typing') typing.receiveTyping(true);
    else if (event.type === 'new_message' && event.message.sender === otherSide[from]) typing.receiveTyping(false);
    if (event.type === 'room_status' || event.type === 'earlier_messages') setReadingEarlier(false);
    setLines((currentLines) => withEvent(currentLines, event, room));
    setReadSeq((seq) => Math.max(seq, readBy(event, from)));
  };

  const post = (text: string, { order, window: writtenIn }: Pick<thread.Line, 'order' | 'window'> = {}) => {
    const line: thread.Line = { ...newLine(), text, from, state: 'sending', window: writtenIn, order };
    setLines((currentLines) => [...currentLines, line]);
    typing.endTyping();
    deliver(line);
  };
  const retry = (line: thread.Line) => {
    setLines((list) => list.map((item) => (item.key === line.key ? { ...item, state: 'sending' } : item)));
    deliver(line);
  };
  const readEarlier = () =>
    setReadingEarlier(sendMessage({ type: 'read_earlier', roomId: roomId.current, before: thread.firstSeq(lines) }));
  const { isOtherTyping, sendTyping } = typing;
  const readState = { readSeq, isReadingEarlier, isBotTyping, isOtherTyping, sendTyping };
  return { lines, state, room, ...readState, post, add, retry, show, sendMessage, join, readEarlier };
}

/** A line as the server stores it: once, under the key that the browser gave it. */
function messageOf({ key, text, window, order }: thread.Line, roomId: string | undefined) {
  const windowContext = window && { window, language: currentLanguage() };
  return { type: 'send_message', roomId, text, clientMessageId: key, ref: key, orderId: order?.id, ...windowContext };
}

/** The lines on screen; unsent ones survive a reload. */
function useLines(unsentKey: string) {
  const [lines, setLines] = useState<thread.Line[]>(() => thread.readUnsent(unsentKey));
  // A layout effect, because a reload would otherwise offer to resend a message already shown as "sent".
  useLayoutEffect(() => thread.storeUnsent(unsentKey, lines), [unsentKey, lines]);
  /** Shows a line that is not stored, such as the result of a form. */
  const show = useCallback((line: Pick<thread.Line, 'text' | 'from' | 'only'>) => {
    setLines((currentLines) => [...currentLines, { ...newLine(), state: 'sent', ...line }]);
  }, []);
  /** Shows a message that was stored through another call. */
  const add = useCallback(
    (message: ChatMessage) => setLines((currentLines) => thread.withMessages(currentLines, [message])),
    [],
  );
  return { lines, setLines, show, add };
}

function withEvent(
  previousLines: readonly thread.Line[],
  event: ChatSocketEvent,
  room: RoomStatus | undefined,
): thread.Line[] {
  // A customer's newest room may have become another one: its messages have numbers of their own.
  const isOther = event.type === 'room_status' && room?.exists === true && room.roomId !== event.roomId;
  const lines = isOther ? previousLines.filter(({ seq }) => seq === undefined) : previousLines;
  if (event.type === 'room_status' || event.type === 'earlier_messages')
    return thread.withMessages(lines, event.messages);
  if (event.type === 'new_message') return thread.withMessages(lines, [event.message]);
  return event.type === 'message_stored' ? thread.withReceipt(lines, event) : [...lines];
}

const otherSide = { user: 'support', support: 'user' } as const;

/**
 * The last number that the other side has read according to this event; an answering human has read, the bot has not.
 */
function readBy(event: ChatSocketEvent, ownSide: ChatSide): number {
  if (event.type === 'room_status') return event.readSeq;
  if (event.type === 'room_read') return event.seq;
  return event.type === 'new_message' && event.message.sender === otherSide[ownSide] ? event.message.seq : 0;
}

/** Joins a room. A new one is asked for once at a time: a second request, without its token, would get another. */
function useJoining(send: (create: boolean) => boolean) {
  const isCreating = useRef(false);
  return {
    begin: (create: boolean) => {
      if (!isCreating.current) isCreating.current = send(create) && create;
    },
    end: () => {
      isCreating.current = false;
    },
  };
}

/** Reconnects when a message stays without acknowledgement. */
function useReceipts(lines: readonly thread.Line[], state: ConnectionState, reconnect: () => void): void {
  const waitingKey = lines.find(isUnsent)?.key;
  useEffect(() => {
    if (waitingKey === undefined || state !== 'open') return undefined;
    const timer = setTimeout(reconnect, receiptMs);
    return () => clearTimeout(timer);
  }, [waitingKey, state, reconnect]);
}

const isUnsent = ({ state }: thread.Line) => state === 'sending';
const newLine = () => ({ key: crypto.randomUUID(), at: new Date().toISOString() });

/** Typing has stopped if no event arrived for this long. */
const typingTimeoutMs = typingIntervalMs + 2_000;

/** If the other side is typing, and a function that reports that this one is, throttled. */
function useTyping(send: () => void) {
  const [isOtherTyping, setOtherTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);
  const receiveTyping = useCallback((isTyping: boolean) => {
    clearTimeout(timer.current);
    setOtherTyping(isTyping);
    if (isTyping) timer.current = setTimeout(() => setOtherTyping(false), typingTimeoutMs);
  }, []);
  const sendTyping = () => {
    const now = performance.now();
    if (now - sentAt.current < typingIntervalMs) return;
    sentAt.current = now;
    send();
  };
  /** The message has arrived: further typing is announced again at once. */
  const endTyping = () => (sentAt.current = Number.NEGATIVE_INFINITY);
  return { isOtherTyping, receiveTyping, sendTyping, endTyping };
}
