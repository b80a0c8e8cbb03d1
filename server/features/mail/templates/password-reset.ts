import { interpolate, greet, type Template } from '../mail.content.ts';

export const passwordReset: Template<'password_reset'> = ({ firstName, path, minutes }, { texts }) => {
  const { subject, heading, body, open, ignore } = texts.password_reset;
  return {
    subject,
    heading,
    greeting: greet(texts, firstName),
    blocks: [
      { kind: 'text', text: interpolate(body, { minutes }) },
      { kind: 'button', label: open, path },
      { kind: 'text', text: ignore },
    ],
  };
};
