import { call } from '#client/lib/api/call.ts';
import type { Api } from '#shared/api.ts';

/** Sends a message and an address to the team. */
export const requestAgent = (body: Api['POST /api/agent-request']['body']) =>
  call('POST /api/agent-request', { body, whenSignedOut: 'fail' });
