import { fill, type Template } from '../mail.content.ts';

export const newsletterWelcome: Template<'newsletter_welcome'> = ({ leavePath }, { texts, settings }) => {
  const { subject, heading, body, open, leave } = texts.newsletter_welcome;
  return {
    subject,
    heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: fill(body, { brand: settings.brand.name }) },
      { kind: 'button', label: open, path: '/blog' },
      { kind: 'button', label: leave, path: leavePath },
    ],
  };
};
