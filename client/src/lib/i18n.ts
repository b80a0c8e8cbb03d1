import i18next, { type BackendModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Resources } from '../locales/resources.ts';
import { readStored, writeStored } from './storage.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
  }
}

const languageKey = 'selectedLanguage';
const rightToLeft = new Set(['ar']);

type Catalogue = { default: Record<string, unknown> };
// Ten languages by every namespace are a long list of files: the first page carries that of English and of the shell alone.
const firstCatalogues = import.meta.glob<Catalogue>(['../locales/*/common.json', '../locales/en/*.json']);

/** The languages this build has texts for. */
export const builtLanguages: readonly string[] = [
  ...new Set(Object.keys(firstCatalogues).map((path) => path.split('/')[2] ?? 'en')),
];

async function hand(language: string, namespace: string, done: ReadCallback): Promise<void> {
  try {
    // The list of the other languages comes beside the shell's texts, so that no screen waits for it.
    const [first, rest] = await Promise.all([
      firstCatalogues[`../locales/${language}/${namespace}.json`]?.(),
      language === 'en' ? undefined : import('../locales/translations.ts'),
    ]);
    // What is not translated yet stands in English.
    done(null, (first ?? (await rest?.translations[`./${language}/${namespace}.json`]?.()))?.default ?? {});
  } catch (error) {
    done(error instanceof Error ? error : new Error('Texts could not be loaded'), true);
  }
}

const onDemand: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    void hand(language, namespace, done);
  },
};

function firstLanguage(): string {
  const wanted = [readStored(languageKey), ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? '');
  return wanted.find((language) => builtLanguages.includes(language)) ?? 'en';
}

function showLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = rightToLeft.has(language) ? 'rtl' : 'ltr';
}

/** Loads the shell's texts in the person's language. Every other namespace is fetched by the screen that needs it. */
export async function startTexts(): Promise<void> {
  await i18next
    .use(onDemand)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: 'en',
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false }, // React escapes.
      react: { useSuspense: true },
    });
  showLanguage(i18next.language);
}

/** Changes the language, keeps the choice and tells the page by the window event `languageChanged`. */
export async function changeLanguage(language: string): Promise<void> {
  await i18next.changeLanguage(language);
  writeStored(languageKey, language);
  showLanguage(language);
  window.dispatchEvent(new CustomEvent('languageChanged', { detail: language }));
}
