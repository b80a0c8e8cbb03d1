import { phoneOf } from '#server/lib/mobile-number.ts';
import type { Country } from '#shared/reference/countries.ts';

/**
 * Returns the stored form of a mobile number: E.164 where the library finds it valid, else plus, dial code and digits.
 * It never refuses: numbering plans change faster than libraries, and the form has already checked the shape.
 */
export function normalizeMobile(typedNumber: string, { code, dialCode }: Country): string {
  const phone = phoneOf(typedNumber, code);
  if (phone?.isValid()) return phone.number;
  const digits = typedNumber.replace(/\D/g, '');
  const dialDigits = dialCode.slice(1);
  if (typedNumber.trim().startsWith('+') || digits.startsWith(dialDigits)) return `+${digits}`;
  return `${dialCode}${digits.replace(/^0+/, '')}`;
}
