import { oneLine, subjectWith, type Template } from '../mail.content.ts';

/** To the desk. Says what waits, never where the money goes: a mailbox is no place for bank data. */
export const newOrderNotice: Template<'new_order_notice'> = ({ id, reference, gives, pays, kind }, { texts }) => {
  const words = texts.new_order_notice;
  return {
    subject: subjectWith(words.subject, reference),
    heading: words.heading,
    greeting: texts.layout.helloAll,
    blocks: [
      {
        kind: 'facts',
        rows: [
          { label: texts.order.reference, value: oneLine(reference) },
          { label: words.kind, value: words[kind] },
          { label: words.gives, value: oneLine(gives) },
          { label: words.pays, value: oneLine(pays) },
        ],
      },
      { kind: 'button', label: words.open, path: `/admin/transactions?tx=${encodeURIComponent(id)}` },
    ],
  };
};
