import { z } from 'zod';
import type { Mask } from './permission.ts';

/**
 * The kind of personal data in a value. `home` is a postal address; `accountDetails` are the lines of an account, under
 * the labels of its country; `accountText` is free text that may name accounts.
 */
export type PersonalKind = 'email' | 'phone' | 'ip' | 'home' | 'account' | 'accountDetails' | 'accountText';

/** The mask of a role that hides each kind. */
export const maskOfKind: Record<PersonalKind, Mask> = {
  email: 'contacts',
  phone: 'contacts',
  ip: 'contacts',
  home: 'contacts',
  account: 'accounts',
  accountDetails: 'accounts',
  accountText: 'accounts',
};

type Mark = {
  kind: PersonalKind;
  /** Returns true if the object that holds the value is about no customer. */
  isShownIn?: (holder: Readonly<Record<string, unknown>>) => boolean;
};

/** The marked schemas: answers, exports and searches are masked by them. */
export const personalMarks = z.registry<Mark>();

/** Personal text: roles with the mask of its kind see it masked, wherever the schema is used. */
export function markPersonal(kind: PersonalKind, isShownIn?: Mark['isShownIn']) {
  return markSchema(z.string(), { kind, ...(isShownIn && { isShownIn }) });
}

/** Marks a schema as a value of personal data of this kind; masks and erasure go by the mark. */
export function personalValue<Schema extends z.ZodType>(kind: PersonalKind, schema: Schema): Schema {
  return markSchema(schema, { kind });
}

function markSchema<Schema extends z.ZodType>(schema: Schema, mark: Mark): Schema {
  personalMarks.add(schema, mark);
  return schema;
}
