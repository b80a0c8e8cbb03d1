import { useCallback, useEffect, useRef, useState } from 'react';
import { openChannel, type Channel, type ChannelState } from '#client/lib/realtime/channel.ts';

type Message = { type: string } & Record<string, unknown>;

interface Listeners {
  /** While false nobody is on the line. */
  isActive: boolean;
  onReady: () => void;
  onMessage: (message: Message) => void;
}

/** A part of the tab's line to the server, for as long as it is wanted. */
export function useChannel({ isActive, onReady, onMessage }: Listeners) {
  const [state, setState] = useState<ChannelState>('connecting');
  const channel = useRef<Channel>(undefined);
  const latest = useRef({ onReady, onMessage });
  useEffect(() => {
    latest.current = { onReady, onMessage };
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const opened = openChannel({
      onState: setState,
      onReady: () => latest.current.onReady(),
      onMessage: (message) => latest.current.onMessage(message),
    });
    channel.current = opened;
    return () => {
      channel.current = undefined;
      opened.close();
    };
  }, [isActive]);
  /** False when the line is down: nothing was sent. */
  const sendMessage = useCallback((message: Message) => channel.current?.send(message) ?? false, []);
  const reconnect = useCallback(() => channel.current?.reconnect(), []);
  return { state, sendMessage, reconnect };
}
