import { z } from 'zod';
import { idOf, text } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';

/** Decimal text; a balance, a result or a difference may be negative. */
export const amount = z.string();
/** Dollars and cents, as decimal text; null where a rate is missing. */
export const baseAmount = amount.nullable();
/** The id of a coin or the code of a currency. */
export const unit = z.string();
export const wantedUnit = z.string().regex(/^([A-Z]{3}|[a-z0-9][a-z0-9-]{0,39})$/, reason('unit_unknown'));
/** A UTC month. */
export const month = z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, reason('month_invalid'));
export const day = z.iso.date();
export const member = z.object({ id: idOf('user'), name: z.string() });
export const requiredNote = text(2000, { min: 1, error: 'book_reason_required' });
/** Above zero, at most 15 digits before the point and 18 after it. */
export const positive = z
  .string(reason('amount_invalid'))
  .regex(/^(?=.*[1-9])\d{1,15}(\.\d{1,18})?$/, reason('amount_invalid'));

/** Changes of the book by the team: by a member with the permission and the password, once for each key. */
export const change = { may: 'settings.write', idempotent: true, stepUp: true } as const;
/** Fields of rows that belong to no user. */
export const rowChange = { ...change, ownCase: 'allowed' } as const;
