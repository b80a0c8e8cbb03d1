import { readToken, watchToken } from './token.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 15_000;

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
  renew: () => void;
  close: () => void;
}

// One line for the whole tab, however many parts of the chat stand on it: a person may only have a few.
const listening = new Set<Listeners>();
let socket: WebSocket | undefined;
let state: ChannelState = 'connecting';
let retry: ReturnType<typeof setTimeout> | undefined;
let waitMs = firstWaitMs;
let stopWatching: (() => void) | undefined;

/** Takes part in the tab's conversation with the server, taken up again whenever the line breaks; visitors may too. */
export function openChannel(listeners: Listeners): Channel {
  listening.add(listeners);
  if (listening.size === 1) start();
  else listeners.onState(state);
  // As at a new line: when the one who opens it has heard of its channel.
  if (state === 'open') queueMicrotask(() => listening.has(listeners) && state === 'open' && listeners.onReady());
  return {
    send: (message) => {
      if (state !== 'open' || socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    renew,
    close: () => {
      if (!listening.delete(listeners) || listening.size > 0) return;
      window.removeEventListener('offline', renew);
      stopWatching?.();
      hangUp();
    },
  };
}

function start(): void {
  stopWatching = watchToken(renew);
  // The browser knows before any timer does.
  window.addEventListener('offline', renew);
  waitMs = firstWaitMs;
  state = 'connecting';
  connect();
}

function renew(): void {
  hangUp();
  tell('waiting');
  connect();
}

function hangUp(): void {
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
    const message = messageOf(data);
    if (!message || socket !== opened) return;
    if (message.type === 'auth_ok') ready();
    else for (const { onMessage } of listening) onMessage(message);
  };
  opened.onclose = () => {
    if (socket !== opened) return;
    tell('waiting');
    // Half of the wait is chance, so that a restarted server is not met by everybody at once.
    retry = setTimeout(connect, waitMs / 2 + Math.random() * (waitMs / 2));
    waitMs = Math.min(longestWaitMs, waitMs * 2);
  };
}

function ready(): void {
  waitMs = firstWaitMs;
  tell('open');
  for (const { onReady } of listening) onReady();
}

function tell(now: ChannelState): void {
  state = now;
  for (const { onState } of listening) onState(now);
}

function messageOf(data: unknown): Message | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    const isOurs = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    return isOurs ? (value as Message) : undefined;
  } catch {
    return undefined; // Not a frame of ours.
  }
}
