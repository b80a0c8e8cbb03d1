export interface Language {
  /** ISO 639-1, as in the document's `lang`. */
  code: string;
  name: string;
  /** ISO 3166 code of the flag shown beside it; decoration only. */
  flag: string;
  direction: 'ltr' | 'rtl';
}

/** The languages the product speaks, in the order of the picker. */
export const languages = [
  { code: 'en', name: 'English', flag: 'US', direction: 'ltr' },
  { code: 'es', name: 'Español', flag: 'ES', direction: 'ltr' },
  { code: 'fr', name: 'Français', flag: 'FR', direction: 'ltr' },
  { code: 'de', name: 'Deutsch', flag: 'DE', direction: 'ltr' },
  { code: 'zh', name: '中文', flag: 'CN', direction: 'ltr' },
  { code: 'ja', name: '日本語', flag: 'JP', direction: 'ltr' },
  { code: 'ko', name: '한국어', flag: 'KR', direction: 'ltr' },
  { code: 'ar', name: 'العربية', flag: 'SA', direction: 'rtl' },
  { code: 'pt', name: 'Português', flag: 'BR', direction: 'ltr' },
  { code: 'ru', name: 'Русский', flag: 'RU', direction: 'ltr' },
] as const satisfies readonly Language[];

export type LanguageCode = (typeof languages)[number]['code'];

/** Their codes, as a schema of the contract takes them. */
// `map` forgets that the list is not empty.
export const languageCodes = languages.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]];
