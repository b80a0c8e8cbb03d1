import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { email, idOf, newPassword, sixDigits, text, timestamp } from '#shared/kernel/fields.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { permissions } from '#shared/kernel/permission.ts';
import { reason } from '#shared/kernel/reason.ts';
import { userFields, userView } from '#shared/users/users.contract.ts';
import { proof, secondFactorCode } from './auth.proof.ts';

/** Registration as it crosses the wire; the form adds the repeated password and the age confirmation. */
export const registration = z.object({
  firstName: userFields.firstName,
  middleName: userFields.middleName.optional(),
  lastName: userFields.lastName,
  email: email(),
  password: newPassword(),
  country: text(80, { min: 1, error: 'country_required' }),
  countryCode: text(8, { min: 1, error: 'country_code_required' }),
  mobileNumber: userFields.mobileNumber,
  /** Mails to this user are written in this language; an unsupported one counts as English. */
  language: text(16).optional(),
});
export type Registration = z.output<typeof registration>;

/** Six digits, exactly. */
export const oneTimeCode = sixDigits('one_time_code_malformed');

/**
 * Identifies the code: by the id that the registration (or the refused sign-in) returned, by the address, or both. Send
 * the id if it is known: if others registered the same address too, it selects whose password the account gets.
 */
const codeOwner = { userId: idOf('user').optional(), email: email().optional() };
const hasOwner = (value: { userId?: Id<'user'> | undefined; email?: string | undefined }) =>
  Boolean(value.userId ?? value.email);

/** The signed-in user with the permissions of their role; a customer has none. */
export const sessionUser = userView.extend({ may: z.array(z.enum(permissions)) });

export const signedIn = z.object({
  token: z.string(),
  expiresAt: timestamp,
  isAdmin: z.boolean(),
  user: sessionUser,
  /** A member of the team has no second factor yet: the session allows only its set-up. */
  secondFactorSetupRequired: z.boolean(),
  message: z.string(),
  /** Send it as X-Device with later sign-ins: wrong passwords of others then do not delay them. It grants no access. */
  deviceToken: z.string(),
});

/**
 * The times at which a mailed code ends and at which the next may be requested, with the server's time: a device's
 * clock may be wrong.
 */
export const codeTimes = z.object({ codeExpiresAt: timestamp, resendAt: timestamp, serverTime: timestamp });

export const register = endpoint('POST /api/register', {
  access: 'public',
  summary:
    'Open an account; a code is mailed and no session exists until it is confirmed. An address in use gets the same answer.',
  status: 201,
  body: registration,
  response: z.object({
    requiresVerification: z.literal(true),
    email: z.string(),
    user: z.object({ id: idOf('user'), firstName: z.string(), lastName: z.string(), email: z.string() }),
    message: z.string(),
    ...codeTimes.shape,
  }),
  limit: 'mail',
});

export const verifyOtp = endpoint('POST /api/verify-otp', {
  access: 'public',
  summary: 'Confirm the mailed code and sign in',
  body: z
    .object({ ...codeOwner, otp: oneTimeCode })
    .refine(hasOwner, { error: reason('email_required'), path: ['email'] }),
  response: signedIn,
  errors: ['invalid_code', 'busy'],
  limit: 'code',
});

export const resendOtp = endpoint('POST /api/resend-otp', {
  access: 'public',
  summary:
    'Mail a fresh code; the earlier one stops working. Not sooner than 60 s, at most 5 an hour. Unknown addresses get the same answer.',
  body: z.object(codeOwner).refine(hasOwner, { error: reason('email_required'), path: ['email'] }),
  response: codeTimes.extend({ message: z.string() }),
  errors: ['too_many_requests'],
  limit: 'code',
});

