import { z } from 'zod';
import { newPassword } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';

type Repeated = { password: string; confirmPassword: string };

/** Whether a new password was typed the same twice. */
export const isRepeated = ({ password, confirmPassword }: Repeated): boolean => password === confirmPassword;

/** What is said beside the repetition when it differs. */
export const notRepeated = { error: reason('passwords_differ'), path: ['confirmPassword'] };

/** A new password and its repetition, which the server is not sent. */
export const newPasswordForm = z
  .object({ password: newPassword(), confirmPassword: z.string() })
  .refine(isRepeated, notRepeated);
