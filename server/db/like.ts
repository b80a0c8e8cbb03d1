import type { Rights } from '#shared/kernel/permission.ts';

/** A LIKE pattern, in lower case, for text that holds this one, whatever signs are in it. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** The same for text that begins with this one. */
export function startingWith(text: string): string {
  return containing(text).slice(1);
}

/**
 * A LIKE pattern for `<address> <name>` in lower case. Who is not shown addresses finds a person by a part of the name, or by
 * the whole address: a part of it would let them be guessed letter by letter. No address has a space, every name begins after one.
 */
export function userContaining(text: string, reader: Pick<Rights, 'masks'>): string {
  const pattern = containing(text);
  if (!hidesContacts(reader)) return pattern;
  return text.includes('@') ? `${pattern.slice(1, -1)} %` : `% ${pattern}`;
}

/** Whether this reader is not shown how customers are reached: then no search or order of a list may tell it either. */
export function hidesContacts({ masks }: Pick<Rights, 'masks'>): boolean {
  return masks.includes('contacts');
}

/** What is searched for in a list, and whether by payout accounts and addresses of senders, and by contacts as well. */
export type Search = { pattern: string | null; seesAccounts: boolean; seesContacts: boolean };

/** A search as its reader may make it: it finds no more than they are shown. */
export function searchOf(q: string | undefined, reader: Pick<Rights, 'masks'>): Search {
  const seesAccounts = !reader.masks.includes('accounts');
  return { pattern: q ? containing(q) : null, seesAccounts, seesContacts: !hidesContacts(reader) };
}
