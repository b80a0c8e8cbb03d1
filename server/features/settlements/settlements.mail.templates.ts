import {
  button,
  details,
  featureMail,
  noticeBlocks,
  nameInSubject,
  oneLine,
  type MailContext,
} from '#server/features/mail/mail.templates.service.ts';
import { progressOf } from '#server/features/orders/orders.progress.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { LineState } from '#shared/orders/line/line.states.ts';

type DepositMailTemplate = 'deposit_short' | 'deposit_late' | 'deposit_question';

/** Amounts with their unit: arrived, missing, agreed, and offered for the arrived coins. */
type DepositMailData = {
  firstName: string;
  reference: string;
  path: string;
  received: string;
  missing: string;
  agreed: string;
  offered: string;
  /** Coins that were agreed. */
  wanted: string;
  /** The time until which it is chosen, by the clock of the customer's country. */
  until: string;
};

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Less arrived than agreed. None of them carries a deposit address. */
    deposit_short: DepositMailData;
    /** It arrived after the rate had expired, and the rate is lower now. */
    deposit_late: DepositMailData;
    /** The team decides. */
    deposit_question: DepositMailData;
    /** Mail to the administrator, at most once an hour: transfers that no order claims, and how many wait in all. */
    unmatched_arrived: { recent: number; waiting: number };
    /** Mail to the team: a transfer that no order claims; `coin` is its symbol. */
    unmatched_notice: { coin: string };
    /** Mail to the team: a sale whose deposit it decides about. */
    order_question_notice: { id: Id<'order'>; reference: string };
  }
}

const depositMail = (
  { path, received, missing, agreed, wanted, until }: DepositMailData,
  { text, texts, language }: MailContext<'settlements.mail', DepositMailTemplate>,
  state: LineState,
  offeredText = '',
) => ({
  values: {
    missing: oneLine(missing),
    received: oneLine(received),
    wanted: oneLine(wanted),
    until: oneLine(until),
  },
  blocks: [
    text.body,
    progressOf(language, state),
    details([
      [texts.received, received],
      [texts.wanted, wanted],
      [texts.agreed, agreed],
      [texts.offered, offeredText],
      [texts.until, until],
    ]),
    button(text.open, path),
  ],
});

/** The mails of this feature. */
export const settlementsMail = featureMail('settlements.mail', {
  deposit_short: (deposit, context) => depositMail(deposit, context, 'short', deposit.offered),
  deposit_late: (deposit, context) => depositMail(deposit, context, 'late', deposit.offered),
  deposit_question: (deposit, context) => depositMail(deposit, context, 'question'),
  unmatched_arrived: ({ waiting }, { text }) =>
    noticeBlocks(text, '/admin/unmatched', [[text.waiting, String(waiting)]]),
  unmatched_notice: ({ coin }, { text }) => ({
    values: { coin: nameInSubject(coin) },
    blocks: [button(text.open, '/admin/unmatched')],
  }),
  order_question_notice: ({ id }, { text }) => [button(text.open, `/admin/transactions?tx=${encodeURIComponent(id)}`)],
});
