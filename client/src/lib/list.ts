import i18next from 'i18next';

/** Words one after another, joined as the person's language joins them: `A, B, C`, `A、B、C`. */
export function formatList(words: Iterable<string>): string {
  return new Intl.ListFormat(i18next.language || 'en', { type: 'conjunction', style: 'narrow' }).format(words);
}
