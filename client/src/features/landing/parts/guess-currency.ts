import { countries } from '#shared/reference/countries.ts';

/** The payout currency a visitor most likely wants, by the region of the browser's languages; US dollars otherwise. */
export function guessCurrency(offered: readonly string[], languages: readonly string[]): string | undefined {
  const regions = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]);
  const guess = countries.find(({ code }) => regions.includes(code))?.currency;
  return [guess, 'USD'].find((code) => code !== undefined && offered.includes(code)) ?? offered[0];
}
