import {
  button,
  code,
  details,
  featureMail,
  noticeBlocks,
  oneLine,
  type MailContext,
  type TemplateResult,
} from '#server/features/mail/mail.templates.service.ts';
import { progressOf } from '#server/features/orders/orders.progress.service.ts';
import { amountText, interpolate, textsIn } from '#server/lib/texts.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { LineState } from '#shared/orders/line/line.states.ts';
import type { ReturnedReason } from '#shared/payout-accounts/payout-accounts.returned.ts';
import { railNameOf, railWordsOf } from '#shared/reference/rails.ts';
import type { PayoutMail } from './payouts.mail.ts';

/** `ending`: the last four characters of the account, and never more of it. */
type PayoutMailData = {
  firstName: string;
  id: Id<'order'>;
  reference: string;
  pays: string;
  ending: string;
  endToEndId: string;
  /** The id of its rail; a mail of an earlier build has none. */
  method?: string;
  /** Why its bank, or another rail, sent the money back. */
  because?: ReturnedReason;
};

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    payout_arrived: PayoutMailData;
    payout_returned: PayoutMailData;
    payout_reversed: PayoutMailData;
    payout_extra: PayoutMailData;
    /** Mail to who may release: money was returned from the bank. */
    payout_returned_notice: { id: Id<'order'>; reference: string };
    /** Mail to who may release: a batch waits for them; `total` is decimal text. */
    batch_to_release: { batch: string; count: number; total: string; currency: string };
    /**
     * Mail to the member who made a batch: the product cancelled it, because coins of one of its orders left the chain.
     */
    batch_cancelled: { batch: string };
    /**
     * Mail to the owners: a member says that money was returned, and another one has to agree before it is paid again.
     */
    payout_return_asked: { by: string; reference: string; total: string };
    /** Mail to who may release: batches not handed over, and payouts without a line of a statement. */
    payouts_late: { released: number; sent: number };
    /** The code that confirms another account for a payout that was returned. */
    payout_details_code: { firstName: string; reference: string; code: string; minutes: number };
    /** Names the last four characters of the account, and never more of it. */
    payout_details_changed: { firstName: string; id: Id<'order'>; reference: string; ending: string };
    /** Mail to the same: money left that should not have. `payments` are references with their sums. */
    paid_twice: { count: number; payments: readonly string[] };
  }
}

type Context = MailContext<'payouts.mail', PayoutMail>;

const payoutParts = (
  { id, reference, endToEndId, pays, ending, method, because = 'other' }: PayoutMailData,
  { text, texts: { payout, byRail, because: reasons }, language }: Context,
  state: LineState | undefined,
  body = text.body,
) => {
  const words = railWordsOf(method);
  const reason = (returnedReason: Exclude<ReturnedReason, 'other'>): string => {
    if (words === 'bank') return reasons[returnedReason];
    // A phone number is neither closed nor missing, and other rails do not tell which of both it is.
    return interpolate(byRail[words][returnedReason === 'name' ? 'name' : 'refused'], { rail: railNameOf(method) });
  };
  return [
    body,
    ...(state ? [progressOf(language, state)] : []),
    details([
      [payout.reference, endToEndId],
      [payout.pays, pays],
      [words === 'bank' ? payout.account : byRail[words].account, `••••${ending}`],
      // The reason of a returned payout, unless it is "other", which says nothing.
      [reasons.label, state === 'account' && because !== 'other' ? reason(because) : ''],
    ]),
    state === 'account'
      ? button(
          words === 'bank' ? textsIn(language, 'orders.line').action.account : byRail[words].choose,
          `/transactions/${encodeURIComponent(id)}/account`,
        )
      : button(
          interpolate(textsIn(language, 'orders.mail').order.open, { reference: oneLine(reference) }),
          `/transactions?tx=${encodeURIComponent(id)}`,
        ),
  ];
};

/** A sentence with the words of its rail, where that is no bank. */
const byRail =
  (event: 'arrived' | 'returned') =>
  (data: PayoutMailData, context: Context): TemplateResult => {
    const words = railWordsOf(data.method);
    const state = event === 'arrived' ? 'arrived' : 'account';
    if (words === 'bank') return payoutParts(data, context, state);
    const texts = context.texts.byRail[words];
    const title = { subject: texts.returnedSubject, heading: texts.returnedHeading };
    return {
      ...(event === 'returned' && { title }),
      values: { rail: railNameOf(data.method) },
      blocks: payoutParts(data, context, state, texts[event]),
    };
  };

/** The mails of this feature. */
export const payoutsMail = featureMail('payouts.mail', {
  payout_arrived: byRail('arrived'),
  payout_returned: byRail('returned'),
  payout_reversed: (data, context) => payoutParts(data, context, 'reversed'),
  payout_extra: (data, context) => payoutParts(data, context, undefined),
  payout_returned_notice: (_, { text }) => [button(text.open, '/admin/payouts?tab=returned')],
  batch_to_release: ({ batch, count, total, currency }, { text, language }) => ({
    values: { batch },
    blocks: noticeBlocks(text, '/admin/payouts?tab=release', [
      [text.batch, batch],
      [text.payouts, String(count)],
      [text.total, amountText(total, currency, language)],
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
