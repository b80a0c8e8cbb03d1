import { currentLanguage } from '../i18n/i18n.ts';

const conjunction = () => new Intl.ListFormat(currentLanguage(), { type: 'conjunction', style: 'narrow' });

/** A list joined as in the user's language: `A, B, C`, `A、B、C`. */
export function formatList(words: Iterable<string>): string {
  return conjunction().format(words);
}

/** The same in parts: each `element` is a word, each `literal` what joins two. */
export function listParts(words: Iterable<string>) {
  return conjunction().formatToParts(words);
}

/** Choices joined as in the user's language: `A, B, or C`. */
export function formatChoices(words: Iterable<string>): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(words);
}
