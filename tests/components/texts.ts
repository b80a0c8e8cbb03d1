import { loadTexts } from '#client/lib/i18n/i18n.ts';
import type { Resources } from '#client/locales/resources.ts';

const files = Object.keys(import.meta.glob('../../client/src/locales/en/*.json'));
const namespaces = files.map((path) => path.split('/').at(-1)?.replace('.json', '') ?? '') as (keyof Resources)[];
await loadTexts(...namespaces, 'errors');

/** A text of the English catalogue by its key: a test finds controls by what they are called, whatever that is. */
export { t } from 'i18next';
