import { readToken, watchToken } from '../session/token.ts';

const minWaitMs = 1_000;
const maxWaitMs = 15_000;

type Message = { type: string } & Record<string, unknown>;
export type ChannelState = 'connecting' | 'open' | 'waiting';

interface Listeners {
  /** Called at each (re)connection, when the session has been proven where there is one. */
  onReady: () => void;
  onMessage: (message: Message) => void;
  onState: (state: ChannelState) => void;
}

export interface Channel {
  /** False when the line is down: nothing was sent. */
  send: (message: Message) => boolean;
  /** Hangs up a line that seems dead and dials again. */
  reconnect: () => void;
  close: () => void;
}

// One line for the whole tab, however many parts of the chat stand on it: a person may only have a few.
const subscribers = new Set<Listeners>();
let socket: WebSocket | undefined;
let state: ChannelState = 'connecting';
let retry: ReturnType<typeof setTimeout> | undefined;
let waitMs = minWaitMs;
let unsubscribeToken: (() => void) | undefined;

/** Takes part in the tab's conversation with the server, taken up again whenever the line breaks; visitors may too. */
export function openChannel(listeners: Listeners): Channel {
  subscribers.add(listeners);
  if (subscribers.size === 1) start();
  else listeners.onState(state);
  // As at a new line: when the one who opens it has heard of its channel.
  if (state === 'open') queueMicrotask(() => subscribers.has(listeners) && state === 'open' && listeners.onReady());
  return {
    send: (message) => {
      if (state !== 'open' || socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    reconnect,
    close: () => {
      if (!subscribers.delete(listeners) || subscribers.size > 0) return;
      window.removeEventListener('offline', reconnect);
      unsubscribeToken?.();
      disconnect();
    },
  };
}

function start(): void {
  unsubscribeToken = watchToken(reconnect);
  // The browser knows before any timer does.
  window.addEventListener('offline', reconnect);
  waitMs = minWaitMs;
  state = 'connecting';
  connect();
}

function reconnect(): void {
  disconnect();
  notifyState('waiting');
  connect();
}

function disconnect(): void {
  clearTimeout(retry);
  const closing = socket;
  socket = undefined;
  closing?.close(1000);
}

function connect(): void {
  clearTimeout(retry);
  const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  socket = opened;
  opened.onopen = () => {
    if (socket !== opened) return;
    const token = readToken();
    if (token === null) ready();
    else opened.send(JSON.stringify({ type: 'auth', token }));
  };
  opened.onmessage = ({ data }) => {
    const message = parseMessage(data);
    if (!message || socket !== opened) return;
    if (message.type === 'auth_ok') ready();
    else for (const { onMessage } of subscribers) onMessage(message);
  };
  opened.onclose = () => {
    if (socket !== opened) return;
    notifyState('waiting');
    // Half of the wait is chance, so that a restarted server is not met by everybody at once.
    retry = setTimeout(connect, waitMs / 2 + Math.random() * (waitMs / 2));
    waitMs = Math.min(maxWaitMs, waitMs * 2);
  };
}

function ready(): void {
  waitMs = minWaitMs;
  notifyState('open');
  for (const { onReady } of subscribers) onReady();
}

function notifyState(now: ChannelState): void {
  state = now;
  for (const { onState } of subscribers) onState(now);
}

function parseMessage(data: unknown): Message | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    const isMessage = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    return isMessage ? (value as Message) : undefined;
  } catch {
    return undefined; // Not a frame of ours.
  }
}
