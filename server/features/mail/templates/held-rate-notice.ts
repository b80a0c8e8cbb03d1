import { adminNotice, type Template } from '../mail.content.ts';

/** To the desk: a price jumped, and nothing is sold at it until somebody has looked. */
export const heldRateNotice: Template<'held_rate_notice'> = ({ subject, lastGood, offered, source }, { texts }) => {
  const labels = texts.held_rate_notice;
  const rows = [
    { label: labels.rate, value: subject },
    { label: labels.before, value: lastGood ?? labels.none },
    { label: labels.now, value: offered },
    { label: labels.from, value: source },
  ];
  return adminNotice(texts, { labels, rows, path: '/admin/held-rates' });
};
