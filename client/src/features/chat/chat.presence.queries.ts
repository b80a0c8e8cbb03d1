import { apiQuery } from '#client/lib/api/query.ts';

const presencePollMs = 10_000;

/** If an agent is online, for visitors and customers who have no conversation open yet. */
export const agentStatusQuery = apiQuery(
  'GET /api/agent-status',
  {},
  { whenSignedOut: 'fail', refetchInterval: presencePollMs },
);
