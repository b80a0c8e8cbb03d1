import { interpolate, oneLine, type Template } from '../mail.content.ts';

// No name here: this goes to an address that nobody has proved to own, and a name is what a stranger typed.
export const verificationCode: Template<'verification_code'> = ({ code, minutes }, { texts }) => {
  const { subject, heading, body, ignore } = texts.verification_code;
  return {
    subject,
    heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: interpolate(body, { minutes }) },
      { kind: 'code', code: oneLine(code) },
      { kind: 'text', text: ignore },
    ],
  };
};
