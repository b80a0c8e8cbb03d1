import { greet, orderRows, subjectWith, ordersButton, type Template } from '../mail.content.ts';

export const orderProcessing: Template<'order_processing'> = (order, { texts }) => {
  const { subject, heading, body } = texts.order_processing;
  return {
    subject: subjectWith(subject, order.reference),
    heading,
    greeting: greet(texts, order.firstName),
    blocks: [{ kind: 'text', text: body }, orderRows(texts, order), ordersButton(texts)],
  };
};
