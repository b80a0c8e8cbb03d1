import { fill, greet, orderFacts, subjectWith, toTransactions, type Template } from '../mail.content.ts';

export const orderReceived: Template<'order_received'> = (order, { texts, settings }) => {
  const { subject, heading, body } = texts.order_received;
  return {
    subject: subjectWith(subject, order.reference),
    heading,
    greeting: greet(texts, order.firstName),
    blocks: [
      { kind: 'text', text: fill(body, { check: settings.times.check }) },
      orderFacts(texts, order),
      toTransactions(texts),
    ],
  };
};
