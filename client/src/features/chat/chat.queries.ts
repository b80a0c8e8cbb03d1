import { call } from '#client/lib/api/call.ts';
import type { Api } from '#shared/api.ts';
import type { SendFile } from './components/Uploads.tsx';

/** Sends a message and an address to the team. */
export const requestAgent = (body: Api['POST /api/agent-request']['body']) =>
  call('POST /api/agent-request', { body, whenSignedOut: 'fail' });

/** Sends a file of the customer into a room, with the order that it is about, if there is one. */
export const sendFile =
  (roomId: string): SendFile =>
  ({ clientMessageId, file, order }, context) =>
    call('POST /api/chat/files', {
      form: { fields: { roomId, clientMessageId, ...(order && { orderId: order.id }) }, files: { file } },
      ...context,
    });
