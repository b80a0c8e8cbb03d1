import { languages, type LanguageCode } from '#shared/reference/languages.ts';

/** What a caller reads, best first, by the header Accept-Language: tags such as "pt-BR", as `navigator.languages` has them. */
export function languageTagsOf(accepted: string | undefined): string[] {
  const preferences = (accepted ?? '').slice(0, 200).split(',').map(preferenceOf);
  return preferences
    .filter(({ tag, weight }) => weight > 0 && /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(tag))
    .toSorted((item, other) => other.weight - item.weight)
    .map(({ tag }) => tag);
}

/** The language of the product that a caller reads best; English where the header names none of them. */
export function languageOf(accepted: string | undefined): LanguageCode {
  for (const tag of languageTagsOf(accepted)) {
    const known = languages.find(({ code }) => code === tag.split('-')[0]?.toLowerCase());
    if (known) return known.code;
  }
  return 'en';
}

/** "pt-BR;q=0.8" prefers Brazilian Portuguese, at 0.8. */
function preferenceOf(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((item) => item.trim());
  const weight = parameters.find((item) => /^q=/i.test(item));
  return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}
