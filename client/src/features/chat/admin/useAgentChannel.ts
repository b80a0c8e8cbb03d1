import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient } from '#client/lib/api/query-client.ts';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import type { Channel, ConnectionState } from '#client/lib/realtime/realtime.ts';
import type { AgentStatus, ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import { refreshHandling, refreshRooms } from '../chat.admin.queries.ts';
import { openChatChannel } from '../useChannel.ts';

/** However many messages come, the lists are fetched again once in this time. */
const gatherMs = 1_000;

/** Presence: while the console is open the agent counts as online, or as what they chose. */
export function useAgentChannel(onCustomerMessage: () => void) {
  const [state, setState] = useState<ConnectionState>('connecting');
  const [status, setStatus] = useState<AgentStatus>('offline');
  const channel = useRef<Channel>(undefined);
  const latest = useRef(onCustomerMessage);
  useEffect(() => {
    latest.current = onCustomerMessage;
  });

  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      gathering = undefined;
      void refreshRooms(queryClient);
      void invalidateRoutes(queryClient, 'GET /api/admin/agent-requests');
    };
    const opened = openChatChannel({
      onState: setState,
      onReady: () => {
        opened.send({ type: 'join_as_agent', agentId: 'admin-agent' });
        // No event announces what was written while there was no connection.
        gathering ??= setTimeout(refresh, gatherMs);
      },
      onMessage: (message) => {
        const event = message as unknown as ChatSocketEvent;
        if (event.type === 'agent_status_update') setStatus(event.status);
        else if (event.type === 'room_assigned') void refreshHandling(queryClient);
        else gathering ??= setTimeout(refresh, gatherMs);
        if (event.type === 'new_message' && event.message.sender === 'user') latest.current();
      },
    });
    channel.current = opened;
    return () => {
      clearTimeout(gathering);
      opened.close();
    };
  }, []);
  const choose = useCallback((next: AgentStatus) => {
    channel.current?.send({ type: 'agent_status', agentId: 'admin-agent', status: next });
  }, []);
  return { state, status, choose };
}
