import { greet, type Template } from '../mail.content.ts';

export const secondFactorChanged: Template<'second_factor_changed'> = ({ firstName, change }, { texts }) => {
  const { subject, heading, notYou, reset, ...changes } = texts.second_factor_changed;
  return {
    subject,
    heading,
    greeting: greet(texts, firstName),
    blocks: [
      { kind: 'text', text: changes[change] },
      { kind: 'text', text: notYou },
      { kind: 'button', label: reset, path: '/forgot-password' },
    ],
  };
};
