import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { latinDigits } from '#shared/kernel/digits.ts';
import type { MobileNumber } from '#shared/payouts/payee.ts';

const mobileTypes: readonly unknown[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** More characters than any spelling of a number has: the library takes its time over each. */
const maxTyped = 60;

/**
 * Reads a mobile number in any national or international spelling; without a country code it is one of the first of
 * these countries (ISO 3166). One of another country is read, and named as a problem to look at.
 */
export function readMobile(input: string, countries: readonly string[]): MobileNumber {
  const [home] = countries;
  const text = latinDigits(input.normalize('NFKC')).replace(/^\s*00(?=[1-9])/, '+');
  const known =
    text.length > maxTyped
      ? undefined
      : parsePhoneNumberFromString(text, { ...(home && { defaultCountry: home as CountryCode }), extract: false });
  if (!known?.isValid() || known.ext) return { number: null, problem: 'shape' };
  if (!mobileTypes.includes(known.getType())) return { number: null, problem: 'not_mobile' };
  const isAbroad = countries.length > 0 && !countries.includes(known.country ?? '');
  return { number: known.number, problem: isAbroad ? 'country' : undefined };
}
