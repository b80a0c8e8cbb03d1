import { oneLine, type Template } from '../mail.content.ts';

/** To the desk: a price jumped, and nothing is sold at it until somebody has looked. */
export const heldRateNotice: Template<'held_rate_notice'> = (
  { subject: about, lastGood, offered, source },
  { texts },
) => {
  const { subject, heading, body, rate, before, now, from, none, open } = texts.held_rate_notice;
  return {
    subject,
    heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: body },
      {
        kind: 'facts',
        rows: [
          { label: rate, value: oneLine(about) },
          { label: before, value: lastGood === null ? none : oneLine(lastGood) },
          { label: now, value: oneLine(offered) },
          { label: from, value: oneLine(source) },
        ],
      },
      { kind: 'button', label: open, path: '/admin/held-rates' },
    ],
  };
};
