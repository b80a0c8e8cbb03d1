import { fill, greet, orderFacts, subjectWith, toTransactions, type Template } from '../mail.content.ts';

/** To a customer whose exchange is opened: the proof of the payment is still to come. */
export const orderAwaitingProof: Template<'order_awaiting_proof'> = (order, { texts }) => {
  const { subject, heading, body, cancel } = texts.order_awaiting_proof;
  return {
    subject: subjectWith(subject, order.reference),
    heading,
    greeting: greet(texts, order.firstName),
    blocks: [
      { kind: 'text', text: fill(body, { hours: order.hours }) },
      orderFacts(texts, order),
      { kind: 'text', text: cancel },
      toTransactions(texts),
    ],
  };
};
