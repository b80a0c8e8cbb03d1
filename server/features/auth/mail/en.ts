import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  verification_code: {
    subject: 'Your code',
    heading: 'Your code',
    body: 'Enter this code to confirm your email address. It is valid for {minutes} minutes.',
    ignore: 'If you did not ask for it, you can ignore this message.',
  },
  already_registered: {
    subject: 'Somebody tried to register with your address',
    heading: 'You already have an account',
    body: 'Somebody, perhaps you, just tried to register with this email address. Nothing has changed.',
    signIn: 'Sign in',
    forgot: 'If you have forgotten your password, you can choose a new one:',
    reset: 'Reset your password',
    ignore: 'If it was not you, there is nothing you need to do.',
  },
  password_reset: {
    subject: 'Reset your password',
    heading: 'Choose a new password',
    body: 'Use this link within {minutes} minutes. It works once, and signs you out everywhere.',
    open: 'Choose a new password',
    ignore: 'If you did not ask for it, you can ignore this message: your password stays as it is.',
  },
  password_changed: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    body: 'The password of your account was just changed, and all other devices were signed out.',
    notYou: 'If it was not you, reset your password now and write to us.',
    reset: 'Reset your password',
  },
  email_changed: {
    subject: 'The address of your account was changed',
    heading: 'Your account has a new address',
    body: 'The email address of your account was just changed. From now on we write to the new one.',
    notYou: 'If it was not you, write to {supportEmail} at once.',
  },
  second_factor_changed: {
    subject: 'The second factor of your account was changed',
    heading: 'Your second factor was changed',
    on: 'From now on a code of your authenticator app is asked for when you sign in.',
    off: 'A code of your authenticator app is no longer asked for when you sign in.',
    codes: 'New recovery codes were made; the old ones no longer work.',
    notYou: 'If it was not you, reset your password now and write to us.',
    reset: 'Reset your password',
  },
} as const;

/** What a translation has to hold. */
export type AuthMailTexts = Translated<typeof en>;
