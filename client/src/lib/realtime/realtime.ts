import { useEffect, useRef } from 'react';
import { endSessionFor, readToken, watchToken } from '../session/token.ts';
import { parseJson } from '../storage/local-storage.ts';

const minWaitMs = 1_000;
const maxWaitMs = 15_000;

export type Message = { type: string } & Record<string, unknown>;
export type ConnectionState = 'connecting' | 'open' | 'waiting';

interface Subscriber {
  /** True if it receives nothing without a session: no connection is opened for a visitor. */
  needsSession: boolean;
  /** Runs at each (re)connection, when the session has been proven where there is one. */
  onReady: (isResumed: boolean) => void;
  onMessage: (message: Message) => void;
  onState: (state: ConnectionState) => void;
}

export interface Channel {
  /** False while there is no connection: nothing was sent. */
  send: (message: Message) => boolean;
  /** Closes a connection that seems dead and connects again. */
  reconnect: () => void;
  close: () => void;
}

// One connection for the whole tab, shared by all screens: a user may only have a few.
const subscribers = new Set<Subscriber>();
let socket: WebSocket | undefined;
let state: ConnectionState = 'connecting';
let retry: ReturnType<typeof setTimeout> | undefined;
let waitMs = minWaitMs;
let hadConnection = false;
let stopWatching: (() => void) | undefined;

/** Sends and receives over the tab's connection, which is opened again whenever it breaks; visitors may too. */
export function openChannel(listeners: Omit<Subscriber, 'needsSession'>): Channel {
  const close = subscribe({ ...listeners, needsSession: false });
  return { send, reconnect, close };
}

/** Receives one type of message, and 'resumed' after a gap. Messages are hints to fetch again, never data to trust. */
export function onServerMessage(type: string, handler: (message: Message | 'resumed') => void): () => void {
  return subscribe({
    needsSession: true,
    onReady: (isResumed) => isResumed && readToken() !== null && handler('resumed'),
    onMessage: (message) => message.type === type && handler(message),
    onState: () => undefined,
  });
}

/** Subscribes a screen while it is mounted. */
export function useServerMessage(type: string, handler: (message: Message | 'resumed') => void): void {
  const latestHandler = useRef(handler);
  useEffect(() => {
    latestHandler.current = handler;
  });
  useEffect(() => onServerMessage(type, (message) => latestHandler.current(message)), [type]);
}

function subscribe(subscriber: Subscriber): () => void {
  subscribers.add(subscriber);
  stopWatching ??= watch();
  if (!socket && retry === undefined) connect();
  else subscriber.onState(state);
  // Runs like a new connection, once the subscriber has its channel.
  if (state === 'open')
    queueMicrotask(() => subscribers.has(subscriber) && state === 'open' && subscriber.onReady(false));
  return () => {
    if (!subscribers.delete(subscriber) || isNeeded()) return;
    disconnect();
    state = 'connecting';
    waitMs = minWaitMs;
    hadConnection = false;
    if (subscribers.size > 0) return;
    stopWatching?.();
    stopWatching = undefined;
  };
}

function watch(): () => void {
  const stopWatchingToken = watchToken(reconnect);
  // The browser notices a lost network before any timer does.
  window.addEventListener('offline', reconnect);
  return () => {
    stopWatchingToken();
    window.removeEventListener('offline', reconnect);
  };
}

const isNeeded = (): boolean => [...subscribers].some(({ needsSession }) => !needsSession || readToken() !== null);

function send(message: Message): boolean {
  if (state !== 'open' || socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

function reconnect(): void {
  disconnect();
  notifyState('waiting');
  connect();
}

function disconnect(): void {
  clearTimeout(retry);
  retry = undefined;
  const closingSocket = socket;
  socket = undefined;
  closingSocket?.close(1000);
}

function connect(): void {
  clearTimeout(retry);
  retry = undefined;
  if (!isNeeded()) return;
  const newSocket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  socket = newSocket;
  newSocket.onopen = () => {
    if (socket !== newSocket) return;
    const token = readToken();
    if (token === null) markReady();
    else newSocket.send(JSON.stringify({ type: 'auth', token }));
  };
  newSocket.onmessage = ({ data }) => {
    const message = parseMessage(data);
    if (!message || socket !== newSocket) return;
    if (message.type === 'auth_ok') markReady();
    else for (const { onMessage } of subscribers) onMessage(message);
  };
  newSocket.onclose = ({ reason }) => {
    if (socket !== newSocket) return;
    socket = undefined;
    if (endSessionFor(reason)) return;
    notifyState('waiting');
    // Data that was loaded before a delayed first connection may have changed meanwhile.
    hadConnection = true;
    // Half of the wait is random, so that not all clients reconnect to a restarted server at once.
    retry = setTimeout(connect, waitMs / 2 + Math.random() * (waitMs / 2));
    waitMs = Math.min(maxWaitMs, waitMs * 2);
  };
}

function markReady(): void {
  const isResumed = hadConnection;
  waitMs = minWaitMs;
  hadConnection = true;
  notifyState('open');
  for (const { onReady } of subscribers) onReady(isResumed);
}

function notifyState(now: ConnectionState): void {
  state = now;
  for (const { onState } of subscribers) onState(now);
}

/** `undefined` for a frame that is not ours. */
function parseMessage(data: unknown): Message | undefined {
  const value = parseJson(String(data));
  const isMessage = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
  // A message is whatever names its type; the rest is known by who receives it.
  return isMessage ? (value as Message) : undefined;
}
