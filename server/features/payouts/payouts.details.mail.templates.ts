import { button, code, featureMail, noticeBlocks, oneLine } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** The code that confirms another account for a payout that came back. */
    payout_details_code: { firstName: string; reference: string; code: string; minutes: number };
    /** Names the last four characters of the account, and never more of it. */
    payout_details_changed: { firstName: string; id: string; reference: string; ending: string };
    /** To the administrator: money left that should not have. `payments` are references with their sums. */
    paid_twice: { count: number; payments: readonly string[] };
  }
}

/** The mails about accounts of payouts, and about money that left twice. */
export const payoutsDetailsMail = featureMail('payouts.details.mail', {
  payout_details_code: (data, { text }) => ({
    values: { code: oneLine(data.code) },
    blocks: [text.body, code(data.code)],
  }),
  payout_details_changed: ({ id, ending }, { text }) => ({
    values: { ending: oneLine(ending) },
    blocks: [text.body, button(text.open, `/transactions?tx=${encodeURIComponent(id)}`)],
  }),
  paid_twice: ({ payments }, { text }) =>
    noticeBlocks(
      text,
      '/admin/statements?state=unmatched',
      payments.map((payment) => [text.payments, payment]),
    ),
});
