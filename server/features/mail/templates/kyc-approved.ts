import { interpolate, greet, type Template } from '../mail.content.ts';

export const kycApproved: Template<'kyc_approved'> = ({ firstName }, { texts, settings }) => {
  const { subject, heading, body, open } = texts.kyc_approved;
  const { kycUsd, kycDays: days } = settings.limits;
  return {
    subject,
    heading,
    greeting: greet(texts, firstName),
    blocks: [
      { kind: 'text', text: interpolate(body, { limit: kycUsd, days }) },
      { kind: 'button', label: open, path: '/sell' },
    ],
  };
};
