import { greet, type Template } from '../mail.content.ts';

export const secondFactorChanged: Template<'second_factor_changed'> = ({ firstName, deed }, { texts }) => {
  const { subject, heading, notYou, reset, ...deeds } = texts.second_factor_changed;
  return {
    subject,
    heading,
    greeting: greet(texts, firstName),
    blocks: [
      { kind: 'text', text: deeds[deed] },
      { kind: 'text', text: notYou },
      { kind: 'button', label: reset, path: '/forgot-password' },
    ],
  };
};
