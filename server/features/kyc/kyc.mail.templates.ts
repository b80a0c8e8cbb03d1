import { featureMail, greet, interpolate, quote, type Template } from '#server/features/mail/mail.templates.service.ts';
import { ar } from './mail/ar.ts';
import { de } from './mail/de.ts';
import { en, type KycMailTexts } from './mail/en.ts';
import { es } from './mail/es.ts';
import { fr } from './mail/fr.ts';
import { ja } from './mail/ja.ts';
import { ko } from './mail/ko.ts';
import { pt } from './mail/pt.ts';
import { ru } from './mail/ru.ts';
import { zh } from './mail/zh.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    kyc_received: { firstName: string };
    kyc_approved: { firstName: string };
    /** `notes` is what the administrator wrote for the customer. */
    kyc_rejected: { firstName: string; notes: string };
  }
}

const kycReceived: Template<'kyc_received', KycMailTexts> = ({ firstName }, { texts, layout, settings }) => {
  const { subject, heading, body, never, open } = texts.kyc_received;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    blocks: [
      { kind: 'text', text: interpolate(body, { review: settings.times.kyc }) },
      { kind: 'text', text: never },
      { kind: 'button', label: open, path: '/kyc' },
    ],
  };
};

const kycApproved: Template<'kyc_approved', KycMailTexts> = ({ firstName }, { texts, layout, settings }) => {
  const { subject, heading, body, open } = texts.kyc_approved;
  const { kycUsd, kycDays: days } = settings.limits;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    blocks: [
      { kind: 'text', text: interpolate(body, { limit: kycUsd, days }) },
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
    blocks: [
      { kind: 'text', text: body },
      quote(texts.kyc.notes, notes),
      { kind: 'button', label: open, path: '/kyc' },
      { kind: 'text', text: interpolate(help, { supportEmail: settings.brand.supportEmail }) },
    ],
  };
};

const texts = { ar, de, en, es, fr, ja, ko, pt, ru, zh };

/** The mails of this feature. */
export const kycMail = featureMail(texts, {
  kyc_received: kycReceived,
  kyc_approved: kycApproved,
  kyc_rejected: kycRejected,
});
