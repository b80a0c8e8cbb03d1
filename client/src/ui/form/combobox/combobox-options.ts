export interface ComboboxOption {
  value: string;
  /** Text of the field once chosen. */
  text: string;
  /** At the end of the line: a code, a symbol. */
  aside?: string | undefined;
  /** Further search terms: country names, symbols. */
  keywords?: string | undefined;
  group?: string | undefined;
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Match rank: 0 exact code, 1 start of its name, 2 start of a word, 3 anywhere; undefined when it does not match. */
function rank({ value, text, aside = '', keywords = '' }: ComboboxOption, needle: string): number | undefined {
  if (plain(value) === needle || plain(aside) === needle) return 0;
  if (plain(text).startsWith(needle)) return 1;
  const all = plain(`${text} ${value} ${aside} ${keywords}`);
  if (all.split(/\s+/).some((word) => word.startsWith(needle))) return 2;
  return all.includes(needle) ? 3 : undefined;
}

/** The options that fit a search, best first; without a search all of them in their own order. */
export function matchOptions(options: readonly ComboboxOption[], search: string): ComboboxOption[] {
  const needle = plain(search);
  if (!needle) return [...options];
  return options
    .map((option) => ({ option, rank: rank(option, needle) }))
    .filter((match): match is { option: ComboboxOption; rank: number } => match.rank !== undefined)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}
