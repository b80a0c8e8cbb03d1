import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { timestamp } from '#shared/kernel/fields.ts';

export const fileView = z.object({
  filename: z.string(),
  originalName: z.string(),
  type: z.string(),
  size: z.number().int(),
  uploadDate: timestamp,
});
export type FileView = z.output<typeof fileView>;

const filename = z.object({ filename: z.string().max(200) });

export const getFile = endpoint({
  method: 'GET',
  path: '/api/files/:filename',
  access: 'public',
  summary:
    'The bytes of a file, for its owner or the administrator: with the Bearer header, or `token` (a link token of one file, or a session token)',
  params: filename,
  query: z.object({ token: z.string().max(4096).optional(), download: z.enum(['1']).optional() }),
  response: 'file',
  errors: ['signed_out', 'not_found'],
  limit: 'read',
});

export const createFileLink = endpoint({
  method: 'POST',
  path: '/api/files/:filename/link',
  access: 'customer',
  summary: 'A link that opens this one file for 60 seconds',
  params: filename,
  response: z.object({ url: z.string(), token: z.string(), expiresAt: timestamp }),
  errors: ['not_found'],
  limit: 'write',
});
