import type { Catalogue, File } from './catalogue-file.ts';

// One chunk for each language (vite.config.ts): it has the message of every feature's refusals.
const files = import.meta.glob<File>([
  '../../../../shared/locales/*/*errors.json',
  '!../../../../shared/locales/*/program.errors.json',
]);

/** Loads the texts of all refusals in a language. */
export async function readErrors(language: string): Promise<Catalogue> {
  const ofLanguage = Object.entries(files).filter(([path]) => path.includes(`/locales/${language}/`));
  const catalogues = await Promise.all(ofLanguage.map(([, load]) => load()));
  // `Object.assign` of a list is `any`.
  return Object.assign({}, ...catalogues.map((file) => file.default)) as Catalogue;
}
