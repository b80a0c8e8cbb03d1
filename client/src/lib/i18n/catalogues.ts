import type { Catalogue } from '#client/locales/translations.ts';
import { reloadOnce } from '../browser/reload.ts';

type File = { default: Catalogue };
// Ten languages by every namespace are a long list of files: the first page carries that of English and of the shell alone.
const firstCatalogues = import.meta.glob<File>(['../../locales/*/common.json', '../../locales/en/*.json']);

/** The languages this build has texts for. */
export const supportedLanguages: readonly string[] = [
  ...new Set(Object.keys(firstCatalogues).map((path) => path.split('/')[3] ?? 'en')),
];

/**
 * Fetches one file of texts, the English one where the language has none. Retries after each of these pauses; rejects
 * when that fails as well.
 */
export async function fetchCatalogue(
  language: string,
  namespace: string,
  pausesMs: readonly number[] = [500, 2_000],
): Promise<Catalogue> {
  try {
    return await read(language, namespace);
  } catch (error) {
    // Leaving a page aborts its requests too: a user who left during the pause missed nothing.
    const [pauseMs, ...later] = pausesMs;
    if (pauseMs !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return fetchCatalogue(language, namespace, later);
    }
    // The page is about to be loaded again: nothing may be rendered without its texts meanwhile.
    if (reloadOnce()) return new Promise(() => undefined);
    throw error;
  }
}

async function read(language: string, namespace: string): Promise<Catalogue> {
  // The English of refusals is the server's own.
  if (language === 'en' && namespace === 'errors') return (await import('#shared/kernel/errors.ts')).errorTexts;
  // The list of the other languages comes beside the shell's texts, so that no screen waits for it.
  const [first, rest] = await Promise.all([
    firstCatalogues[`../../locales/${language}/${namespace}.json`]?.(),
    language === 'en' ? undefined : import('#client/locales/translations.ts'),
  ]);
  const found =
    first ??
    (await rest?.translations[`./${language}/${namespace}.json`]?.()) ??
    (await firstCatalogues[`../../locales/en/${namespace}.json`]?.());
  return found?.default ?? {};
}
