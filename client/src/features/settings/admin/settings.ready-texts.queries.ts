import { useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { useStoredWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Catalogue } from '#client/lib/i18n/catalogue-file.ts';
import { currentLanguage } from '#client/lib/i18n/i18n.ts';
import { useCatalogue } from '#client/lib/i18n/useCatalogue.ts';
import type { Api } from '#shared/api.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { fillReadyText, type ReadyTextKey } from '#shared/settings/settings.ready-texts.contract.ts';

export type OwnReadyText = Api['GET /api/admin/ready-texts']['output'][number];
export type ReadyTextValues = Readonly<Record<string, string | number>>;

/** The texts that the operator has reworded, in every language. */
export const readyTextsQuery = apiQuery('GET /api/admin/ready-texts', {}, { staleTime: minuteMs });

/**
 * The wording of a ready text in the language of the page: the operator's own with these values, or the built-in one.
 */
export function useReadyTexts(): (key: ReadyTextKey, builtIn: string, values?: ReadyTextValues) => string {
  const { data = [] } = useQuery(readyTextsQuery);
  return (key, builtIn, values = {}) => {
    const ownText = data.find((entry) => entry.key === key && entry.language === currentLanguage());
    return ownText ? fillReadyText(ownText.text, values) : builtIn;
  };
}

/** Saves the wording of one text, or with null goes back to the built-in one. */
export const useChangeReadyText = () =>
  useStoredWrite(
    () => readyTextsQuery.queryKey,
    ({ key, language, text }: Omit<OwnReadyText, 'text'> & { text: string | null }) =>
      text === null
        ? call('DELETE /api/admin/ready-texts/:key/:language', { params: { key, language } })
        : call('PUT /api/admin/ready-texts', { body: { key, language, text } }),
  );

/** The catalogues of the built-in texts of a feature, and the name under which each has a short label. */
const places = {
  chat: { namespace: 'chat.admin', group: 'canned', label: 'name' },
  orders: { namespace: 'orders.admin', group: 'template', label: 'word' },
  kyc: { namespace: 'kyc.admin', group: 'sentence', label: 'word' },
} as const;
export type ReadyTextGroup = keyof typeof places;

/** The built-in texts of a feature in any language, not only that of the page. */
export function useBuiltInTexts(group: ReadyTextGroup, language: string): Catalogue | undefined {
  return useCatalogue(language, places[group].namespace);
}

/** Returns the built-in label and text of one entry; both empty if the catalogue has none. */
export function builtInText(
  catalogue: Catalogue,
  group: ReadyTextGroup,
  name: string,
): { label: string; text: string } {
  const place = places[group];
  const entry = childOf(childOf(catalogue, place.group), name);
  return { label: leafOf(entry, place.label), text: leafOf(entry, 'text') };
}

function childOf(catalogue: Catalogue | undefined, name: string): Catalogue | undefined {
  const child = catalogue?.[name];
  return typeof child === 'object' ? child : undefined;
}

function leafOf(catalogue: Catalogue | undefined, name: string): string {
  const text = catalogue?.[name];
  return typeof text === 'string' ? text : '';
}
