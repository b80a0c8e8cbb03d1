import { useEffect, useRef, useState } from 'react';
import { queryClient } from '#client/lib/api/query-client.ts';
import { invalidateRoutes } from '#client/lib/api/query.ts';
import type { AgentStatus, ChatSocketEvent } from '#shared/chat/chat.socket.ts';
import { refreshHandling, refreshRooms } from '../chat.admin.queries.ts';
import { useChannel } from '../useChannel.ts';

const agentId = 'admin-agent';
/** However many messages arrive in this time, the lists are fetched again once. */
const gatherMs = 1_000;

/** Presence: while the console is open the agent counts as online, or has the chosen status. */
export function useAgentChannel(onCustomerMessage: () => void) {
  const [status, setStatus] = useState<AgentStatus>('offline');
  const gatherTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(gatherTimer.current), []);
  const refreshSoon = () => {
    gatherTimer.current ??= setTimeout(() => {
      gatherTimer.current = undefined;
      void refreshRooms(queryClient);
      void invalidateRoutes(queryClient, 'GET /api/admin/agent-requests');
    }, gatherMs);
  };
  const { state, sendMessage } = useChannel({
    isActive: true,
    onReady: () => {
      sendMessage({ type: 'join_as_agent', agentId });
      // No event announces the messages that were written while there was no connection.
      refreshSoon();
    },
    onMessage: (message) => {
      // The server sends frames of this type alone.
      const event = message as unknown as ChatSocketEvent;
      if (event.type === 'agent_status_update') setStatus(event.status);
      else if (event.type === 'room_assigned') void refreshHandling(queryClient);
      else refreshSoon();
      if (event.type === 'new_message' && event.message.sender === 'user') onCustomerMessage();
    },
  });
  return { state, status, choose: (next: AgentStatus) => sendMessage({ type: 'agent_status', agentId, status: next }) };
}
