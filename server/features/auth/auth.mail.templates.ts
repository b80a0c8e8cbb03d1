import { featureMail, greet, oneLine, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type AuthMailTexts = ServerTexts['auth.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** The 6 digits that prove an address; `minutes` is how long they hold. */
    verification_code: { code: string; minutes: number };
    /** This address was typed into the sign-up form, though it has an account. */
    already_registered: { firstName: string };
    /** `path` carries the single-use token, e.g. /reset-password?token=… */
    password_reset: { firstName: string; path: string; minutes: number };
    password_changed: { firstName: string };
    /** To the address before: the account has another one now. */
    email_changed: { firstName: string };
    /** Switched on or off, or new recovery codes were made. */
    second_factor_changed: { firstName: string; change: 'on' | 'off' | 'codes' | 'removed' };
  }
}

// No name here: this goes to an unverified address, and the name is what anyone may have typed.
const verificationCode: Template<'verification_code', AuthMailTexts> = ({ code, minutes }, { texts, layout }) => {
  const { subject, heading, body, ignore } = texts.verification_code;
  return {
    subject,
    heading,
    greeting: layout.helloAll,
    values: { minutes },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'code', code: oneLine(code) },
      { kind: 'text', text: ignore },
    ],
  };
};

const alreadyRegistered: Template<'already_registered', AuthMailTexts> = ({ firstName }, { texts, layout }) => {
  const { subject, heading, body, signIn, forgot, reset, ignore } = texts.already_registered;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: signIn, path: '/login' },
      { kind: 'text', text: forgot },
      { kind: 'button', label: reset, path: '/forgot-password' },
      { kind: 'text', text: ignore },
    ],
  };
};

const passwordReset: Template<'password_reset', AuthMailTexts> = ({ firstName, path, minutes }, { texts, layout }) => {
  const { subject, heading, body, open, ignore } = texts.password_reset;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { minutes },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: open, path },
      { kind: 'text', text: ignore },
    ],
  };
};

const passwordChanged: Template<'password_changed', AuthMailTexts> = ({ firstName }, { texts, layout }) => {
  const { subject, heading, body, notYou, reset } = texts.password_changed;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    blocks: [
      { kind: 'text', text: body },
      { kind: 'text', text: notYou },
      { kind: 'button', label: reset, path: '/forgot-password' },
    ],
  };
};

const emailChanged: Template<'email_changed', AuthMailTexts> = ({ firstName }, { texts, layout, settings }) => {
  const { subject, heading, body, notYou } = texts.email_changed;
  const { supportEmail } = settings.brand;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { supportEmail },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'text', text: notYou },
    ],
  };
};

const secondFactorChanged: Template<'second_factor_changed', AuthMailTexts> = (
  { firstName, change },
  { texts, layout },
) => {
  const { subject, heading, notYou, reset, ...changes } = texts.second_factor_changed;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { change: changes[change] },
    blocks: [
      { kind: 'text', text: '{{change}}' },
      { kind: 'text', text: notYou },
      { kind: 'button', label: reset, path: '/forgot-password' },
    ],
  };
};

/** The mails of this feature. */
export const authMail = featureMail('auth.mail', {
  verification_code: verificationCode,
  already_registered: alreadyRegistered,
  password_reset: passwordReset,
  password_changed: passwordChanged,
  email_changed: emailChanged,
  second_factor_changed: secondFactorChanged,
});
