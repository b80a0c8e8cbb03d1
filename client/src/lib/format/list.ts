import { currentLanguage } from '../i18n/i18n.ts';

/** A list joined as in the user's language: `A, B, C`, `A、B、C`. */
export function formatList(words: Iterable<string>): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction', style: 'narrow' }).format(words);
}

/** Choices joined as in the user's language: `A, B, or C`. */
export function formatChoices(words: Iterable<string>): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(words);
}
