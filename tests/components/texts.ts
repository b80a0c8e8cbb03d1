import { loadTexts } from '#client/lib/i18n/i18n.ts';
import type { Resources } from '#client/lib/i18n/resources.ts';

const files = Object.keys(
  import.meta.glob([
    '../../shared/locales/en/*.json',
    '!../../shared/locales/en/*.{mail,bot,documents,layout,errors}.json',
  ]),
).filter((path) => !path.endsWith('/errors.json'));
const namespaces = files.map((path) => path.split('/').at(-1)?.replace('.json', '') ?? '') as (keyof Resources)[];
await loadTexts(...namespaces, 'errors');

/** A text of the English catalogue by its key: a test finds controls by their names in the catalogue. */
export { t } from 'i18next';
