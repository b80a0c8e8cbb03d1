import type { LanguageCode } from '#shared/reference/languages.ts';
import { ar } from './locales/ar.ts';
import { de } from './locales/de.ts';
import { en, type DocumentTexts } from './locales/en.ts';
import { es } from './locales/es.ts';
import { fr } from './locales/fr.ts';
import { ja } from './locales/ja.ts';
import { ko } from './locales/ko.ts';
import { pt } from './locales/pt.ts';
import { ru } from './locales/ru.ts';
import { zh } from './locales/zh.ts';
import { formatsIn } from './orders.documents.format.ts';

/** Exports and receipts are written in every language of the product. */
const catalogues: Record<LanguageCode, DocumentTexts> = { en, es, fr, de, zh, ja, ko, ar, pt, ru };

/** Texts, number formats and date formats of a document's language. */
export type DocumentWriting = ReturnType<typeof writingIn>;

/** The document texts of a language, and its number and date formats. */
export function writingIn(language: LanguageCode) {
  return { language, texts: catalogues[language], ...formatsIn(language) };
}
