import type { File } from './catalogue-file.ts';

/** The texts of all languages by file, each fetched by the screen that shows it; the texts of the shell are bundled. */
export const translations = import.meta.glob<File>([
  '../../../../shared/locales/*/*.json',
  '!../../../../shared/locales/*/*.{mail,bot,documents,layout,errors}.json',
  '!../../../../shared/locales/*/{common,errors}.json',
]);
