import { interpolate, greet, type Template } from '../mail.content.ts';

export const kycReceived: Template<'kyc_received'> = ({ firstName }, { texts, settings }) => {
  const { subject, heading, body, never, open } = texts.kyc_received;
  return {
    subject,
    heading,
    greeting: greet(texts, firstName),
    blocks: [
      { kind: 'text', text: interpolate(body, { review: settings.times.kyc }) },
      { kind: 'text', text: never },
      { kind: 'button', label: open, path: '/kyc' },
    ],
  };
};
