import { interpolate, type Template } from '../mail.content.ts';

export const newsletterWelcome: Template<'newsletter_welcome'> = ({ unsubscribePath }, { texts, settings }) => {
  const { subject, heading, body, open, leave } = texts.newsletter_welcome;
  return {
    subject,
    heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: interpolate(body, { brand: settings.brand.name }) },
      { kind: 'button', label: open, path: '/blog' },
      { kind: 'button', label: leave, path: unsubscribePath },
    ],
  };
};
