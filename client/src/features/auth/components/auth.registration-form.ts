import { z } from 'zod';
import { regionsOf } from '#client/lib/i18n/language-tags.ts';
import { registration } from '#shared/auth/auth.contract.ts';
import { latinDigits } from '#shared/kernel/digits.ts';
import { findCountry } from '#shared/reference/countries.ts';
import { ageConfirmed, isRepeated, notRepeated } from './auth.new-password.ts';

const { password, ...profile } = registration.shape;

/** The registration as a form: the password twice and the age confirmed, which the server is not sent. */
export const registrationForm = z
  .object({
    ...profile,
    // The dial code depends on the country, whose field shows the error when none is chosen.
    countryCode: z.string(),
    // The order of the fields on the screen, which is that of the errors in the summary.
    password,
    confirmPassword: z.string(notRepeated.error),
    ageConfirmed,
  })
  .refine(isRepeated, notRepeated);

export type RegistrationForm = z.input<typeof registrationForm>;
export type RegistrationValues = z.output<typeof registrationForm>;

/** The country of the browser's language if it is served: a first guess that one tap changes. */
export const guessedCountry = (languages: readonly string[]): string => regionsOf(languages).find(findCountry) ?? '';

/** Returns the dial code of a country, such as "+44"; empty if the country is not served. */
export const dialCodeOf = (country: string): string => findCountry(country)?.dialCode ?? '';

/** Returns an empty registration form; country and dial code are guessed from the browser's languages. */
export function emptyRegistration(languages: readonly string[]): RegistrationForm {
  const country = guessedCountry(languages);
  return {
    firstName: '',
    middleName: '',
    lastName: '',
    email: '',
    country,
    countryCode: dialCodeOf(country),
    mobileNumber: '',
    password: '',
    confirmPassword: '',
    ageConfirmed: false,
  };
}

/**
 * The registration as it is sent: dial code and number as one, the form's own
 * fields left out, and the language of its mails.
 */
export function toRegistration(values: RegistrationValues, language: string): z.input<typeof registration> {
  const { confirmPassword: _confirmPassword, ageConfirmed: _ageConfirmed, middleName, ...rest } = values;
  const mobileNumber = latinDigits(values.mobileNumber);
  const number = mobileNumber.startsWith('+') ? mobileNumber : `${values.countryCode}${mobileNumber}`;
  return { ...rest, mobileNumber: number, language, ...(middleName ? { middleName } : {}) };
}
