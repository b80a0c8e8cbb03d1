import type { Catalogue } from '#client/lib/i18n/catalogues.ts';

/** The texts of every language but English by file, each fetched by the screen that shows it; the shell's are known before. */
export const translations = import.meta.glob<{ default: Catalogue }>([
  './*/*.json',
  '!./en/*.json',
  '!./*/common.json',
]);
