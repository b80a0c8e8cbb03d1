import { phoneOf } from '#server/lib/mobile-number.ts';
import { remembered } from '#server/lib/remembered.ts';
import { latinDigits } from '#shared/kernel/digits.ts';
import { countries, findCountry, type Country } from '#shared/reference/countries.ts';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';
import { rails } from '#shared/reference/rails.ts';
import { plainHeading } from './imports.headings.ts';

/** More characters than any spelling of a number has: the library takes its time over each. */
const maxNumberLength = 60;
const byName = new Map<string, Country | undefined>();

let localNames: ReadonlyMap<string, Country> | undefined;

/** The countries by their names in the ten languages, made by the first import: the names of regions take megabytes. */
function byLocalName(): ReadonlyMap<string, Country> {
  localNames ??= new Map(
    languages.flatMap(({ code }) => {
      const names = new Intl.DisplayNames(code, { type: 'region' });
      return countries.map((country) => [plainHeading(names.of(country.code) ?? country.name), country] as const);
    }),
  );
  return localNames;
}

/**
 * Returns a country by its code, its name in one of the ten languages, or a dial code of that country alone; 1 and 7
 * belong to several.
 */
export function countryOf(input: string): Country | undefined {
  return remembered(
    byName,
    input,
    () => findCountry(input) ?? byLocalName().get(plainHeading(input)) ?? byDialCode(input),
  );
}

function byDialCode(input: string): Country | undefined {
  const digits = latinDigits(input).replace(/^\s*(\+|00)?\s*(?=\d)/, '');
  if (!/^\d{1,4}$/.test(digits) || ['1', '7'].includes(digits)) return undefined;
  const [country, otherCountry] = countries.filter(({ dialCode }) => dialCode === `+${digits}`);
  return otherCountry ? undefined : country;
}

/** A language by its code or name; English where none is given. */
export function languageOf(input: string): LanguageCode | undefined {
  if (input === '') return 'en';
  const [code = ''] = input.toLowerCase().split(/[-_]/);
  const plainText = plainHeading(input);
  const isNamed = (item: (typeof languages)[number]) =>
    item.code === code ||
    plainHeading(item.name) === plainText ||
    englishNames.of(item.code)?.toLowerCase() === plainText;
  return languages.find(isNamed)?.code;
}
const englishNames = new Intl.DisplayNames('en', { type: 'language' });

/** Returns a number in E.164, or the reason why it is no number of this country. */
export function numberOf(input: string, { code }: Country): string | { problem: 'number' | 'number_country' } {
  // A spreadsheet takes a number with a leading apostrophe for text.
  const text = latinDigits(input.normalize('NFKC'))
    .replace(/^'/, '')
    .replace(/^\s*00(?=[1-9])/, '+');
  if (text.length > maxNumberLength) return { problem: 'number' };
  const phone = phoneOf(text, code);
  if (!phone?.isValid() || phone.ext) return { problem: 'number' };
  return phone.country === code ? phone.number : { problem: 'number_country' };
}

const railByName = new Map(rails.flatMap(({ id, name }) => [id, name].map((key) => [plainHeading(key), id] as const)));

/** A rail by its id or name; a bank transfer where none is given. */
export const methodOf = (input: string): string | undefined =>
  input === '' ? 'bank' : railByName.get(plainHeading(input));

const noWords = new Set(
  ['', '0', 'no', 'nein', 'non', 'nao', 'false', 'none', 'n', 'нет', '否', '无', 'いいえ', '아니요', 'لا'].map(
    plainHeading,
  ),
);
const yesWords = new Set(
  [
    '1',
    'x',
    'y',
    'yes',
    'ok',
    'true',
    'ja',
    'oui',
    'si',
    'sim',
    'да',
    '是',
    'はい',
    '예',
    'نعم',
    'verified',
    'approved',
  ].map(plainHeading),
);

/** Text of the sheet about an identity check; it does not lift the limit. Undefined where there was no check. */
export function checkedNote(input: string): string | undefined {
  const plainText = plainHeading(input);
  if (noWords.has(plainText)) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(input);
  return `Imported: ${yesWords.has(plainText) ? 'verified' : isDay ? `verified ${input}` : input}`;
}
