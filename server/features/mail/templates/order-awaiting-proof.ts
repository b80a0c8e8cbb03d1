import { interpolate, greet, orderRows, subjectWith, ordersButton, type Template } from '../mail.content.ts';

/** To a customer whose exchange is opened: the proof of the payment is still to come. */
export const orderAwaitingProof: Template<'order_awaiting_proof'> = (order, { texts }) => {
  const { subject, heading, body, cancel } = texts.order_awaiting_proof;
  return {
    subject: subjectWith(subject, order.reference),
    heading,
    greeting: greet(texts, order.firstName),
    blocks: [
      { kind: 'text', text: interpolate(body, { hours: order.hours }) },
      orderRows(texts, order),
      { kind: 'text', text: cancel },
      ordersButton(texts),
    ],
  };
};
