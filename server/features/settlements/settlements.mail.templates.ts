import {
  button,
  details,
  featureMail,
  noticeBlocks,
  oneLine,
  type MailContext,
} from '#server/features/mail/mail.templates.service.ts';

type DepositMailTemplate = 'deposit_short' | 'deposit_late' | 'deposit_question';

/** Amounts with their unit: what arrived and is missing, what was agreed and what is offered for it. */
type DepositMailData = {
  firstName: string;
  reference: string;
  path: string;
  received: string;
  missing: string;
  agreed: string;
  offered: string;
};

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Less arrived than agreed. None of them carries a deposit address. */
    deposit_short: DepositMailData;
    /** It arrived after the rate had expired, and the rate is lower now. */
    deposit_late: DepositMailData;
    /** The team decides. */
    deposit_question: DepositMailData;
    /** To the administrator, at most once an hour: transfers that no order claims, and how many wait in all. */
    unmatched_arrived: { recent: number; waiting: number };
  }
}

const depositMail = (
  { path, received, missing, agreed }: DepositMailData,
  { text, texts }: MailContext<'settlements.mail', DepositMailTemplate>,
  offered = '',
) => ({
  values: { missing: oneLine(missing) },
  blocks: [
    text.body,
    details([
      [texts.received, received],
      [texts.agreed, agreed],
      [texts.offered, offered],
    ]),
    button(text.open, path),
  ],
});

/** The mails of this feature. */
export const settlementsMail = featureMail('settlements.mail', {
  deposit_short: (deposit, context) => depositMail(deposit, context),
  deposit_late: (deposit, context) => depositMail(deposit, context, deposit.offered),
  deposit_question: (deposit, context) => depositMail(deposit, context),
  unmatched_arrived: ({ waiting }, { text }) =>
    noticeBlocks(text, '/admin/unmatched', [[text.waiting, String(waiting)]]),
});
