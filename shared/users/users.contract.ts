import { z } from 'zod';
import { timestamp } from '#shared/kernel/fields.ts';

export const roles = ['customer', 'admin'] as const;
export const kycStates = ['none', 'pending', 'approved', 'rejected'] as const;

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
