import { useCallback, useEffect, useRef, useState } from 'react';
import { openChannel, type Channel, type ConnectionState, type Message } from '#client/lib/realtime/realtime.ts';

interface Listeners {
  /** The channel is closed while this is false. */
  isActive: boolean;
  onReady: () => void;
  onMessage: (message: Message) => void;
}

/** Keeps a connection to the chat open while `isActive`; returns its state, `sendMessage` and `reconnect`. */
export function useChannel({ isActive, onReady, onMessage }: Listeners) {
  const [state, setState] = useState<ConnectionState>('connecting');
  const channel = useRef<Channel>(undefined);
  const latestHandlers = useRef({ onReady, onMessage });
  useEffect(() => {
    latestHandlers.current = { onReady, onMessage };
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const newChannel = openChatChannel({
      onState: setState,
      onReady: () => latestHandlers.current.onReady(),
      onMessage: (message) => latestHandlers.current.onMessage(message),
    });
    channel.current = newChannel;
    return () => {
      channel.current = undefined;
      newChannel.close();
    };
  }, [isActive]);
  /** False while there is no connection: nothing was sent. */
  const sendMessage = useCallback((message: Message) => channel.current?.send(message) ?? false, []);
  const reconnect = useCallback(() => channel.current?.reconnect(), []);
  return { state, sendMessage, reconnect };
}

const channels = new Set<Channel>();

/** A channel of the chat. The last one to close leaves the chat: an agent who has left must not count as online. */
function openChatChannel(listeners: Parameters<typeof openChannel>[0]): Channel {
  const channel = openChannel(listeners);
  channels.add(channel);
  return {
    ...channel,
    close: () => {
      if (channels.delete(channel) && channels.size === 0) channel.send({ type: 'leave_chat' });
      channel.close();
    },
  };
}
