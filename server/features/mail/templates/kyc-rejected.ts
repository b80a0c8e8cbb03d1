import { interpolate, greet, quote, type Template } from '../mail.content.ts';

export const kycRejected: Template<'kyc_rejected'> = ({ firstName, notes }, { texts, settings }) => {
  const { subject, heading, body, open, help } = texts.kyc_rejected;
  return {
    subject,
    heading,
    greeting: greet(texts, firstName),
    blocks: [
      { kind: 'text', text: body },
      quote(texts.kyc.notes, notes),
      { kind: 'button', label: open, path: '/kyc' },
      { kind: 'text', text: interpolate(help, { supportEmail: settings.brand.supportEmail }) },
    ],
  };
};
