import { z } from 'zod';
import { changePassword } from '#shared/auth/auth.account.contract.ts';
import { resetPassword } from '#shared/auth/auth.contract.ts';
import { reason } from '#shared/kernel/reason.ts';
import { credentials } from './CredentialFields.tsx';

type PasswordFields = { password: string; confirmPassword: string };

/** True if both new passwords are equal. */
export const isRepeated = ({ password, confirmPassword }: PasswordFields): boolean => password === confirmPassword;

/** The error at the repetition when it differs. */
export const notRepeated = { error: reason('passwords_differ'), path: ['confirmPassword'] };

const passwordPair = { password: resetPassword.body.shape.password, confirmPassword: z.string() };

/** Schema of the box that confirms that the customer is of age. */
export const ageConfirmed = z.boolean().refine((isConfirmed) => isConfirmed, reason('age_unconfirmed'));

/** A new password and its repetition, which the server is not sent; `first` is that of an invited customer. */
export const newPasswordForms = {
  first: z.object({ ...passwordPair, ageConfirmed }).refine(isRepeated, notRepeated),
  other: z.object({ ...passwordPair, ageConfirmed: z.boolean() }).refine(isRepeated, notRepeated),
};

/** The form with the old password, in the order of the screen. */
export const passwordChangeForm = z
  .object({ ...credentials, newPassword: changePassword.body.shape.newPassword, confirmPassword: z.string() })
  .refine(({ newPassword: password, confirmPassword }) => isRepeated({ password, confirmPassword }), notRepeated);
