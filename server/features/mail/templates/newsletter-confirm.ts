import type { Template } from '../mail.content.ts';

export const newsletterConfirm: Template<'newsletter_confirm'> = ({ path, unsubscribePath }, { texts }) => {
  const { subject, heading, body, open, ignore, leave } = texts.newsletter_confirm;
  return {
    subject,
    heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: open, path },
      { kind: 'text', text: ignore },
      { kind: 'button', label: leave, path: unsubscribePath },
    ],
  };
};
