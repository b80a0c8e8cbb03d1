import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  verification_code: {
    subject: 'Your code',
    heading: 'Your code',
    body: 'Enter this code to confirm your email address. It is valid for {minutes} minutes.',
    ignore: 'If you didn’t ask for this, you can ignore this email.',
  },
  already_registered: {
    subject: 'Someone tried to register with your email address',
    heading: 'You already have an account',
    body: 'Someone, perhaps you, just tried to register with this email address. Nothing has changed.',
    signIn: 'Sign in',
    forgot: 'Forgotten your password? You can choose a new one:',
    reset: 'Reset your password',
    ignore: 'If it wasn’t you, there’s nothing you need to do.',
  },
  password_reset: {
    subject: 'Reset your password',
    heading: 'Choose a new password',
    body: 'Use this link within {minutes} minutes. It works once and signs you out on every device.',
    open: 'Choose a new password',
    ignore: 'If you didn’t ask for this, you can ignore this email. Your password stays the same.',
  },
  password_changed: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    body: 'Your password was just changed, and you’ve been signed out on all other devices.',
    notYou: 'If it wasn’t you, reset your password now and contact us.',
    reset: 'Reset your password',
  },
  email_changed: {
    subject: 'Your email address was changed',
    heading: 'Your account has a new email address',
    body: 'The email address of your account was just changed. From now on we’ll write to the new one.',
    notYou: 'If it wasn’t you, write to {supportEmail} right away.',
  },
  second_factor_changed: {
    subject: 'Two-step verification was changed',
    heading: 'Two-step verification was changed',
    on: 'From now on we ask for a code from your authenticator app when you sign in.',
    off: 'We no longer ask for a code from your authenticator app when you sign in.',
    codes: 'You created new recovery codes. The old ones no longer work.',
    removed:
      'Two-step verification of the administrator account was removed with a command on the server. It has to be set up again at the next sign-in.',
    notYou: 'If it wasn’t you, reset your password now and contact us.',
    reset: 'Reset your password',
  },
} as const;

/** What a translation has to hold. */
export type AuthMailTexts = Translated<typeof en>;
