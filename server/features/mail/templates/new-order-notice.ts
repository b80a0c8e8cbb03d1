import { oneLine, subjectWith, type Template } from '../mail.content.ts';

/** To the desk. Says what waits, never where the money goes: a mailbox is no place for bank data. */
export const newOrderNotice: Template<'new_order_notice'> = ({ id, reference, gives, pays, kind }, { texts }) => {
  const labels = texts.new_order_notice;
  return {
    subject: subjectWith(labels.subject, reference),
    heading: labels.heading,
    greeting: texts.layout.helloAll,
    blocks: [
      {
        kind: 'facts',
        rows: [
          { label: texts.order.reference, value: oneLine(reference) },
          { label: labels.kind, value: labels[kind] },
          { label: labels.gives, value: oneLine(gives) },
          { label: labels.pays, value: oneLine(pays) },
        ],
      },
      { kind: 'button', label: labels.open, path: `/admin/transactions?tx=${encodeURIComponent(id)}` },
    ],
  };
};
