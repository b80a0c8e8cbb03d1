export interface ComboboxOption {
  value: string;
  /** Text of the field after choosing it. */
  text: string;
  /** Shown at the end of the line: a code, a symbol. */
  aside?: string | undefined;
  /** Further search terms: country names, symbols. */
  keywords?: string | undefined;
  group?: string | undefined;
}

const normalizeText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Match rank: 0 exact code, 1 start of its name, 2 start of a word, 3 anywhere; undefined if it does not match. */
function rank({ value, text, aside = '', keywords = '' }: ComboboxOption, needle: string): number | undefined {
  if (normalizeText(value) === needle || normalizeText(aside) === needle) return 0;
  if (normalizeText(text).startsWith(needle)) return 1;
  const all = normalizeText(`${text} ${value} ${aside} ${keywords}`);
  if (all.split(/\s+/).some((word) => word.startsWith(needle))) return 2;
  return all.includes(needle) ? 3 : undefined;
}

/** The options that match a search, best first; without a search all of them in their own order. */
export function matchOptions(options: readonly ComboboxOption[], search: string): ComboboxOption[] {
  const needle = normalizeText(search);
  if (!needle) return [...options];
  return options
    .map((option) => ({ option, rank: rank(option, needle) }))
    .filter((match): match is { option: ComboboxOption; rank: number } => match.rank !== undefined)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}