export const login = endpoint('POST /api/login', {
  access: 'public',
  summary:
    'Sign in with address and password, and `code` where a second factor is on (else 403 second_factor_required). Before the address is confirmed: 403 verification_required with requiresVerification, email, userId, and a fresh code is mailed',
  body: z.object({
    email: z
      .string(reason('fields_missing_out'))
      .trim()
      .min(1, reason('fields_missing_out'))
      .max(254, reason('email_invalid')),
    password: z
      .string(reason('fields_missing_out'))
      .min(1, reason('fields_missing_out'))
      .max(1024, reason('password_too_long')),
    code: secondFactorCode.optional(),
  }),
  response: signedIn,
  errors: ['wrong_credentials', 'verification_required', 'second_factor_required', 'invalid_code', 'blocked'],
  limit: 'signIn',
});

export const logout = endpoint('POST /api/logout', {
  access: 'public',
  summary: 'End the session of the bearer token, on every server process; without a live session nothing happens',
  response: z.object({ message: z.string() }),
  duringSetup: true,
});

export const extendSession = endpoint('POST /api/auth/extend', {
  access: 'customer',
  summary:
    'Stay signed in: a fresh token for the same session, seven more days for a customer (thirty in all), the rest of the eight hours for a member of the team',
  response: z.object({ token: z.string(), expiresAt: timestamp }),
});

export const currentUser = endpoint('GET /api/auth/user', {
  access: 'customer',
  summary: 'The signed-in person and when the session ends',
  response: sessionUser.extend({
    sessionExpiresAt: timestamp,
    serverTime: timestamp,
    /** True for a member of the team while any action needs a second member. */
    fourEyes: z.boolean(),
  }),
});

export const forgotPassword = endpoint('POST /api/forgot-password', {
  access: 'public',
  summary: 'Mail a single-use link (30 minutes) to set a new password; unknown addresses get the same answer',
  body: z.object({ email: email() }),
  response: z.object({ message: z.string() }),
  limit: 'code',
});

const linkToken = z.string().min(20, reason('link_incomplete')).max(200, reason('link_incomplete'));

export const stopFactorRemovalByLink = endpoint('POST /api/keep-second-factor', {
  access: 'public',
  summary: 'Stop, with the mailed token, the removal of a second factor that a member of the team has scheduled',
  body: z.object({ token: linkToken }),
  response: 'empty',
  errors: ['link_expired'],
  limit: 'code',
});

export const resetPassword = endpoint('POST /api/reset-password', {
  access: 'public',
  summary: 'Set a new password with the mailed token; every session of the user ends',
  body: z.object({
    token: linkToken,
    password: newPassword(),
    /**
     * The customer is of age and accepts the terms. False is refused for the first password of a customer whom the team
     * entered.
     */
    ageConfirmed: z.boolean().optional(),
  }),
  response: z.object({ message: z.string(), deviceToken: z.string() }),
  errors: ['link_expired'],
  limit: 'code',
});

/** A returnTo that is not text, or far too long, is ignored: a user who follows a link gets a screen, not an error. */
const next = z.string().max(500).optional().catch(undefined);

export const loginPage = endpoint('GET /api/login', {
  access: 'public',
  summary: 'Plain navigation: to the sign-in screen, with the path to return to in `next`',
  query: z.object({ next }),
  response: 'redirect',
});

export const logoutPage = endpoint('GET /api/logout', {
  access: 'public',
  summary: 'Plain navigation: to the sign-out screen, which revokes the session and goes to /',
  response: 'redirect',
});

export const authPage = endpoint('GET /auth', {
  access: 'public',
  summary: 'Plain navigation: to the sign-in screen, with the path to return to in `next`',
  query: z.object({ next }),
  response: 'redirect',
});

export const stepUp = endpoint('POST /api/admin/step-up', {
  may: 'member',
  summary:
    'Prove the password again, and the code where a second factor is on: the session is sure for 15 minutes. Answers a five-minute token for the header X-Step-Up',
  body: z.object(proof),
  response: z.object({ stepUpToken: z.string(), expiresAt: timestamp }),
  errors: ['wrong_credentials', 'second_factor_required', 'invalid_code'],
  limit: 'signIn',
});
