import { featureMail, greet, oneLine, quote, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { Settings } from '#server/features/settings/settings.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type KycMailTexts = ServerTexts['kyc.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    kyc_received: { firstName: string };
    kyc_approved: { firstName: string };
    /** `notes` is what the administrator wrote for the customer. */
    kyc_rejected: { firstName: string; notes: string };
    /** `notes` is the reason. */
    kyc_revoked: { firstName: string; notes: string };
    kyc_expired: { firstName: string };
    /** `expiresOn` is the last day of the document, yyyy-mm-dd. */
    kyc_expiring: { firstName: string; expiresOn: string };
  }
}

const kycReceived: Template<'kyc_received', KycMailTexts> = ({ firstName }, { texts, layout, settings }) => {
  const { subject, heading, body, never, open } = texts.kyc_received;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { review: settings.times.kyc },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'text', text: never },
      { kind: 'button', label: open, path: '/kyc' },
    ],
  };
};

const kycApproved: Template<'kyc_approved', KycMailTexts> = ({ firstName }, { texts, layout, settings }) => {
  const { subject, heading, body, open } = texts.kyc_approved;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: limitOf(settings),
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: open, path: '/sell' },
    ],
  };
};

const kycRejected: Template<'kyc_rejected', KycMailTexts> = ({ firstName, notes }, { texts, layout, settings }) => {
  const { subject, heading, body, open, help } = texts.kyc_rejected;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { supportEmail: settings.brand.supportEmail },
    blocks: [
      { kind: 'text', text: body },
      quote(texts.kyc.notes, notes),
      { kind: 'button', label: open, path: '/kyc' },
      { kind: 'text', text: help },
    ],
  };
};

const kycRevoked: Template<'kyc_revoked', KycMailTexts> = ({ firstName, notes }, { texts, layout, settings }) => {
  const { subject, heading, body, open } = texts.kyc_revoked;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { ...limitOf(settings), supportEmail: settings.brand.supportEmail },
    blocks: [
      { kind: 'text', text: body },
      quote(texts.kyc.notes, notes),
      { kind: 'button', label: open, path: '/kyc' },
      { kind: 'text', text: texts.kyc_rejected.help },
    ],
  };
};

const kycExpired: Template<'kyc_expired', KycMailTexts> = ({ firstName }, { texts, layout, settings }) => {
  const { subject, heading, body, open } = texts.kyc_expired;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: limitOf(settings),
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: open, path: '/kyc' },
    ],
  };
};

const kycExpiring: Template<'kyc_expiring', KycMailTexts> = (data, { texts, layout, settings }) => {
  const { subject, heading, body, open } = texts.kyc_expiring;
  return {
    subject,
    heading,
    greeting: greet(layout, data.firstName),
    values: { ...limitOf(settings), date: oneLine(data.expiresOn) },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: open, path: '/kyc' },
    ],
  };
};

const limitOf = ({ limits: { kycUsd, kycDays } }: Settings) => ({ limit: kycUsd, days: kycDays });

/** The mails of this feature. */
export const kycMail = featureMail('kyc.mail', {
  kyc_received: kycReceived,
  kyc_approved: kycApproved,
  kyc_rejected: kycRejected,
  kyc_revoked: kycRevoked,
  kyc_expired: kycExpired,
  kyc_expiring: kycExpiring,
});
