import unregisteredLengths from './iban-lengths-unregistered.json' with { type: 'json' };
import ibanLengths from './iban-lengths.json' with { type: 'json' };

/** The invalid part of an account number, found by its form alone. */
export type NumberProblem = 'length' | 'country' | 'checksum' | 'shape';

/** Lengths of the IBAN registry by country. */
const lengths = new Map(Object.entries(ibanLengths));

/** Lengths of accounts that banks of these countries write like an IBAN, though the registry does not list them. */
const unregistered = new Map(Object.entries(unregisteredLengths));

/** Returns a text without spaces and in capitals, as banks store an IBAN or a BIC. */
export function compactIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

/** True for the form of a BIC, with 8 or 11 characters. */
export const isBic = (text: string) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(compactIban(text));

function isIbanShaped(text: string): boolean {
  return /^[A-Z]{2}\d{2}/.test(compactIban(text));
}

/** True if a number that looks like an IBAN belongs to a country that writes its accounts so. */
export function isIbanOfCountry(text: string): boolean {
  return isIbanShaped(text) && ibanLength(text) !== undefined;
}

/** True for a country whose IBAN rule does not come from the registry, so that a bank may know better. */
export function isUnregistered(text: string): boolean {
  return unregistered.has(compactIban(text).slice(0, 2));
}

/** The length of an IBAN of its country; undefined where the country is not known. */
export function ibanLength(text: string): number | undefined {
  const country = compactIban(text).slice(0, 2);
  return lengths.get(country) ?? unregistered.get(country);
}

/** Checks an IBAN: form, country, length, then checksum; undefined if it is valid. */
export function checkIban(text: string): NumberProblem | undefined {
  const iban = compactIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]*$/.test(iban)) return 'shape';
  const length = ibanLength(iban);
  if (length === undefined) return 'country';
  if (iban.length !== length) return 'length';
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (character) =>
    String(Number.parseInt(character, 36)),
  );
  return BigInt(digits) % 97n === 1n ? undefined : 'checksum';
}
