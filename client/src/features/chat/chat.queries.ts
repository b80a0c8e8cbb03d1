import type { Api } from '#shared/api.ts';
import { call, callPage } from '#client/lib/api/call.ts';

/** Leaves a message and an address for the desk. */
export const requestAgent = (body: Api['POST /api/agent-request']['body']) =>
  call('POST /api/agent-request', { body, whenSignedOut: 'fail' });

/** The person's newest order, to say how it stands. */
export async function newestOrder() {
  const { items } = await callPage('GET /api/transactions', {
    query: { page: 1, pageSize: 1 },
    whenSignedOut: 'fail',
  });
  return items[0];
}
