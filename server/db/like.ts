import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { normalizeEmail } from '#shared/kernel/email-address.ts';
import type { Rights } from '#shared/kernel/permission.ts';
import { searchable } from '#shared/reference/latin.ts';

const escapePattern = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** An address of mail is stored with its domain in ASCII, however it is shown and typed. */
const searchedEmail = (text: string): string => (/@\S*[^\0-\x7f]/.test(text) ? normalizeEmail(text) : text);

/** A LIKE pattern, in lower case, for text that contains this one, with any characters in it. */
export function containsPattern(text: string): string {
  return `%${escapePattern(searchedEmail(text).toLowerCase())}%`;
}

/** No index finds fewer letters inside a word: they are looked for where a word begins. */
const lettersInside = 3;
const startOf = (word: string) => (word.length < lettersInside ? ' ' : '');

function patternsOf(text: string, patternOf: (word: string) => string): string[] {
  const searchedText = text.split(/\s/u).map(searchedEmail).join(' ');
  const words = [...new Set(searchable(searchedText).split(/[ ,;]+/))].filter((word) => word !== '');
  return words.toSorted((a, b) => b.length - a.length).map((word) => patternOf(escapePattern(word)));
}

/**
 * LIKE patterns for a `search_text`, one for each word of a name, the longest word first. Text without words has none.
 */
export function namePatterns(text: string): string[] {
  return patternsOf(text, (word) => `%${startOf(word)}${word}%`);
}

/**
 * Patterns for the `search_text` of users, ` <address> <name>`. Who is not shown addresses finds a person by words of
 * the name, or by the whole address: a part of it would let them be guessed letter by letter. No address has a blank.
 */
export function userPatterns(text: string, reader: Pick<Rights, 'masks'>): string[] {
  if (!hidesContacts(reader)) return namePatterns(text);
  return patternsOf(text, (word) => (word.includes('@') ? ` ${word} %` : ` % ${startOf(word) ? '' : '%'}${word}%`));
}

/**
 * True where a `search_text` fits all of these patterns. The first one is named by itself: an index of trigrams finds
 * one pattern, not each of a list. No patterns find no row.
 */
export function isNamed(searchText: SQLWrapper, patterns: SQLWrapper): SQL {
  return sql`(${searchText} like (${patterns}::text[])[1] and ${searchText} like all(${patterns}::text[]))`;
}

/**
 * True if customers' addresses are masked for this reader: then no search or order of a list may reveal them either.
 */
export function hidesContacts({ masks }: Pick<Rights, 'masks'>): boolean {
  return masks.includes('contacts');
}

/** A search of a list, and among users; `seesAccounts` where payout accounts and addresses of senders count as well. */
export type Search = { pattern: string | null; patterns: readonly string[]; seesAccounts: boolean };

/** A search as its reader may make it: it finds no more than they are shown. */
export function searchOf(q: string | undefined, reader: Pick<Rights, 'masks'>): Search {
  const seesAccounts = !reader.masks.includes('accounts');
  return { pattern: q ? containsPattern(q) : null, patterns: q ? userPatterns(q, reader) : [], seesAccounts };
}
