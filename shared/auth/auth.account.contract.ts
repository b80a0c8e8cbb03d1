import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { email, idOf, newPassword, timestamp } from '#shared/kernel/fields.ts';
import { codeTimes, oneTimeCode } from './auth.contract.ts';
import { proof, secondFactorCode } from './auth.proof.ts';

const unproven = ['wrong_credentials', 'second_factor_required', 'invalid_code'] as const;
/** An endpoint with these parts asks for the password again, and for the code of the second factor if it is on. */
const proven = { access: 'customer', body: z.object(proof), errors: unproven, limit: 'signIn' } as const;

export const changePassword = endpoint('PUT /api/profile/password', {
  ...proven,
  summary: 'Set a new password with the old one; every other session of the user ends, and the owner is told by mail',
  body: z.object({ ...proof, newPassword: newPassword() }),
  response: z.object({ message: z.string(), endedSessions: z.number().int() }),
});

export const requestEmailChange = endpoint('POST /api/profile/email', {
  ...proven,
  summary:
    'Mail a code to a new address; nothing changes until it is confirmed. An address in use gets the same answer. Not for the administrator, whose address stands in the settings of the server',
  body: z.object({ ...proof, email: email() }),
  response: codeTimes.extend({ message: z.string(), email: z.string() }),
  errors: [...unproven, 'forbidden'],
});

export const confirmEmailChange = endpoint('POST /api/profile/email/confirm', {
  access: 'customer',
  summary: 'Confirm the code mailed to the new address, which takes effect; the old address is told',
  body: z.object({ email: email(), otp: oneTimeCode }),
  response: z.object({ message: z.string(), email: z.string() }),
  errors: ['invalid_code'],
  limit: 'code',
});

export const sessionView = z.object({
  id: idOf('session'),
  /** True for the session that sent this request. */
  isCurrent: z.boolean(),
  /** The User-Agent header of the browser; empty where it sent none. */
  userAgent: z.string(),
  ip: z.string().nullable(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  expiresAt: timestamp,
});
export type SessionView = z.output<typeof sessionView>;

export const listSessions = endpoint('GET /api/sessions', {
  access: 'customer',
  summary: "The person's signed-in devices, this one first, then last seen first",
  response: z.array(sessionView),
});

export const endSession = endpoint('DELETE /api/sessions/:id', {
  access: 'customer',
  summary: 'Sign out one device of the user, on every server process',
  response: 'empty',
  errors: ['not_found'],
});

export const endOtherSessions = endpoint('DELETE /api/sessions', {
  access: 'customer',
  summary: 'Sign out everywhere: all other devices, and with `all=1` this one too',
  query: z.object({ all: z.enum(['1']).optional() }),
  response: z.object({ endedSessions: z.number().int() }),
});

export const secondFactor = endpoint('GET /api/second-factor', {
  access: 'customer',
  summary:
    'Whether a second factor is on, since when, how many recovery codes are left, and when a member has it removed',
  response: z.object({
    isOn: z.boolean(),
    since: timestamp.nullable(),
    recoveryCodesLeft: z.number().int(),
    removeAt: timestamp.nullable(),
  }),
  duringSetup: true,
});

export const beginSecondFactor = endpoint('POST /api/second-factor', {
  access: 'customer',
  summary:
    'Make a secret for the authenticator app (RFC 6238: SHA-1, six digits, 30 s), shown only now; nothing is asked at sign-in until a code of it is confirmed',
  body: z.object({ password: proof.password }),
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['wrong_credentials', 'conflict'],
  limit: 'signIn',
  duringSetup: true,
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmSecondFactor = endpoint('POST /api/second-factor/confirm', {
  access: 'customer',
  summary: 'Switch the second factor on with a code of the app; answers ten recovery codes, shown only now',
  body: z.object({ code: secondFactorCode }),
  response: recoveryCodes,
  errors: ['invalid_code', 'conflict'],
  limit: 'code',
  duringSetup: true,
});

export const renewRecoveryCodes = endpoint('POST /api/second-factor/recovery-codes', {
  ...proven,
  summary: 'Ten new recovery codes, shown only now; the old ones stop working',
  response: recoveryCodes,
  errors: [...unproven, 'conflict'],
});

export const endSecondFactor = endpoint('DELETE /api/second-factor', {
  ...proven,
  summary: 'Switch the second factor off; not for a member of the team, in production not for the owner either',
  response: 'empty',
  errors: [...unproven, 'conflict'],
});

export const stopFactorRemoval = endpoint('DELETE /api/second-factor/removal', {
  access: 'customer',
  summary: 'Stop the removal of the own second factor that a member of the team has scheduled',
  response: 'empty',
  errors: ['conflict'],
});

export const downloadOwnData = endpoint('POST /api/profile/data', {
  ...proven,
  summary: 'Everything that is stored of the user, numbers in full, but for the files, as one JSON file',
  response: 'file',
});

export const closeAccount = endpoint('DELETE /api/profile', {
  ...proven,
  summary:
    'Delete the own account for good: personal data, documents, chat and accounts go, orders stay without the user. Not while an order is open, and not for the administrator',
  response: 'empty',
  errors: [...unproven, 'forbidden', 'in_use', 'not_found'],
});
