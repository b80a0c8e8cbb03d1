import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';

const presencePollMs = 10_000;

/** Whether somebody of the desk is there, for who has no conversation open yet. */
export const agentStatusQuery = queryOptions({
  queryKey: ['chat', 'agent-status'],
  queryFn: ({ signal }) => call('GET /api/agent-status', { signal, whenSignedOut: 'fail' }),
  refetchInterval: presencePollMs,
});
