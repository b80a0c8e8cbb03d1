import { greet, type Template } from '../mail.content.ts';

export const passwordChanged: Template<'password_changed'> = ({ firstName }, { texts }) => {
  const { subject, heading, body, notYou, reset } = texts.password_changed;
  return {
    subject,
    heading,
    greeting: greet(texts, firstName),
    blocks: [
      { kind: 'text', text: body },
      { kind: 'text', text: notYou },
      { kind: 'button', label: reset, path: '/forgot-password' },
    ],
  };
};
