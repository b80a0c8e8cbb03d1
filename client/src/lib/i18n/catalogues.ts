import { reloadOnce } from '../browser/reload.ts';
import type { Catalogue, File } from './catalogue-file.ts';

// Listing ten languages by every namespace would be long: the first page carries the files of the shell, and English
// files that customers see.
const firstCatalogues = import.meta.glob<File>([
  '../../../../shared/locales/*/common.json',
  '../../../../shared/locales/en/*.json',
  '!../../../../shared/locales/*/*.{mail,bot,documents,layout,errors}.json',
  '!../../../../shared/locales/*/errors.json',
  '!../../../../shared/locales/en/*.admin.json',
  '!../../../../shared/locales/en/{admin,admin.common,approvals,audit,audit.params,audit.sentences,notes,overview,users.handling}.json',
  '!../../../../shared/locales/en/{mail.notices,orders.matching,payouts.statements}.json',
]);

/** The languages this build has texts for. */
export const supportedLanguages: readonly string[] = [
  ...new Set(Object.keys(firstCatalogues).map((path) => path.split('/').at(-2) ?? 'en')),
];

/** Fetches one file of texts, the English one if the language has none; retries after each of these pauses. */
export async function fetchCatalogue(
  language: string,
  namespace: string,
  pausesMs: readonly number[] = [500, 2_000],
): Promise<Catalogue> {
  try {
    return await readCatalogue(language, namespace);
  } catch (error) {
    // Leaving a page aborts its requests too: a user who left during the pause missed nothing.
    const [pauseMs, ...laterPauses] = pausesMs;
    if (pauseMs !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return fetchCatalogue(language, namespace, laterPauses);
    }
    // The page is about to reload: nothing may be rendered without its texts meanwhile.
    if (reloadOnce()) return new Promise(() => undefined);
    throw error;
  }
}

async function readCatalogue(language: string, namespace: string): Promise<Catalogue> {
  // The lists of refusals and of the other languages are long: the first page contains neither.
  if (namespace === 'errors') return (await import('./error-catalogues.ts')).readErrors(language);
  const pathIn = (code: string) => `../../../../shared/locales/${code}/${namespace}.json`;
  const path = pathIn(language);
  const first = firstCatalogues[path];
  if (first) return (await first()).default;
  const { translations } = await import('./translations.ts');
  const loadCatalogue = translations[path] ?? firstCatalogues[pathIn('en')] ?? translations[pathIn('en')];
  return (await loadCatalogue?.())?.default ?? {};
}
