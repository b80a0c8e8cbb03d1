import { fill, greet, orderFacts, quote, subjectWith, toTransactions, type Template } from '../mail.content.ts';

export const orderRejected: Template<'order_rejected'> = (order, { texts, settings }) => {
  const { subject, heading, body, help } = texts.order_rejected;
  return {
    subject: subjectWith(subject, order.reference),
    heading,
    greeting: greet(texts, order.firstName),
    blocks: [
      { kind: 'text', text: body },
      orderFacts(texts, order),
      quote(texts.order.notes, order.notes),
      { kind: 'text', text: fill(help, { supportEmail: settings.brand.supportEmail }) },
      toTransactions(texts),
    ],
  };
};
