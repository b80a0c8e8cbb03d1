import { greet, orderFacts, subjectWith, toTransactions, type Template } from '../mail.content.ts';

export const orderProcessing: Template<'order_processing'> = (order, { texts }) => {
  const { subject, heading, body } = texts.order_processing;
  return {
    subject: subjectWith(subject, order.reference),
    heading,
    greeting: greet(texts, order.firstName),
    blocks: [{ kind: 'text', text: body }, orderFacts(texts, order), toTransactions(texts)],
  };
};
