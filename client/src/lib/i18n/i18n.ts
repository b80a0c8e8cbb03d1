import i18next, { type BackendModule, type PostProcessorModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { brandName, getInitialData } from '../api/initial-data.ts';
import { readStored, writeStored } from '../storage/local-storage.ts';
import { fetchCatalogue, supportedLanguages } from './catalogues.ts';
import { localesOf } from './language-tags.ts';
import type { Resources } from './resources.ts';

export { loadTexts } from './load-texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
  }
}

const languageKey = 'selectedLanguage';
const rightToLeft = new Set(['ar']);

async function readNamespace(language: string, namespace: string, callback: ReadCallback): Promise<void> {
  try {
    callback(null, { ...(await fetchCatalogue(language, namespace)) });
  } catch (error) {
    // `true` lets a later request try again.
    callback(error instanceof Error ? error : new Error(String(error)), true);
  }
}

const catalogueBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, callback) => void readNamespace(language, namespace, callback),
};

// The catalogues have "Landfall" everywhere; the operator may use another name.
const brandPostProcessor: PostProcessorModule = {
  type: 'postProcessor',
  name: 'brand',
  process: (text: string) => text.replaceAll('Landfall', brandName()),
};

// Numbers, addresses and names have their own direction, regardless of the sentence around them.
const isolate = (value: string): string => (rightToLeft.has(currentLanguage()) ? `\u2068${value}\u2069` : value);

let otherLanguage: string | undefined;

/** The language of the page, as two letters; within `inLanguage` the language given there. */
export const currentLanguage = (): string => otherLanguage ?? i18next.language;

/** Runs `build` with numbers, amounts and lists in the format of another language, such as that of a text's reader. */
export function inLanguage<T>(language: string, build: () => T): T {
  const previousLanguage = otherLanguage;
  otherLanguage = language;
  try {
    return build();
  } finally {
    otherLanguage = previousLanguage;
  }
}

/** Returns the direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.has(language) ? 'rtl' : 'ltr');

/** The first of these languages that has texts; English if none has. */
export function supportedLanguageOf(tags: readonly (string | null | undefined)[]): string {
  const wantedLanguages = localesOf(tags).map(({ language }) => language);
  return wantedLanguages.find((language) => supportedLanguages.includes(language)) ?? 'en';
}

/** Changes the language once all texts are loaded; the last of two changes wins, a failed one changes nothing. */
export async function switchLanguage(language: string, namespaces: readonly string[] = []): Promise<void> {
  await initialized;
  const usedNamespaces = [i18next.options.ns ?? [], namespaces].flat();
  const missingNamespaces = [...new Set(usedNamespaces)].filter(
    (namespace) => !i18next.hasResourceBundle(language, namespace),
  );
  i18next.options.ns = [...new Set(usedNamespaces)];
  latestLanguage = language;
  if (missingNamespaces.length > 0) await i18next.reloadResources([language], missingNamespaces);
  const missingNamespace = missingNamespaces.find((namespace) => !i18next.hasResourceBundle(language, namespace));
  if (missingNamespace) throw new Error(`The texts ${language}/${missingNamespace} could not be fetched.`);
  if (latestLanguage === language && i18next.language !== language) await i18next.changeLanguage(language);
}

let latestLanguage = 'en';
const initialized = i18next
  .use(catalogueBackend)
  .use(initReactI18next)
  .use(brandPostProcessor)
  .init({
    lng: 'en',
    ns: [],
    defaultNS: 'common',
    // A test refuses a missing translation, so there is nothing to fall back to.
    fallbackLng: false,
    postProcess: ['brand'],
    interpolation: { escape: isolate }, // React escapes the values that HTML would interpret.
    // fetchCatalogue has tried again by then.
    maxRetries: 0,
    initAsync: false,
    react: { useSuspense: true },
  });

function initialLanguage(): string {
  // The page is already in the language that the server took from the browser.
  return supportedLanguageOf([readStored(languageKey), getInitialData()?.language, ...navigator.languages]);
}

function applyLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** The server reads the choice from a cookie: a rendered page must not change its language in front of the reader. */
function rememberInCookie(language: string): void {
  if (document.cookie.includes(`${languageKey}=${language}`)) return;
  document.cookie = `${languageKey}=${language}; path=/; max-age=31536000; samesite=lax`;
}

/** Fetches the texts for the first screen in the language of this browser. */
export async function initLanguage(): Promise<void> {
  const storedLanguage = readStored(languageKey);
  if (storedLanguage) rememberInCookie(storedLanguage);
  const language = initialLanguage();
  const forFirstPaint = language === getInitialData()?.language ? getInitialData()?.namespaces : undefined;
  await switchLanguage(language, ['common', ...(forFirstPaint ?? [])]);
  applyLanguage(language);
  // A choice in another tab applies to this page too, like the theme.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === languageKey && newValue) void changeLanguage(newValue);
  });
}

/** Changes the language, stores the choice and notifies the page by the window event `languageChanged`. */
export async function changeLanguage(language: string): Promise<void> {
  await switchLanguage(language);
  if (currentLanguage() !== language) return; // The reader has chosen another language in the meantime.
  writeStored(languageKey, language);
  rememberInCookie(language);
  applyLanguage(language);
  window.dispatchEvent(new CustomEvent('languageChanged', { detail: language }));
}
