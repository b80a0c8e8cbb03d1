import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { reason } from '#shared/kernel/reason.ts';
import { paymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { adminUserDetails } from '#shared/users/users.admin.contract.ts';
import { broughtFields, isReachable } from '#shared/users/users.brought.ts';
import { importFields, importKinds, importProblems } from './imports.fields.ts';

const currency = z.string().regex(/^[A-Z]{3}$/, reason('payout_currency_required'));

/** A customer as a member enters them, with their payout account. */
export const broughtCustomer = broughtFields
  .extend({ paymentDetails: paymentDetails.and(z.object({ currency })).optional() })
  .refine(isReachable, { error: reason('reach_required'), path: ['email'] });
export type BroughtCustomer = z.output<typeof broughtCustomer>;

export const bringCustomer = endpoint('POST /api/admin/users', {
  may: 'users.write',
  summary:
    'Enter a customer, who has no password and is not verified; one of the address and the number is enough. Nothing is mailed. One who is here by name and number is refused with their account in `sameNumber`',
  status: 201,
  body: broughtCustomer,
  response: adminUserDetails,
  errors: ['email_taken', 'conflict', 'payee_blocked', 'step_up_required'],
  idempotent: true,
  stepUp: true,
});

export const importStates = ['checked', 'applied', 'dropped'] as const;

/** A column of the file: `forbidden` is one of passwords, documents or cards, which are never read. */
export const importColumn = z.object({
  heading: z.string(),
  field: z.enum(importFields).nullable(),
  why: z.enum(['unknown', 'forbidden']).nullable(),
});
export type ImportColumn = z.output<typeof importColumn>;

/** A skipped line; `value` is its cell, cut to a line of the screen, and `customer` the one who has its number now. */
export const importProblem = z.object({
  line: z.number().int(),
  field: z.enum(importFields),
  reason: z.enum(importProblems),
  value: markPersonal('accountText').nullable(),
  customer: z.object({ id: idOf('user'), name: z.string() }).nullable(),
});
export type ImportProblem = z.output<typeof importProblem>;

const importView = z.object({
  id: idOf('import'),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  fileName: z.string(),
  encoding: z.string(),
  separator: z.string(),
  /** Rows below the heading; `same` counts existing customers or accounts. */
  rows: z.number().int(),
  ready: z.number().int(),
  same: z.number().int(),
  skipped: z.number().int(),
  /** Number of ready rows with an email address for an invitation. */
  reachable: z.number().int(),
  /** Number of customers or accounts made; null until the import is applied. */
  created: z.number().int().nullable(),
  madeBy: z.object({ id: idOf('user'), name: z.string() }),
  madeAt: timestamp,
  appliedAt: timestamp.nullable(),
});
export type ImportView = z.output<typeof importView>;

export const importDetails = importView.extend({
  columns: z.array(importColumn),
  /** The first two hundred problems. */
  problems: z.array(importProblem),
});
export type ImportDetails = z.output<typeof importDetails>;

const mappingText = z
  .string()
  .max(20_000, reason('mapping_invalid'))
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: reason('mapping_invalid') });
      return z.NEVER;
    }
  });
/** The heading of the column of a field; empty to leave the field out. */
export const importMapping = z.partialRecord(z.enum(importFields), text(200), reason('mapping_invalid'));
export type ImportMapping = z.output<typeof importMapping>;

export const checkImport = endpoint('POST /api/admin/imports', {
  may: 'users.write',
  summary:
    'Read a CSV of customers, or of accounts of customers, and say what would be made of it; nothing is made. The same bytes and mapping answer 200; another mapping replaces an import that is not applied yet',
  status: 201,
  form: {
    fields: z.object({ kind: z.enum(importKinds), mapping: mappingText.pipe(importMapping).optional() }),
    files: { csv: { accept: 'statement', maxCount: 1 } },
  },
  response: importDetails,
  errors: ['file_missing', 'file_too_large', 'import_unreadable', 'too_many_rows', 'conflict', 'step_up_required'],
  limit: 'upload',
  idempotent: true,
  stepUp: true,
});

export const listImports = endpoint('GET /api/admin/imports', {
  may: 'users.write',
  summary: 'Imports that were not dropped, newest first',
  query: pageQuery,
  response: z.array(importView),
  paged: true,
});

export const getImport = endpoint('GET /api/admin/imports/:id', {
  may: 'users.write',
  summary: 'One import with its columns and problems; `as=problems` answers a CSV of all lines with a problem',
  query: z.object({ as: z.literal('problems').optional() }),
  response: importDetails,
  mayBeFile: true,
  errors: ['not_found'],
});

const onImport = { on: 'import', may: 'users.write' } as const;

export const applyImport = action('POST /api/admin/imports/:id/apply', {
  ...onImport,
  summary: 'Make the customers or accounts of an import, all or none; lines with a problem are skipped',
  from: ['checked'],
  body: z.object({ invite: z.boolean().default(false) }),
  response: z.object({ created: z.number().int(), skipped: z.number().int(), invited: z.number().int() }),
  errors: ['step_up_required'],
  limit: 'money',
  idempotent: true,
  stepUp: true,
  ownCase: 'allowed',
  audit: 'import.applied',
});

export const dropImport = action('DELETE /api/admin/imports/:id', {
  ...onImport,
  summary: 'Drop an import that was not applied, with all that was read',
  from: ['checked'],
  response: 'empty',
  ownCase: 'allowed',
  audit: 'import.dropped',
});
