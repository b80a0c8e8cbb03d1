import { interpolate, greet, orderRows, subjectWith, ordersButton, type Template } from '../mail.content.ts';

export const orderReceived: Template<'order_received'> = (order, { texts, settings }) => {
  const { subject, heading, body } = texts.order_received;
  return {
    subject: subjectWith(subject, order.reference),
    heading,
    greeting: greet(texts, order.firstName),
    blocks: [
      { kind: 'text', text: interpolate(body, { check: settings.times.check }) },
      orderRows(texts, order),
      ordersButton(texts),
    ],
  };
};
