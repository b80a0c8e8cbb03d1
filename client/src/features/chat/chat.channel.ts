import { openChannel, type Channel } from '#client/lib/realtime/realtime.ts';

const channels = new Set<Channel>();

/**
 * A channel of the chat. The last one to close leaves the chat on the server: the connection may stay open for others,
 * and an agent who has left the console must not count as online.
 */
export function openChatChannel(listeners: Parameters<typeof openChannel>[0]): Channel {
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
