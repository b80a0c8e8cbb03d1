import { importFields, type ImportField } from '#shared/imports/imports.fields.ts';
import forbidden from './imports.forbidden.json' with { type: 'json' };
import headings from './imports.headings.json' with { type: 'json' };

/** A heading without case, accents, blanks and punctuation, in every script. */
export const plainHeading = (heading: string): string =>
  heading
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const fieldByHeading = new Map<string, ImportField>(
  importFields.flatMap((field) => headings[field].split('|').map((heading) => [plainHeading(heading), field] as const)),
);

/** The field that a heading names in one of the ten languages; undefined where it names none. */
export const fieldOfHeading = (heading: string): ImportField | undefined => fieldByHeading.get(plainHeading(heading));

/** Shorter words are in others: "pin" is a part of "shipping". */
const minPartLength = 5;
const words = Object.values(forbidden)
  .flatMap((list) => list.split('|'))
  .map((word) => plainHeading(word));
const wholeWords = new Set(words);
const parts = words.filter((word) => word.length >= minPartLength || /[^a-z]/.test(word));

/** True for the heading of a column of passwords, document numbers or card numbers, which is never read. */
export function isForbidden(heading: string): boolean {
  const plainText = plainHeading(heading);
  if (fieldByHeading.has(plainText)) return false;
  return wholeWords.has(plainText) || parts.some((part) => plainText.includes(part));
}
