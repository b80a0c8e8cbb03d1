import { z } from 'zod';
import { text } from '#shared/kernel/fields.ts';

/** The six digits of the authenticator app or one recovery code; spaces and dashes are how people read them aloud. */
export const secondFactorCode = text(40, { message: 'Please enter the code of your authenticator app' })
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .pipe(
    z
      .string()
      .regex(/^(\d{6}|[A-Z2-7]{16})$/, 'Please enter the 6 digits of your authenticator app or a recovery code'),
  );

/** What proves that the person at the keyboard is the owner: the password, and the code where a second factor is on. */
export const proof = {
  password: z
    .string('Please enter your password')
    .min(1, 'Please enter your password')
    .max(1024, 'This password is too long'),
  code: secondFactorCode.optional(),
};
