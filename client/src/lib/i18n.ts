import { builtLanguages } from './catalogues.ts';
import { localesOf } from './language-tags.ts';
import { preparation } from './prepared.ts';
import { readStored, writeStored } from './storage.ts';
import { currentLanguage, directionOf, switchLanguage } from './texts.ts';

const languageKey = 'selectedLanguage';

/** The first of these languages that there are texts for. */
export function builtLanguageOf(tags: readonly (string | null | undefined)[]): string {
  const wanted = localesOf(tags).map(({ language }) => language);
  return wanted.find((language) => builtLanguages.includes(language)) ?? 'en';
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

/** The texts of the person who opens the page in this browser. */
export async function startTexts(): Promise<void> {
  const chosen = readStored(languageKey);
  if (chosen) tellServer(chosen);
  const language = firstLanguage();
  const inFirstPicture = language === preparation()?.language ? preparation()?.namespaces : undefined;
  await switchLanguage(language, ['common', ...(inFirstPicture ?? [])]);
  showLanguage(language);
  // A choice made in another tab is this page's too, as the theme is.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === languageKey && newValue) void changeLanguage(newValue);
  });
}

/** Changes the language, keeps the choice and tells the page by the window event `languageChanged`. */
export async function changeLanguage(language: string): Promise<void> {
  await switchLanguage(language);
  if (currentLanguage() !== language) return; // Another one was chosen meanwhile.
  writeStored(languageKey, language);
  tellServer(language);
  showLanguage(language);
  window.dispatchEvent(new CustomEvent('languageChanged', { detail: language }));
}
