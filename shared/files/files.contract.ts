import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { text, timestamp } from '#shared/kernel/fields.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import { maxTokenLength } from '#shared/reference/limits.ts';

export const fileView = z.object({
  filename: z.string(),
  originalName: z.string(),
  type: z.string(),
  size: z.number().int(),
  uploadDate: timestamp,
});
export type FileView = z.output<typeof fileView>;

/** A picture or PDF that is read before a decision. */
export const fileForReview = fileView.extend({
  /** A picture that was made smaller is stored in full size until 7 days after the decision; null for others. */
  fullSize: z.enum(['stored', 'deleted']).nullable(),
});
export type FileForReview = z.output<typeof fileForReview>;

const filename = z.object({ filename: z.string().max(200) });

const fullSizeFlag = z.enum(['1']).optional();

export const getFile = endpoint('GET /api/files/:filename', {
  access: 'public',
  summary:
    'The bytes of a file, for its owner or the administrator: with the Bearer header, or `token` (a link token of one file, or a session token). `full`: a picture in full size, where `fullSize` says that it is stored',
  params: filename,
  query: z.object({
    token: z.string().max(maxTokenLength).optional(),
    download: z.enum(['1']).optional(),
    full: fullSizeFlag,
  }),
  response: 'file',
  // The token of its address may be a session's, which the guard of a public endpoint has not read.
  errors: [
    'signed_out',
    'role_changed',
    'blocked',
    'not_found',
    'forbidden',
    'not_permitted',
    'second_factor_setup_required',
  ],
});

const fileLink = z.object({ url: z.string(), token: z.string(), expiresAt: timestamp });

export const createFileLink = endpoint('POST /api/files/:filename/link', {
  access: 'customer',
  summary: 'A link that opens this one file for 60 seconds, `full` in full size',
  params: filename,
  query: z.object({ full: fullSizeFlag }),
  response: fileLink,
  errors: ['not_found', 'not_permitted'],
});

/**
 * The pictures of payments and payouts that a role sees: all, if it decides or pays; each for a reason, if it examines
 * the books; one of each order, if it answers customers. Accounts and names are masked for the latter two. Views are
 * recorded.
 */
export function pictureAccess(permissions: readonly Permission[]): 'all' | 'forReason' | 'onePerOrder' | 'none' {
  if (permissions.some((permission) => ['orders.decide', 'payouts.release'].includes(permission))) return 'all';
  if (permissions.includes('books.read')) return 'forReason';
  return permissions.includes('chat.answer') ? 'onePerOrder' : 'none';
}

export const openForCase = endpoint('POST /api/admin/files/:filename/case-link', {
  may: 'orders.read',
  summary:
    'A link that opens one picture of a payment or payout for 60 seconds, with the reason: each picture for who examines the books, one of each order for who answers customers. Audited',
  params: filename,
  body: z.object({ reason: text(500, { min: 1, error: 'view_reason_required' }) }),
  response: fileLink,
  errors: ['not_found', 'forbidden'],
});
