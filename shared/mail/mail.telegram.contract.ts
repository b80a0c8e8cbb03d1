import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { timestamp } from '#shared/kernel/fields.ts';

export const telegramStatus = endpoint('GET /api/telegram', {
  access: 'customer',
  summary: 'Whether the operator has a bot, and since when it sends the status messages of this account',
  response: z.object({ isOffered: z.boolean(), linkedAt: timestamp.nullable() }),
});

export const linkTelegram = endpoint('POST /api/telegram', {
  access: 'customer',
  summary: 'A link with a one-time code, valid for ten minutes: the chat that opens it gets the messages',
  status: 201,
  response: z.object({ url: z.url(), expiresAt: timestamp }),
  errors: ['not_found', 'unavailable'],
  limit: 'code',
});

export const unlinkTelegram = endpoint('DELETE /api/telegram', {
  access: 'customer',
  summary: 'End the messages',
  response: 'empty',
});
