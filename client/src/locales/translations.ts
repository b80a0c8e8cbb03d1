/** The texts of one namespace in one language, as its file holds them. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** The texts of every language but English by file, each fetched by the screen that shows it; the shell's are known before. */
export const translations = import.meta.glob<{ default: Catalogue }>([
  './*/*.json',
  '!./en/*.json',
  '!./*/common.json',
]);
