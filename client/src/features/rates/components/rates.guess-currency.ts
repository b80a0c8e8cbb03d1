import { regionsOf } from '#client/lib/i18n/language-tags.ts';
import { findCountry } from '#shared/reference/countries.ts';

/** The payout currency a visitor most likely wants, by the region of the browser's languages; US dollars otherwise. */
export function guessCurrency(offeredCodes: readonly string[], languages: readonly string[]): string | undefined {
  const guess = regionsOf(languages).map(findCountry).find(Boolean)?.currency;
  return [guess, 'USD'].find((code) => code !== undefined && offeredCodes.includes(code)) ?? offeredCodes[0];
}
