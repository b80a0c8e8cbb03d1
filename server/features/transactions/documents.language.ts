import type { LanguageCode } from '#shared/reference/languages.ts';
import { formatsIn } from './documents.format.ts';
import { en, type DocumentTexts } from './locales/en.ts';
import { es } from './locales/es.ts';
import { fr } from './locales/fr.ts';
import { ja } from './locales/ja.ts';
import { pt } from './locales/pt.ts';
import { zh } from './locales/zh.ts';

/** Languages that exports and receipts are written in; the others get English until their catalogue stands beside it. */
const catalogues: Partial<Record<LanguageCode, DocumentTexts>> = { en, es, fr, ja, pt, zh };

/** What a document is written with: words, figures and moments of one language. */
export type DocumentWriting = ReturnType<typeof writingIn>;

/** The words of documents in a language, and how it writes figures and moments. */
export function writingIn(language: LanguageCode) {
  const texts = catalogues[language];
  const known = texts ? language : 'en';
  return { language: known, texts: texts ?? en, ...formatsIn(known) };
}
