import { z } from 'zod';
import { digitText, idOf, nameText, timestamp } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';

/** `admin` is the owner named by ADMIN_EMAIL, `staff` are the other members of the team. */
export const roles = ['customer', 'staff', 'admin'] as const;
export const kycStates = ['none', 'pending', 'approved', 'rejected', 'revoked', 'expired'] as const;

/** The name that an approved identity was compared with, and its time; null if the account still has that name. */
export const nameAtCheck = z.object({ name: z.string(), checkedAt: timestamp }).nullable();

/** Profile fields of a user, by the rules of every form that asks for them. */
export const userFields = {
  firstName: nameText(60, { min: 2, error: 'first_name_too_short' }),
  middleName: nameText(60),
  lastName: nameText(60, { min: 2, error: 'last_name_too_short' }),
  // Dial code and number as users write them; numbering plans are not checked here.
  mobileNumber: digitText(32, { min: 8, error: 'mobile_number_invalid' }).regex(
    /^(?=(?:\D*\d){4})[+\d\s()./-]+$/,
    reason('mobile_number_invalid'),
  ),
};

/** The signed-in user, as they see themselves. */
export const userView = z.object({
  id: idOf('user'),
  email: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  country: z.string().nullable(),
  countryCode: z.string().nullable(),
  mobileNumber: z.string().nullable(),
  language: z.string(),
  role: z.enum(roles),
  isAdmin: z.boolean(),
  kycStatus: z.enum(kycStates),
  createdAt: timestamp,
});
export type UserView = z.output<typeof userView>;
