import { en, type MailTexts } from '../locales/en.ts';
import { interpolate, greet, orderRows, quote, subjectWith, ordersButton, type Template } from '../mail.content.ts';

export const orderFailed: Template<'order_failed'> = (order, { texts, settings }) => {
  const { subject, heading, body, help } = texts.order_failed;
  return {
    subject: subjectWith(subject, order.reference),
    heading,
    greeting: greet(texts, order.firstName),
    blocks: [
      { kind: 'text', text: body },
      orderRows(texts, order),
      quote(texts.order.notes, noteIn(texts, order.notes)),
      { kind: 'text', text: interpolate(help, { supportEmail: settings.brand.supportEmail }) },
      ordersButton(texts),
    ],
  };
};

/** The product's own notes in the reader's language; what a person at the desk wrote stays as it is. */
function noteIn(texts: MailTexts, note: string): string {
  if (note === en.order.cancelled) return texts.order.cancelled;
  const [before = '', after = ''] = en.order.unproven.split('{hours}');
  const hours = note.startsWith(before) && note.endsWith(after) ? note.slice(before.length, -after.length) : '';
  return /^\d+$/.test(hours) ? interpolate(texts.order.unproven, { hours }) : note;
}
