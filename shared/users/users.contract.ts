import { z } from 'zod';
import { text, timestamp } from '#shared/kernel/fields.ts';

export const roles = ['customer', 'admin'] as const;
export const kycStates = ['none', 'pending', 'approved', 'rejected'] as const;

/** What people tell about themselves, by the rules of every form that asks for it. */
export const userFields = {
  firstName: text(60, { min: 2, message: 'First name must be at least 2 characters' }),
  middleName: text(60),
  lastName: text(60, { min: 2, message: 'Last name must be at least 2 characters' }),
  // Dial code and number as people write them; numbering plans are nobody's to check here.
  mobileNumber: text(32, { min: 8, message: 'Please enter a valid mobile number' }).regex(
    /^(?=(?:\D*\d){4})[+\d\s()./-]+$/,
    'Please enter a valid mobile number',
  ),
};

/** The signed-in person, as the person sees it. */
export const userView = z.object({
  id: z.uuid(),
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
