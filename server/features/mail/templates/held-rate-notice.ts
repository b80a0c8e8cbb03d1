import { deskNotice, type Template } from '../mail.content.ts';

/** To the desk: a price jumped, and nothing is sold at it until somebody has looked. */
export const heldRateNotice: Template<'held_rate_notice'> = ({ subject, lastGood, offered, source }, { texts }) => {
  const words = texts.held_rate_notice;
  const rows = [
    { label: words.rate, value: subject },
    { label: words.before, value: lastGood ?? words.none },
    { label: words.now, value: offered },
    { label: words.from, value: source },
  ];
  return deskNotice(texts, { words, rows, path: '/admin/held-rates' });
};
