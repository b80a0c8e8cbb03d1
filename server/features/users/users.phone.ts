import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import type { Country } from '#shared/reference/countries.ts';

/**
 * Returns the stored form of a mobile number: E.164 where the library finds it valid, else plus, dial code and digits.
 * It never refuses: numbering plans change faster than libraries, and the form has already checked the shape.
 */
export function normalizeMobile(input: string, { code, dialCode }: Country): string {
  const known = parsePhoneNumberFromString(input, { defaultCountry: code as CountryCode, extract: false });
  if (known?.isValid()) return known.number;
  const digits = input.replace(/\D/g, '');
  const dialDigits = dialCode.slice(1);
  if (input.trim().startsWith('+') || digits.startsWith(dialDigits)) return `+${digits}`;
  return `${dialCode}${digits.replace(/^0+/, '')}`;
}
