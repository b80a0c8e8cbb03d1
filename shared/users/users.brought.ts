import { z } from 'zod';
import { email, text } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import { findCountry } from '#shared/reference/countries.ts';
import { languages } from '#shared/reference/languages.ts';
import { userFields } from './users.contract.ts';

/** The origin of an account: its owner registered, or the team made it. */
export const userOrigins = ['registered', 'brought'] as const;

/** `brought` has no password yet, `invited` has a link to set one, `active` is as any other customer. */
export const customerStates = ['brought', 'invited', 'active'] as const;

/** A link in an invitation is valid for this many days. */
export const invitationDays = 7;

/** The country of a customer by its code or name, in its stored form; a dial code counts if only one country has it. */
export const broughtCountry = text(80, { min: 1, error: 'country_required' }).refine(
  (country) => findCountry(country) !== undefined,
  reason('country_required'),
);

/** A customer whom a member enters: an address or a number is enough. */
export const broughtFields = z.object({
  firstName: userFields.firstName,
  lastName: userFields.lastName,
  email: email().optional(),
  mobileNumber: userFields.mobileNumber.optional(),
  country: broughtCountry,
  language: z.enum(
    languages.map(({ code }) => code),
    reason('language_unknown'),
  ),
  note: text(2000).optional(),
});
export type BroughtFields = z.output<typeof broughtFields>;

/** True if the customer has an email address or a mobile number. */
export const isReachable = ({ email: address, mobileNumber }: Pick<BroughtFields, 'email' | 'mobileNumber'>) =>
  Boolean(address ?? mobileNumber);

/** A customer as a form enters them. */
export const broughtUser = broughtFields.refine(isReachable, { error: reason('reach_required'), path: ['email'] });
