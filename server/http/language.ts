import { languages, type LanguageCode } from '#shared/reference/languages.ts';

/** The language a caller reads best, by the header Accept-Language; English where it names none of the product's. */
export function languageOf(accepted: string | undefined): LanguageCode {
  const wishes = (accepted ?? '').slice(0, 200).split(',').map(wishOf);
  const wanted = wishes.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  for (const { tag } of wanted) {
    const known = languages.find(({ code }) => code === tag);
    if (known) return known.code;
  }
  return 'en';
}

/** "pt-BR;q=0.8" wishes for Portuguese, at 0.8. */
function wishOf(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith('q='));
  return { tag: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}
