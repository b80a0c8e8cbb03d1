import {
  interpolate,
  greet,
  orderRows,
  quote,
  subjectWith,
  ordersButton,
  type Block,
  type Template,
} from '../mail.content.ts';

export const orderCompleted: Template<'order_completed'> = (order, { texts, settings }) => {
  const { subject, heading, body } = texts.order_completed;
  const notes: Block[] = order.notes ? [quote(texts.order.notes, order.notes)] : [];
  return {
    subject: subjectWith(subject, order.reference),
    heading,
    greeting: greet(texts, order.firstName),
    blocks: [
      { kind: 'text', text: interpolate(body, { payout: settings.times.payout }) },
      orderRows(texts, order),
      ...notes,
      ordersButton(texts),
    ],
  };
};
