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
  close: () => void;
}

/** A conversation of its own with the server, taken up again whenever the line breaks; visitors may have one too. */
export function openChannel({ onReady, onMessage, onState }: Listeners): Channel {
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstWaitMs;
  let isReady = false;

  const ready = () => {
    isReady = true;
    waitMs = firstWaitMs;
    onState('open');
    onReady();
  };
  const connect = () => {
    clearTimeout(retry);
    const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket = opened;
    isReady = false;
    onState('connecting');
    opened.onopen = () => {
      const token = readToken();
      if (token === null) ready();
      else opened.send(JSON.stringify({ type: 'auth', token }));
    };
    opened.onmessage = ({ data }) => {
      const message = messageOf(data);
      if (!message || socket !== opened) return;
      if (message.type === 'auth_ok') ready();
      else onMessage(message);
    };
    opened.onclose = () => {
      if (socket !== opened) return;
      isReady = false;
      onState('waiting');
      retry = setTimeout(connect, waitMs / 2 + Math.random() * (waitMs / 2));
      waitMs = Math.min(longestWaitMs, waitMs * 2);
    };
  };
  const hangUp = () => {
    clearTimeout(retry);
    const closing = socket;
    socket = undefined;
    closing?.close(1000);
  };
  const unwatch = watchToken(() => {
    hangUp();
    connect();
  });
  connect();
  return {
    send: (message) => {
      if (!isReady || socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close: () => {
      unwatch();
      hangUp();
    },
  };
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
