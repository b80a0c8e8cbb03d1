import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import { latinDigits } from '#shared/kernel/digits.ts';
import type { MobileNumber } from '#shared/payouts/payee.ts';

/** Reads a number that is the whole text; one without a country code is of the country `home` (ISO 3166). */
export function phoneOf(text: string, home: string | undefined): PhoneNumber | undefined {
  const isKnown = home !== undefined && isSupportedCountry(home);
  return parsePhoneNumberFromString(text, { ...(isKnown && { defaultCountry: home }), extract: false });
}

const mobileTypes: readonly unknown[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** More characters than any spelling of a number has: the library takes its time over each. */
const maxTyped = 60;

/**
 * Reads a mobile number in any national or international spelling; without a country code it is one of the first of
 * these countries (ISO 3166). One of another country is read, and named as a problem to look at.
 */
export function readMobile(typedNumber: string, countries: readonly string[]): MobileNumber {
  const [home] = countries;
  const text = latinDigits(typedNumber.normalize('NFKC')).replace(/^\s*00(?=[1-9])/, '+');
  const phone = text.length > maxTyped ? undefined : phoneOf(text, home);
  if (!phone?.isValid() || phone.ext) return { number: null, problem: 'shape' };
  if (!mobileTypes.includes(phone.getType())) return { number: null, problem: 'not_mobile' };
  const isAbroad = countries.length > 0 && !countries.includes(phone.country ?? '');
  return { number: phone.number, problem: isAbroad ? 'country' : undefined };
}
