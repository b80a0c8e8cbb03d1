import { currentLanguage } from '../i18n/i18n.ts';

/** Words one after another, joined as the person's language joins them: `A, B, C`, `A、B、C`. */
export function formatList(words: Iterable<string>): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction', style: 'narrow' }).format(words);
}
