import { button, code, featureMail, oneLine } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** The 6 digits that prove an address; `minutes` is how long they hold. */
    verification_code: { code: string; minutes: number };
    /** This address was typed into the sign-up form, though it has an account. */
    already_registered: { firstName: string };
    /** `path` carries the single-use token, e.g. /reset-password?token=… */
    password_reset: { firstName: string; path: string; minutes: number };
    /** A brought customer sets their first password; `until` is when the link ends. */
    customer_invitation: { firstName: string; path: string; until: string };
    password_changed: { firstName: string };
    /** Mail to the former address: the account has another one now. */
    email_changed: { firstName: string };
    /**
     * A member has the second factor removed; `path` carries the token that stops the removal, valid for this many
     * hours.
     */
    second_factor_removal: { firstName: string; path: string; hours: number };
    /** `codes` are new recovery codes. */
    second_factor_changed: { firstName: string; change: 'on' | 'off' | 'codes' | 'removed' };
  }
}

export const authMail = featureMail('auth.mail', {
  // The mail names nobody: its address is unverified, and anyone may have typed the name.
  verification_code: (data, { text }) => ({
    // A code is digits; nothing else may get into a subject.
    values: { code: data.code.replaceAll(/\D/g, '') },
    blocks: [text.body, code(data.code), text.ignore],
  }),
  already_registered: (_, { text }) => [
    text.body,
    button(text.signIn, '/login'),
    text.forgot,
    button(text.reset, '/forgot-password'),
    text.ignore,
  ],
  password_reset: ({ path }, { text }) => [text.body, button(text.open, path), text.ignore],
  customer_invitation: ({ path, until }, { text }) => ({
    values: { until: oneLine(until) },
    blocks: [text.body, button(text.open, path), text.validUntil, text.ignore],
  }),
  password_changed: (_, { text }) => [text.body, text.notYou, button(text.reset, '/forgot-password')],
  email_changed: (_, { text }) => [text.body, text.notYou],
  second_factor_removal: ({ path }, { text }) => [text.body, button(text.stop, path), text.ok],
  second_factor_changed: ({ change }, { text, texts }) => ({
    values: { change: text[change] },
    blocks: ['{{change}}', texts.password_changed.notYou, button(text.reset, '/forgot-password')],
  }),
});
