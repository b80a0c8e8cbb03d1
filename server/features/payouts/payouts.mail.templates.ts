import {
  button,
  code,
  details,
  featureMail,
  noticeBlocks,
  oneLine,
  type MailContext,
} from '#server/features/mail/mail.templates.service.ts';
import type { PayoutMail } from './payouts.mail.ts';

/** `ending`: the last four characters of the account, and never more of it. */
type PayoutMailData = {
  firstName: string;
  id: string;
  reference: string;
  pays: string;
  ending: string;
  endToEndId: string;
};

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    payout_arrived: PayoutMailData;
    payout_returned: PayoutMailData;
    payout_reversed: PayoutMailData;
    payout_extra: PayoutMailData;
    /** To who may release: a batch waits for them. */
    batch_to_release: { batch: string; count: number; total: string };
    /** To whoever made a batch: the product cancelled it, because coins of one of its orders left the chain. */
    batch_cancelled: { batch: string };
    /** To the owners: a member says that money came back, and another one has to agree before it is paid again. */
    payout_return_asked: { by: string; reference: string; total: string };
    /** To who may release: batches not handed over, and payouts without a line of a statement. */
    payouts_late: { released: number; sent: number };
    /** The code that confirms another account for a payout that came back. */
    payout_details_code: { firstName: string; reference: string; code: string; minutes: number };
    /** Names the last four characters of the account, and never more of it. */
    payout_details_changed: { firstName: string; id: string; reference: string; ending: string };
    /** To the same: money left that should not have. `payments` are references with their sums. */
    paid_twice: { count: number; payments: readonly string[] };
  }
}

const payoutParts = (
  { id, endToEndId, pays, ending }: PayoutMailData,
  { text, texts: { payout } }: MailContext<'payouts.mail', PayoutMail>,
) => [
  text.body,
  details([
    [payout.reference, endToEndId],
    [payout.pays, pays],
    [payout.account, `••••${ending}`],
  ]),
  button(payout.open, `/transactions?tx=${encodeURIComponent(id)}`),
];

/** The mails of this feature. */
export const payoutsMail = featureMail('payouts.mail', {
  payout_arrived: payoutParts,
  payout_returned: payoutParts,
  payout_reversed: payoutParts,
  payout_extra: payoutParts,
  batch_to_release: ({ batch, count, total }, { text }) => ({
    values: { batch },
    blocks: noticeBlocks(text, '/admin/payouts?tab=release', [
      [text.batch, batch],
      [text.payouts, String(count)],
      [text.total, total],
    ]),
  }),
  batch_cancelled: ({ batch }, { text }) => ({
    values: { batch },
    blocks: noticeBlocks(text, '/admin/payouts?tab=due', [[text.batch, batch]]),
  }),
  payout_return_asked: ({ by, reference, total }, { text }) => ({
    values: { by: oneLine(by) },
    blocks: noticeBlocks(text, '/admin/approvals', [
      [text.reference, reference],
      [text.total, total],
    ]),
  }),
  payouts_late: ({ released, sent }, { text }) =>
    noticeBlocks(text, '/admin/payouts?tab=sent', [
      [text.released, String(released)],
      [text.sent, String(sent)],
    ]),
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
