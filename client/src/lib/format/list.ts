import { currentLanguage } from '../i18n/i18n.ts';

const listFormat = () => new Intl.ListFormat(currentLanguage(), { type: 'conjunction', style: 'narrow' });

/** A list joined as in the user's language: `A, B, C`, `A、B、C`. */
export const formatList = (items: Iterable<string>): string => listFormat().format(items);

/** Formats a list in parts: each `element` is an item, each `literal` the text between two items. */
export const listParts = (items: Iterable<string>) => listFormat().formatToParts(items);

/** Choices joined as in the user's language: `A, B, or C`. */
export function formatChoices(items: Iterable<string>): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(items);
}
