import { interpolate, greet, orderRows, quote, subjectWith, ordersButton, type Template } from '../mail.content.ts';

export const orderRejected: Template<'order_rejected'> = (order, { texts, settings }) => {
  const { subject, heading, body, help } = texts.order_rejected;
  return {
    subject: subjectWith(subject, order.reference),
    heading,
    greeting: greet(texts, order.firstName),
    blocks: [
      { kind: 'text', text: body },
      orderRows(texts, order),
      quote(texts.order.notes, order.notes),
      { kind: 'text', text: interpolate(help, { supportEmail: settings.brand.supportEmail }) },
      ordersButton(texts),
    ],
  };
};
