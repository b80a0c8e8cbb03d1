import i18next, { type BackendModule, type PostProcessorModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Resources } from '../locales/resources.ts';
import { brandName, preparation } from './prepared.ts';
import { reloadOnce } from './reload.ts';
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
    if (reloadOnce()) return;
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

// Every text says "Landfall"; an operator may call it otherwise.
const withBrand: PostProcessorModule = {
  type: 'postProcessor',
  name: 'brand',
  process: (text: string) => (brandName() === 'Landfall' ? text : text.replaceAll('Landfall', brandName())),
};

// Figures, addresses and names stand in their own direction, whatever the sentence round them is written in.
function isolate(value: string): string {
  return rightToLeft.has(i18next.language) ? `\u2068${value}\u2069` : value;
}

/** The first of these languages that there are texts for. */
export function builtLanguageOf(tags: readonly (string | null | undefined)[]): string {
  const wanted = tags.map((tag) => tag?.slice(0, 2).toLowerCase() ?? '');
  return wanted.find((language) => builtLanguages.includes(language)) ?? 'en';
}

/** Which way a language is read. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language) ? 'rtl' : 'ltr';
}

function firstLanguage(): string {
  // What the server took from the browser's own list stands on the page already.
  return builtLanguageOf([readStored(languageKey), preparation()?.language, ...navigator.languages]);
}

function showLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** The server reads the choice from a cookie: what it draws must not change its language in front of the reader. */
function tellServer(language: string): void {
  if (document.cookie.includes(`${languageKey}=${language}`)) return;
  document.cookie = `${languageKey}=${language}; path=/; max-age=31536000; samesite=lax`;
}

/** Loads the shell's texts, and those a drawn page needs, in one language. Every other namespace is fetched by the screen that needs it. */
export async function loadTexts(language: string, namespaces: readonly string[] = []): Promise<void> {
  await i18next
    .use(onDemand)
    .use(initReactI18next)
    .use(withBrand)
    .init({
      lng: language,
      fallbackLng: 'en',
      ns: ['common', ...namespaces],
      defaultNS: 'common',
      postProcess: ['brand'],
      interpolation: { escape: isolate }, // React escapes what HTML would read as its own.
      react: { useSuspense: true },
    });
}

/** The texts of the person who opens the page in this browser. */
export async function startTexts(): Promise<void> {
  const chosen = readStored(languageKey);
  if (chosen) tellServer(chosen);
  const language = firstLanguage();
  await loadTexts(language, language === preparation()?.language ? preparation()?.namespaces : []);
  showLanguage(language);
}

/** Changes the language, keeps the choice and tells the page by the window event `languageChanged`. */
export async function changeLanguage(language: string): Promise<void> {
  await i18next.changeLanguage(language);
  writeStored(languageKey, language);
  tellServer(language);
  showLanguage(language);
  window.dispatchEvent(new CustomEvent('languageChanged', { detail: language }));
}
