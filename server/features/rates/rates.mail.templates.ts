import { featureMail, noticeBlocks } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /**
     * Mail to the administrator: a rate moved more than 20 % at once and is not quoted until it is accepted. Amounts in
     * US dollars or units for one.
     */
    held_rate_notice: { subject: string; lastGood: string | null; offered: string; source: string };
    /**
     * Mail to the admin: a live source has failed for so long that nothing is quoted. `since` is a moment in UTC, null
     * before the first success.
     */
    rates_stopped_notice: { source: string; since: string | null; reason: string };
    /**
     * Mail to the owner, and to the phones of who changes rates: one of several sources has failed for ten minutes.
     * `since` is a moment in UTC.
     */
    rate_source_down: { source: string; since: string; reason: string };
    /** Mail to the owner: a source that was down answers again. */
    rate_source_back: { source: string };
  }
}

export const ratesMail = featureMail('rates.mail', {
  held_rate_notice: ({ subject, lastGood, offered, source }, { text }) =>
    noticeBlocks(text, '/admin/held-rates', [
      [text.rate, subject],
      [text.before, lastGood ?? text.none],
      [text.now, offered],
      [text.from, source],
    ]),
  rates_stopped_notice: ({ source, since, reason }, { text }) =>
    noticeBlocks(text, '/admin/dashboard', [
      [text.from, source],
      [text.since, since ?? text.never],
      [text.reason, reason],
    ]),
  rate_source_down: ({ source, since, reason }, { text }) =>
    noticeBlocks(text, '/admin/prices', [
      [text.from, source],
      [text.since, since],
      [text.reason, reason],
    ]),
  rate_source_back: ({ source }, { text }) => noticeBlocks(text, '/admin/prices', [[text.from, source]]),
});
