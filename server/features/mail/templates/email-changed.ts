import { interpolate, greet, type Template } from '../mail.content.ts';

export const emailChanged: Template<'email_changed'> = ({ firstName }, { texts, settings }) => {
  const { subject, heading, body, notYou } = texts.email_changed;
  const { supportEmail } = settings.brand;
  return {
    subject,
    heading,
    greeting: greet(texts, firstName),
    blocks: [
      { kind: 'text', text: body },
      { kind: 'text', text: interpolate(notYou, { supportEmail }) },
    ],
  };
};
