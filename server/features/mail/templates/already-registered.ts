import { greet, type Template } from '../mail.content.ts';

export const alreadyRegistered: Template<'already_registered'> = ({ firstName }, { texts }) => {
  const { subject, heading, body, signIn, forgot, reset, ignore } = texts.already_registered;
  return {
    subject,
    heading,
    greeting: greet(texts, firstName),
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: signIn, path: '/login' },
      { kind: 'text', text: forgot },
      { kind: 'button', label: reset, path: '/forgot-password' },
      { kind: 'text', text: ignore },
    ],
  };
};
