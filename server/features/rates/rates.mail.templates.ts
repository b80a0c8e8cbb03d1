import { adminNotice, featureMail, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type RatesMailTexts = ServerTexts['rates.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** To the administrator: a rate moved more than 20 % at once and is not quoted until it is accepted. Amounts in US dollars or units for one. */
    held_rate_notice: { subject: string; lastGood: string | null; offered: string; source: string };
    /** To the admin: a live source has failed for so long that nothing is quoted. `since` is a moment in UTC, null before the first success. */
    rates_stopped_notice: { source: string; since: string | null; reason: string };
  }
}

/** To the admin: a price jumped, and nothing is sold at it until an admin has decided. */
const heldRateNotice: Template<'held_rate_notice', RatesMailTexts> = (
  { subject, lastGood, offered, source },
  { texts, layout },
) => {
  const labels = texts.held_rate_notice;
  const rows = [
    { label: labels.rate, value: subject },
    { label: labels.before, value: lastGood ?? labels.none },
    { label: labels.now, value: offered },
    { label: labels.from, value: source },
  ];
  return adminNotice(layout, { labels, rows, path: '/admin/held-rates' });
};

/** To the admin: nothing is sold any more until the source answers again. */
const ratesStoppedNotice: Template<'rates_stopped_notice', RatesMailTexts> = (
  { source, since, reason },
  { texts, layout },
) => {
  const labels = texts.rates_stopped_notice;
  const rows = [
    { label: labels.from, value: source },
    { label: labels.since, value: since ?? labels.never },
    { label: labels.reason, value: reason },
  ];
  return adminNotice(layout, { labels, rows, path: '/admin/dashboard' });
};

/** The mails of this feature. */
export const ratesMail = featureMail('rates.mail', {
  held_rate_notice: heldRateNotice,
  rates_stopped_notice: ratesStoppedNotice,
});
