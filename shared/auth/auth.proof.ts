import { z } from 'zod';
import { latinDigits } from '#shared/kernel/digits.ts';
import { text } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';

/** The six digits of the authenticator app or one recovery code; spaces and dashes are allowed for readability. */
export const secondFactorCode = text(40, { error: 'second_factor_code_missing' })
  .transform((digits) => latinDigits(digits).replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, reason('second_factor_code_malformed')));

/** Proves that the current user is the owner: the password, and the code if a second factor is on. */
export const proof = {
  password: z
    .string(reason('password_required'))
    .min(1, reason('password_required'))
    .max(1024, reason('password_too_long')),
  code: secondFactorCode.optional(),
};
